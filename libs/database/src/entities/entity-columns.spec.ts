import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  assignmentsOf,
  columnKeysOf,
  columnNamesOf,
  columnOf,
  columnsOf,
  insertOf,
  jsonPairsOf,
  tableOf,
  unnestOf,
  wireColumnsOf,
} from './entity-columns';

@Entity()
class PriceNote {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Column({ type: 'text' })
  code!: string;

  @Column({ type: 'double precision', nullable: true })
  closePrice!: number | null;

  @Column({ type: 'double precision', nullable: true })
  cost5!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  seenAt!: Date | null;

  @Column({ type: 'jsonb', nullable: true })
  remarks!: string[] | null;

  notAColumn?: string;
}

describe('SQL from an entity', () => {
  it('names the table and its columns in snake case', () => {
    expect(tableOf(PriceNote)).toBe('price_note');
    expect(columnOf(PriceNote, 'closePrice')).toBe('close_price');
    expect(columnNamesOf(PriceNote, ['code', 'closePrice', 'cost5'])).toBe('code, close_price, cost5');
  });

  it('lists columns for a select, with the alias of the table', () => {
    expect(columnsOf(PriceNote, 'n', ['id', 'closePrice', 'seenAt'])).toBe(
      'n.id, n.close_price as "closePrice", n.seen_at as "seenAt"',
    );
    expect(columnsOf(PriceNote, '', { id: true, closePrice: true })).toBe('id, close_price as "closePrice"');
  });

  it('instants are ISO text in a row for a response', () => {
    expect(wireColumnsOf(PriceNote, 'n', ['code', 'seenAt'])).toBe(
      `n.code, to_char(n.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "seenAt"`,
    );
    expect(jsonPairsOf(PriceNote, 'n', ['code', 'closePrice'])).toBe(`'code', n.code, 'closePrice', n.close_price`);
  });

  it('builds the SET list of what a patch names: null is a value, undefined is not', () => {
    const parameters: unknown[] = [7];
    const sets = assignmentsOf(
      PriceNote,
      { closePrice: null, code: undefined, cost5: 2 },
      (value) => `$${parameters.push(value)}`,
    );
    expect(sets).toEqual(['close_price = $2', 'cost5 = $3']);
    expect(parameters).toEqual([7, null, 2]);
  });

  it('builds an INSERT of one row, and leaves the rest to the defaults of the table', () => {
    expect(insertOf(PriceNote, { code: '600000', closePrice: 10.5, cost5: undefined })).toEqual({
      text: 'insert into price_note (code, close_price) values ($1, $2)',
      parameters: ['600000', 10.5],
    });
  });

  it('lists the properties in the order of the class, without those that are left out', () => {
    expect(columnKeysOf(PriceNote)).toEqual(['id', 'code', 'closePrice', 'cost5', 'seenAt', 'remarks']);
    expect(columnKeysOf(PriceNote, ['id', 'cost5'])).toEqual(['code', 'closePrice', 'seenAt', 'remarks']);
  });

  it('binds what goes into a JSON column as JSON text', () => {
    expect(insertOf(PriceNote, { code: '600000', remarks: ['up', 'down'] }).parameters).toEqual([
      '600000',
      '["up","down"]',
    ]);
    const bound: unknown[] = [];
    expect(assignmentsOf(PriceNote, { remarks: null }, (value) => `$${bound.push(value)}`)).toEqual(['remarks = $1']);
    expect(bound).toEqual([null]);
  });

  it('the result of a function is taken as an expression', () => {
    expect(insertOf(PriceNote, { seenAt: () => 'now()', code: '600000' })).toEqual({
      text: 'insert into price_note (seen_at, code) values (now(), $1)',
      parameters: ['600000'],
    });
  });

  it('reads many rows from an array a column', () => {
    expect(unnestOf(PriceNote, ['code', 'closePrice', 'seenAt'], 2)).toBe(
      'unnest($2::text[], $3::double precision[], $4::timestamptz[])',
    );
  });

  it('a name that is no column, and a class that is no entity, are rejected', () => {
    expect(() => columnOf(PriceNote, 'notAColumn')).toThrow('PriceNote.notAColumn is not a column');
    expect(() => tableOf(Date)).toThrow('Date is no entity');
  });
});

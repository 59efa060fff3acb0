import { AppError } from '#lib/kernel';
import { EnumField, FlagField } from './fields/choice-fields';
import { CodeField, DayField } from './fields/market-fields';
import { IntField, LimitField, NumberField, OffsetField } from './fields/number-fields';
import { TextField } from './fields/text-fields';
import { StrictValidationPipe } from './strict-validation.pipe';

class Input {
  @CodeField({ optional: true }) code?: string;
  @DayField({ optional: true }) entry_date?: string;
  @TextField({ max: 10, optional: true, nullable: true, blankIsNull: true, multiline: true }) note?: string | null;
  @NumberField({
    min: 0,
    aboveMin: true,
    max: 1e8,
    numericText: true,
    optional: true,
    blankIsNull: true,
    nullable: true,
  })
  price?: number | null;
  @IntField({ min: -5, max: 5, optional: true }) delta?: number;
  @EnumField(['open', 'closed'], { optional: true }) status?: 'open' | 'closed';
  @EnumField(['priority', 'entry_date'], { fallback: 'priority', default: 'priority' }) sort!: string;
  @FlagField({ optional: true }) close?: boolean;
  @LimitField({ default: 50, max: 200 }) limit!: number;
  @OffsetField() offset!: number;
}

const pipe = new StrictValidationPipe();
const read = (type: 'body' | 'query', value: unknown): Record<string, unknown> => ({
  ...(pipe.transform(value, { type, metatype: Input }) as object),
});
const one = (type: 'body' | 'query', name: string, value: unknown): unknown => read(type, { [name]: value })[name];
const defaults = { sort: 'priority', limit: 50, offset: 0 };

describe('StrictValidationPipe', () => {
  it('gives a missing key no value but its default', () => {
    expect(read('body', {})).toEqual(defaults);
    expect(Object.keys(read('body', {}))).toEqual(Object.keys(defaults));
  });

  it.each([
    ['body', 'code', ' ６００５１９ ', '600519'],
    ['body', 'entry_date', '2024-02-29', '2024-02-29'],
    ['body', 'note', ' a\nb ', 'a\nb'],
    ['body', 'note', '  ', null],
    ['body', 'note', null, null],
    ['body', 'price', 12.5, 12.5],
    ['body', 'price', '12.50', 12.5],
    ['body', 'price', '', null],
    ['body', 'delta', -5, -5],
    ['query', 'delta', '-5', -5],
    ['body', 'close', true, true],
    ['query', 'close', '1', true],
    ['query', 'close', 'false', false],
    ['query', 'sort', 'nonsense', 'priority'],
    ['query', 'sort', 'entry_date', 'entry_date'],
    ['query', 'limit', '1000', 200],
    ['body', 'limit', 7, 7],
  ] as const)('reads %s %s %j as %j', (type, name, value, expected) => {
    expect(one(type, name, value)).toEqual(expected);
  });

  it.each([
    ['body', 'code', '600519.SH'],
    ['body', 'code', '60051'],
    ['body', 'code', 600519],
    ['body', 'code', '600519\n0'],
    ['body', 'code', '٦٠٠٥١٩'],
    ['body', 'entry_date', '2024-02-30'],
    ['body', 'entry_date', '2024-W01'],
    ['body', 'entry_date', '1990-12-18'],
    ['body', 'entry_date', '3000-01-01'],
    ['body', 'entry_date', 20240229],
    ['body', 'entry_date', null],
    ['body', 'note', 'a\u0000'],
    ['body', 'note', 'a\u007f'],
    ['body', 'note', '\ud800'],
    ['body', 'note', 'x'.repeat(11)],
    ['body', 'price', 0],
    ['body', 'price', 1e9],
    ['body', 'price', '1e3'],
    ['body', 'price', 'NaN'],
    ['body', 'price', '0x1F'],
    ['body', 'price', true],
    ['body', 'delta', '3'],
    ['body', 'delta', 1.5],
    ['body', 'delta', 1e21],
    ['query', 'delta', '1e1'],
    ['query', 'delta', ''],
    ['query', 'delta', '٣'],
    ['body', 'status', 'OPEN'],
    ['body', 'status', ['open']],
    ['body', 'close', 'true'],
    ['body', 'close', 1],
    ['query', 'close', 'yes'],
    ['query', 'limit', '0'],
    ['query', 'limit', '-1'],
    ['query', 'limit', '1.5'],
    ['query', 'offset', '-1'],
    ['query', 'offset', '99999999999999999999'],
  ] as const)('rejects %s %s %j by name', (type, name, value) => {
    expect(() => one(type, name, value)).toThrow(AppError);
    expect(() => one(type, name, value)).toThrow(new RegExp(`^${name} must be .*received `));
  });

  it('suggests the known name for an unknown one', () => {
    expect(() => read('body', { entryDate: '2024-01-02' })).toThrow('did you mean entry_date?');
    expect(() => read('body', { Code: '600519' })).toThrow('did you mean code?');
    expect(() => read('query', { ofset: '1' })).toThrow('unknown query parameter "ofset"; did you mean offset?');
    expect(() => read('body', { constructor: 1, toString: 2 })).toThrow('1 more problem');
    expect(() => read('body', { api_key: 'x' })).toThrow('unknown field');
    expect(read('query', { api_key: 'x' })).toEqual(defaults);
  });
});

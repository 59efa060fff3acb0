import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../domain/stock-code';

/** A stock of the market, by today's code. */
@Entity('stock')
export class Stock {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'text' })
  exchange!: Exchange;

  @Column({ type: 'text' })
  board!: Board;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'date', nullable: true })
  listDate!: CalendarDay | null;

  @Column({ type: 'date', nullable: true })
  delistDate!: CalendarDay | null;

  /** Null before the first bar, as `lastBarDate`. */
  @Column({ type: 'date', nullable: true })
  firstBarDate!: CalendarDay | null;

  @Column({ type: 'date', nullable: true })
  lastBarDate!: CalendarDay | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'text', nullable: true })
  industry!: string | null;

  /** Of the name's pinyin, `payh`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  initials!: string | null;

  /** The name as a search compares it. */
  @Column({ type: 'text', nullable: true })
  searchName!: string | null;
}

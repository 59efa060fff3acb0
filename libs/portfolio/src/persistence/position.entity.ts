import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';

/** What a user says that he holds of a stock. */
@Entity('position')
export class Position {
  @PrimaryColumn({ type: 'bigint' })
  userId!: number;

  /** Today's. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  code!: string;

  /** In shares, above 0. */
  @Column({ type: 'double precision' })
  quantity!: number;

  /** In yuan a share; below 0 where sales at a profit paid for more than was bought. */
  @Column({ type: 'double precision', nullable: true })
  avgCost!: number | null;

  @Column({ type: 'date', nullable: true })
  openedAt!: CalendarDay | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}

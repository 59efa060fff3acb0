import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stock on a user's own watch-list. */
@Entity('watchlist_item')
export class WatchedStock {
  @PrimaryColumn({ type: 'bigint' })
  userId!: number;

  /** Today's. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  code!: string;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MarketSource } from '#lib/config';

/** The source of market data that an administrator chose in the console; one row, none before the first choice. */
@Entity('market_source_choice')
export class MarketSourceChoice {
  @PrimaryColumn({ type: 'boolean', default: true })
  id!: boolean;

  @Column({ type: 'text' })
  source!: MarketSource;

  /** Encrypted; kept if another source is chosen. */
  @Column({ type: 'bytea', nullable: true })
  tushareToken!: Buffer | null;

  @Column({ type: 'timestamptz' })
  changedAt!: Date;

  /** Null if the command line did. */
  @Column({ type: 'bigint', nullable: true })
  changedBy!: number | null;
}

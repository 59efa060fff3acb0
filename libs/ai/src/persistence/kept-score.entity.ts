import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import type { ScoredItem } from '../domain/fundamental/score';

/** A fundamental score as it was found, whether or not the session took it. */
@Entity('fundamental_score')
export class KeptScore {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  sessionId!: number;

  @Column({ type: 'bigint' })
  jobId!: number;

  @Column({ type: 'timestamptz' })
  scoredAt!: Date;

  /** The day of which the facts were public. */
  @Column({ type: 'date' })
  asOf!: CalendarDay;

  /** When the newest report was published; null without one. */
  @Column({ type: 'date', nullable: true })
  dataThrough!: CalendarDay | null;

  /** 0 to 20: the sum of the items. */
  @Column({ type: 'smallint' })
  score!: number;

  /** Items that data decided, and items that a model decided. */
  @Column({ type: 'smallint' })
  available!: number;

  @Column({ type: 'smallint' })
  judged!: number;

  /** False: data decided too few items, the session kept the score that it had. */
  @Column({ type: 'boolean' })
  applied!: boolean;

  @Column({ type: 'jsonb' })
  items!: readonly ScoredItem[];

  @Column({ type: 'text' })
  note!: string;

  /** What went wrong with the models. */
  @Column({ type: 'jsonb', default: [] })
  warnings!: readonly string[];

  @Column({ type: 'bigint', nullable: true })
  aiRunId!: number | null;

  @Column({ type: 'text' })
  marketSource!: StoredMarketSource;
}

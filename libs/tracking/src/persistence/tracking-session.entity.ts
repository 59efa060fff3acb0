import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import type { SessionPhase } from '../domain/phase-sync';
import type { AiConsensus } from '../domain/session-fields';
import type { SessionState } from '../domain/session-state';
import type { PrimaryPhase } from '../domain/vocabulary';

/**
 * The tracking of one stock from an entry date on. Readers see the columns in this order, but for those of
 * {@link INTERNAL_COLUMNS}.
 */
@Entity('tracking_session')
export class TrackingSession {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', collation: 'C' })
  code!: string;

  /** The session's own; readers see the stock's name of today unless a person set this one. */
  @Column({ type: 'text', nullable: true })
  stockName!: string | null;

  @Column({ type: 'date' })
  entryDate!: CalendarDay;

  @Column({ type: 'text', nullable: true })
  currentPrimaryPhase!: PrimaryPhase | null;

  @Column({ type: 'text', nullable: true })
  source!: string | null;

  /** Yuan. */
  @Column({ type: 'double precision', nullable: true })
  entryClosePrice!: number | null;

  /** Generated: whether `endedAt` is set. */
  @Column({ type: 'text', collation: 'C', insert: false, update: false })
  readonly status!: SessionState['status'];

  /** 0 to 100. */
  @Column({ type: 'integer', default: 50 })
  priority!: number;

  @Column({ type: 'date', nullable: true })
  nextReviewAt!: CalendarDay | null;

  @Column({ type: 'timestamptz', nullable: true })
  nextReviewSetAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  summaryNote!: string | null;

  @Column({ type: 'smallint', nullable: true })
  fundamentalScore!: number | null;

  /** Items of the score that data decided; null on a score that a person gave. */
  @Column({ type: 'smallint', nullable: true })
  fundamentalAvailable!: number | null;

  /** Items of the score that a model judged; null on a score that a person gave. */
  @Column({ type: 'smallint', nullable: true })
  fundamentalJudged!: number | null;

  @Column({ type: 'text', nullable: true })
  fundamentalNote!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  fundamentalScoredAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  aiConsensus!: AiConsensus | null;

  @Column({ type: 'timestamptz', nullable: true })
  aiConsensusAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  endReason!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  /** Of the market data at which the session was opened. */
  @Column({ type: 'text' })
  marketSource!: StoredMarketSource;

  /** The user who opened it; null where a job did for nobody. */
  @Column({ type: 'bigint', nullable: true })
  createdBy!: number | null;

  /** Counts the changes; the ETag of the session. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  primaryPhaseSetAt!: Date | null;

  @Column({ type: 'text', default: 'default' })
  primaryPhaseOrigin!: SessionPhase['origin'];

  /** Generated: each character of the name three times over, so that one or two characters are trigrams too. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  readonly searchName!: string | null;

  /** Whether a person set the name. */
  @Column({ type: 'boolean', default: false })
  nameSet!: boolean;

  /** The name that the session was created with, where a person set another one. */
  @Column({ type: 'text', nullable: true })
  createdName!: string | null;

  /** Whether the rules of auto-close ended it; false where a person did, or an older build by rule. */
  @Column({ type: 'boolean', default: false })
  endedByRule!: boolean;
}

/** What no reader is shown as it is. */
export const INTERNAL_COLUMNS = [
  'marketSource',
  'createdBy',
  'version',
  'deletedAt',
  'primaryPhaseSetAt',
  'primaryPhaseOrigin',
  'searchName',
  'nameSet',
  'createdName',
  'endedByRule',
] as const satisfies readonly (keyof TrackingSession)[];

/** What no caller sets: it says which session this is, or follows from what is set. */
type KeptColumn =
  | (typeof INTERNAL_COLUMNS)[number]
  | 'id'
  | 'code'
  | 'entryDate'
  | 'status'
  | 'nextReviewSetAt'
  | 'fundamentalAvailable'
  | 'fundamentalJudged'
  | 'fundamentalScoredAt'
  | 'aiConsensus'
  | 'aiConsensusAt'
  | 'endedAt'
  | 'createdAt'
  | 'updatedAt';

/** The fields of a session that callers change. */
export type SessionFields = Omit<TrackingSession, KeptColumn>;

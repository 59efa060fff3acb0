import { isoInstant, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { ScoredItem } from '../domain/fundamental/score';

/** A score as it was found, whether or not the session took it. */
export interface KeptScore {
  /** 0 to 20: the sum of the items. */
  score: number;
  /** Items that data decided, and that a model judged. */
  available: number;
  judged: number;
  /** False: data decided too few items, the session kept the score that it had. */
  applied: boolean;
  items: readonly ScoredItem[];
  note: string;
  /** What went wrong with the models. */
  warnings: readonly string[];
  aiRunId: number | null;
  marketSource: string;
  /** The day of which the facts were public. */
  asOf: CalendarDay;
  /** When the newest report was published; null without one. */
  dataThrough: CalendarDay | null;
}

/** A score of a session's history. */
export interface FundamentalScoreView extends KeptScore {
  id: number;
  scoredAt: string;
}

/** Keeps a score, in the transaction that completes its job. */
export async function insertFundamentalScore(
  tx: Transaction,
  of: { sessionId: number; jobId: number; at: Date },
  kept: KeptScore,
): Promise<void> {
  await tx.query(
    `insert into fundamental_score (session_id, job_id, scored_at, as_of, data_through, score, available, judged, applied,
       items, note, warnings, ai_run_id, market_source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[of.sessionId, of.jobId, of.at, kept.asOf, kept.dataThrough, kept.score, kept.available, kept.judged],
      ...[kept.applied, JSON.stringify(kept.items), kept.note, JSON.stringify(kept.warnings), kept.aiRunId],
      kept.marketSource,
    ],
  );
}

/** A page of a session's scores, newest first. */
export async function selectFundamentalScores(
  db: SqlRunner,
  sessionId: number,
  page: { limit: number; offset: number },
): Promise<{ scores: FundamentalScoreView[]; total: number }> {
  const scores = await db.query<FundamentalScoreView>(
    `select id, ${isoInstant('scored_at')} as "scoredAt", as_of as "asOf", data_through as "dataThrough", score, available,
       judged, applied, items, note, warnings, ai_run_id as "aiRunId", market_source as "marketSource"
     from fundamental_score where session_id = $1 order by id desc limit $2 offset $3`,
    [sessionId, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(
    'select count(*) as total from fundamental_score where session_id = $1',
    [sessionId],
  );
  return { scores, total: count?.total ?? 0 };
}

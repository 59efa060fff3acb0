import { type SqlRunner, type Transaction, type Wire, wireColumnsOf } from '#lib/database';
import { KeptScore } from './kept-score.entity';

const LISTED = [
  ...(['id', 'scoredAt', 'asOf', 'dataThrough', 'score', 'available', 'judged', 'applied'] as const),
  ...(['items', 'note', 'warnings', 'aiRunId', 'marketSource'] as const),
] as const;

/** A score of a session's history. */
export type FundamentalScoreView = Wire<Pick<KeptScore, (typeof LISTED)[number]>>;

/** Keeps a score, in the transaction that completes its job. */
export async function insertFundamentalScore(tx: Transaction, kept: Omit<KeptScore, 'id'>): Promise<void> {
  await tx.repository(KeptScore).insert(kept);
}

/** A page of a session's scores, newest first. */
export async function selectFundamentalScores(
  db: SqlRunner,
  sessionId: number,
  page: { limit: number; offset: number },
): Promise<{ scores: FundamentalScoreView[]; total: number }> {
  const scores = await db.query<FundamentalScoreView>(
    `select ${wireColumnsOf(KeptScore, '', LISTED)}
     from fundamental_score where session_id = $1 order by id desc limit $2 offset $3`,
    [sessionId, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(
    'select count(*) as total from fundamental_score where session_id = $1',
    [sessionId],
  );
  return { scores, total: count?.total ?? 0 };
}

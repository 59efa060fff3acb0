import { isoInstant, type SqlRunner } from '#lib/database';

/** A session as lists and details show it. Days are `YYYY-MM-DD`, instants ISO 8601 UTC, prices yuan. */
export interface SessionView {
  id: number;
  code: string;
  stockName: string | null;
  entryDate: string;
  currentPrimaryPhase: string | null;
  source: string | null;
  entryClosePrice: number | null;
  status: 'open' | 'closed';
  priority: number;
  nextReviewAt: string | null;
  nextReviewSetAt: string | null;
  summaryNote: string | null;
  fundamentalScore: number | null;
  fundamentalNote: string | null;
  fundamentalScoredAt: string | null;
  aiConsensus: string | null;
  aiConsensusAt: string | null;
  endedAt: string | null;
  endReason: string | null;
  createdAt: string;
  updatedAt: string;
}

export const SESSION_SORTS = { priority: 'priority', entry_date: 'entry_date', ended_at: 'ended_at' } as const;
export type SessionSort = keyof typeof SESSION_SORTS;

export interface SessionPageQuery {
  status: 'all' | 'open' | 'closed';
  /** Digits match as a prefix of the code, anything else as a part of the name. */
  code: string | undefined;
  sort: SessionSort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const COLUMNS = `
  id, code, stock_name as "stockName", entry_date as "entryDate", current_primary_phase as "currentPrimaryPhase",
  source, entry_close_price as "entryClosePrice", status, priority, next_review_at as "nextReviewAt",
  ${isoInstant('next_review_set_at')} as "nextReviewSetAt", summary_note as "summaryNote",
  fundamental_score as "fundamentalScore", fundamental_note as "fundamentalNote",
  ${isoInstant('fundamental_scored_at')} as "fundamentalScoredAt", ai_consensus as "aiConsensus",
  ${isoInstant('ai_consensus_at')} as "aiConsensusAt", ${isoInstant('ended_at')} as "endedAt", end_reason as "endReason",
  ${isoInstant('created_at')} as "createdAt", ${isoInstant('updated_at')} as "updatedAt"`;

/** A page of sessions that are not deleted, and how many there are in all. NULLs last; ties by id, newest first. */
export async function selectSessionPage(
  db: SqlRunner,
  query: SessionPageQuery,
): Promise<{ sessions: SessionView[]; total: number }> {
  const conditions = ['deleted_at is null'];
  const parameters: unknown[] = [];
  if (query.status !== 'all') conditions.push(`status = $${parameters.push(query.status)}`);
  if (query.code !== undefined) {
    conditions.push(
      /^[0-9]+$/.test(query.code)
        ? `starts_with(code, $${parameters.push(query.code)})`
        : `position(lower($${parameters.push(query.code)}) in lower(stock_name)) > 0`,
    );
  }
  const where = conditions.join(' and ');
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total from tracking_session where ${where}`,
    parameters,
  );
  const sessions = await db.query<SessionView>(
    `select ${COLUMNS} from tracking_session where ${where}
     order by ${SESSION_SORTS[query.sort]} ${query.order} nulls last, id desc
     limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    [...parameters, query.limit, query.offset],
  );
  return { sessions, total: count?.total ?? 0 };
}

export async function selectSession(db: SqlRunner, id: number): Promise<SessionView | undefined> {
  const [session] = await db.query<SessionView>(
    `select ${COLUMNS} from tracking_session where id = $1 and deleted_at is null`,
    [id],
  );
  return session;
}

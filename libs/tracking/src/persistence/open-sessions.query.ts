import { columnNamesOf, type Transaction } from '#lib/database';
import { selectOpenSessionIds } from './session-write.query';
import { TrackingSession } from './tracking-session.entity';

/** A session to open. */
export type NewSession = Pick<TrackingSession, 'code' | 'stockName' | 'entryDate' | 'entryClosePrice'>;

/** What the sessions of one call have in common. */
export interface SessionOrigin {
  source: string;
  marketSource: string;
  createdBy: number | null;
}

export interface OpenedSession {
  code: string;
  sessionId: number;
  outcome: 'created' | 'already_open';
}

const MAX_ROUNDS = 5;

/**
 * Opens a session for each code that has none open; the others are answered with the open one. Codes must be distinct.
 * Rows are written in code order, so that two writers of the same codes wait for each other and never deadlock.
 */
export async function openSessionsInOrder(
  tx: Transaction,
  sessions: readonly NewSession[],
  origin: SessionOrigin,
): Promise<Map<string, OpenedSession>> {
  const opened = new Map<string, OpenedSession>();
  let pending = [...sessions];
  // A session that was open at the insert may be closed before the look-up: then its code comes round again.
  for (let round = 0; pending.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const row of await insertMissing(tx, pending, origin)) opened.set(row.code, { ...row, outcome: 'created' });
    const taken = pending.filter((session) => !opened.has(session.code)).map((session) => session.code);
    if (taken.length === 0) break;
    for (const [code, sessionId] of await selectOpenSessionIds(tx, taken)) {
      opened.set(code, { code, sessionId, outcome: 'already_open' });
    }
    pending = pending.filter((session) => !opened.has(session.code));
  }
  return opened;
}

const OPENED = columnNamesOf(TrackingSession, [
  'code',
  'stockName',
  'entryDate',
  'entryClosePrice',
  'currentPrimaryPhase',
  'source',
  'marketSource',
  'createdBy',
]);

async function insertMissing(
  tx: Transaction,
  sessions: readonly NewSession[],
  origin: SessionOrigin,
): Promise<{ code: string; sessionId: number }[]> {
  return tx.query(
    `insert into tracking_session (${OPENED})
     select n.code, left(n.stock_name, 100), n.entry_date, n.entry_close_price, 'transition', $5, $6, $7
     from unnest($1::text[], $2::text[], $3::date[], $4::float8[])
       as n(code, stock_name, entry_date, entry_close_price)
     order by n.code
     on conflict (code) where ended_at is null and deleted_at is null do nothing
     returning code, id as "sessionId"`,
    [
      sessions.map((session) => session.code),
      sessions.map((session) => session.stockName),
      sessions.map((session) => session.entryDate),
      sessions.map((session) => session.entryClosePrice),
      origin.source,
      origin.marketSource,
      origin.createdBy,
    ],
  );
}

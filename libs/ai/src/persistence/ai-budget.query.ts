import { type Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** The day by PostgreSQL's clock: one clock decides when a day begins for all processes, and a replay spends real money. */
export const BUDGET_DAY = `(now() at time zone 'Asia/Shanghai')::date`;

export interface AiBudget {
  callsPerDay: number;
  /** Of the requests of one user; the calls of drains are of no user. */
  callsPerUserPerDay: number;
  tokensPerDay: number;
}

/** A request to a model that is about to go out. */
export interface CallToReserve {
  /** The most tokens that it may take. */
  tokens: number;
  /** The user in whose share it counts as well; null: none. */
  userId: number | null;
}

/**
 * Reserves one request in its user's share and in the whole budget, in both or in none, so that any number of processes
 * together stay within them.
 * @returns the day of the reservation.
 * @throws BudgetSpentError if the request would exceed one of them.
 */
export async function reserveCall(
  database: Database,
  budget: AiBudget,
  { tokens, userId }: CallToReserve,
): Promise<CalendarDay> {
  if (userId === null) return reserveInTotal(database, budget, tokens);
  return database.transaction(async (tx) => {
    await reserveInShare(tx, budget, userId);
    // The row of all comes last: it is locked for the shortest time.
    return reserveInTotal(tx, budget, tokens);
  });
}

/** Undoes the reservation. */
export class BudgetSpentError extends Error {
  constructor(readonly code: 'budget_spent' | 'user_budget_spent') {
    super(code);
  }
}

async function reserveInShare(db: SqlRunner, budget: AiBudget, userId: number): Promise<void> {
  const reserved = await db.query(
    `insert into ai_budget_user_day (day, user_id, calls) values (${BUDGET_DAY}, $1, 1)
     on conflict (day, user_id) do update set calls = ai_budget_user_day.calls + 1 where ai_budget_user_day.calls < $2
     returning day`,
    [userId, budget.callsPerUserPerDay],
  );
  if (reserved.length === 0) throw new BudgetSpentError('user_budget_spent');
}

async function reserveInTotal(db: SqlRunner, budget: AiBudget, tokens: number): Promise<CalendarDay> {
  if (tokens > budget.tokensPerDay) throw new BudgetSpentError('budget_spent');
  const [row] = await db.query<{ day: CalendarDay }>(
    `insert into ai_budget_day (day, calls, tokens) values (${BUDGET_DAY}, 1, $1)
     on conflict (day) do update set calls = ai_budget_day.calls + 1, tokens = ai_budget_day.tokens + $1
       where ai_budget_day.calls < $2 and ai_budget_day.tokens + $1 <= $3
     returning day`,
    [tokens, budget.callsPerDay, budget.tokensPerDay],
  );
  if (row === undefined) throw new BudgetSpentError('budget_spent');
  return row.day;
}

/** Replaces the tokens reserved for a request with those that it really took. */
export async function settleTokens(db: SqlRunner, day: CalendarDay, reserved: number, taken: number): Promise<void> {
  await db.query('update ai_budget_day set tokens = greatest(0, tokens + $2) where day = $1', [day, taken - reserved]);
}

/**
 * Releases a reserved request: the server surely did no work for it. The user's row is locked first, as {@link reserveCall}
 * does it: PostgreSQL runs a WITH that nothing reads last, and then a call that is reserved meanwhile deadlocks with this one.
 */
export async function releaseCall(db: SqlRunner, day: CalendarDay, { tokens, userId }: CallToReserve): Promise<void> {
  await db.query(
    `with share as (
       update ai_budget_user_day set calls = greatest(0, calls - 1) where day = $1 and user_id = $3 returning day)
     update ai_budget_day set calls = greatest(0, calls - 1), tokens = greatest(0, tokens - $2)
     where day = $1 and (select count(*) from share) >= 0`,
    [day, tokens, userId],
  );
}

/** What was reserved today, by all processes and models together. */
export async function selectSpentToday(db: SqlRunner): Promise<{ day: CalendarDay; calls: number; tokens: number }> {
  const [row] = await db.query<{ day: CalendarDay; calls: number; tokens: number }>(
    `select t.day, coalesce(b.calls, 0) as calls, coalesce(b.tokens, 0) as tokens
     from (select ${BUDGET_DAY} as day) t left join ai_budget_day b on b.day = t.day`,
  );
  if (row === undefined) throw new Error('a select without a from clause gave no row');
  return row;
}

/** Calls that were reserved today in a user's share. */
export async function selectSharedToday(db: SqlRunner, userId: number): Promise<number> {
  const [row] = await db.query<{ calls: number }>(
    `select calls from ai_budget_user_day where day = ${BUDGET_DAY} and user_id = $1`,
    [userId],
  );
  return row?.calls ?? 0;
}

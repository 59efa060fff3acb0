import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** The day by PostgreSQL's clock: of many processes, one says when a day begins, and a replay spends real money. */
const TODAY = `(now() at time zone 'Asia/Shanghai')::date`;

export interface AiBudget {
  callsPerDay: number;
  tokensPerDay: number;
}

/**
 * Books one request with the tokens that it may take, in one statement, so that any number of processes together stay within
 * the budget.
 * @returns the day that was booked on; undefined where the request would exceed the budget.
 */
export async function bookCall(db: SqlRunner, budget: AiBudget, tokens: number): Promise<CalendarDay | undefined> {
  if (tokens > budget.tokensPerDay) return undefined;
  const [row] = await db.query<{ day: CalendarDay }>(
    `insert into ai_budget_day (day, calls, tokens) values (${TODAY}, 1, $1)
     on conflict (day) do update set calls = ai_budget_day.calls + 1, tokens = ai_budget_day.tokens + $1
       where ai_budget_day.calls < $2 and ai_budget_day.tokens + $1 <= $3
     returning day`,
    [tokens, budget.callsPerDay, budget.tokensPerDay],
  );
  return row?.day;
}

/** Puts what a request really took in the place of what was booked for it. */
export async function settleTokens(db: SqlRunner, day: CalendarDay, booked: number, taken: number): Promise<void> {
  await db.query('update ai_budget_day set tokens = greatest(0, tokens + $2) where day = $1', [day, taken - booked]);
}

/** What was booked today, all processes and models together. */
export async function selectSpentToday(db: SqlRunner): Promise<{ day: CalendarDay; calls: number; tokens: number }> {
  const [row] = await db.query<{ day: CalendarDay; calls: number; tokens: number }>(
    `select t.day, coalesce(b.calls, 0) as calls, coalesce(b.tokens, 0) as tokens
     from (select ${TODAY} as day) t left join ai_budget_day b on b.day = t.day`,
  );
  if (row === undefined) throw new Error('a select without a from clause gave no row');
  return row;
}

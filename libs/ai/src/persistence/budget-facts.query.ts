import type { SqlRunner } from '#lib/database';
import { recordEvent } from '#lib/events';
import type { CalendarDay } from '#lib/kernel';
import { BUDGET_DAY } from './ai-budget.query';

/** Tells that the day's budget is spent, or a user's share of it; once a day. */
export async function recordBudgetSpent(sql: SqlRunner, userId: number | null): Promise<void> {
  const [row] = await sql.query<{ day: CalendarDay }>(`select ${BUDGET_DAY} as day`);
  if (row === undefined) return;
  const { day } = row;
  const budget = userId === null ? 'all' : 'user';
  const key = userId === null ? day : `${day}:${String(userId)}`;
  await recordEvent(sql, { type: 'budget.spent', key, data: { day, budget, userId } });
}

import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { ChipContext, EarlierOutcome } from '../domain/question';

const DAILY_VERDICTS = 5;
const WEEKLY_VERDICTS = 3;

/** The newest chip distribution of a stock up to a day, of the model whose values sessions show. */
export async function selectChips(db: SqlRunner, code: string, through: CalendarDay): Promise<ChipContext | undefined> {
  const [row] = await db.query<ChipContext>(
    `select trade_date as "tradeDate", winner_rate as "winnerRatePct", weighted_average as "averageCost",
       array[cost15, cost85] as range70, array[cost5, cost95] as range90, concentration70, concentration90
     from chip_distribution
     where code = $1 and trade_date <= $2 and source = (select chip_source from market_state)
     order by trade_date desc limit 1`,
    [code, through],
  );
  return row;
}

/**
 * What a user paid for a stock, if the job is theirs or of no user (a drain): questions of other users do not contain it.
 * @returns yuan a share, after sales at a profit possibly below 0; undefined if it is not held.
 */
export async function selectOwnCost(
  db: SqlRunner,
  { code, userId, jobId }: { code: string; userId: number; jobId: number },
): Promise<number | undefined> {
  const [row] = await db.query<{ cost: number }>(
    `select p.avg_cost as cost from position p
     where p.user_id = $1 and p.code = $2 and p.avg_cost is not null
       and exists (select from job j where j.id = $3 and coalesce(j.requested_by, $1) = $1)`,
    [userId, code, jobId],
  );
  return row?.cost;
}

/** The session's newest judgements before a day, made from data up to `through`, oldest first: weeks, then days. */
export function selectEarlierOutcomes(
  db: SqlRunner,
  { sessionId, before, through }: { sessionId: number; before: CalendarDay; through: CalendarDay },
): Promise<EarlierOutcome[]> {
  const newest = (table: string, day: string, kind: string, count: number) =>
    `(select '${kind}' as kind, ${day} as date, primary_phase_hint as phase, cycle_events as events from ${table}
      where session_id = $1 and deleted_at is null and ${day} < $2 and coalesce(data_through, ${day}) <= $3
      order by ${day} desc limit ${count})`;
  return db.query<EarlierOutcome>(
    `select kind, date, phase, events from (
       ${newest('weekly_record', 'week_end_date', 'weekly', WEEKLY_VERDICTS)}
       union all ${newest('daily_record', 'trade_date', 'daily', DAILY_VERDICTS)}
     ) v order by kind desc, date`,
    [sessionId, before, through],
  );
}

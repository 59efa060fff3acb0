import { runSql, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { type Board, notProvisional } from '#lib/market-data';

/** A stock whose lowest volume of the range was not undercut in the prior window, with what the limit rule needs. */
export interface LowVolumeRow {
  code: string;
  stockName: string | null;
  board: Board;
  entryDate: CalendarDay;
  minVolume: number;
  close: number;
  /** The ex-right previous close where the source has one, else the previous bar's close. */
  previousClose: number | null;
  vendorLimitUp: number | null;
  isSt: boolean | null;
  circMarketCap: number;
  priorMinVolume: number | null;
  priorMinVolumeDate: CalendarDay | null;
}

/**
 * The scan's one statement, for any list of codes. The first part reads the covering index alone: the range's lowest bar
 * of each code, then the window up to the first lower volume. The sub-select with a LIMIT keeps the planner from turning
 * the test into an anti-join over the whole table.
 */
const LOW_VOLUME = `
  with low as materialized (
    select c.code, day.volume, day.trade_date
    from unnest($1::text[]) as c(code)
    cross join lateral (
      select b.volume, b.trade_date from daily_bar b
      where b.code = c.code and b.trade_date between $2::date and $3::date and ${notProvisional('b')}
      order by b.volume, b.trade_date desc limit 1
    ) day
    where (
      select true from daily_bar p
      where p.code = c.code and p.trade_date >= $4::date and p.trade_date < $2::date and p.volume < day.volume
        and ${notProvisional('p')}
      limit 1
    ) is null
  )
  select low.code, s.name as "stockName", s.board, low.trade_date as "entryDate", low.volume as "minVolume",
    entry.close, coalesce(entry.pre_close, before.close) as "previousClose", entry.up_limit as "vendorLimitUp",
    entry.is_st as "isSt", last.circ_market_cap as "circMarketCap",
    prior.volume as "priorMinVolume", prior.trade_date as "priorMinVolumeDate"
  from low
  join stock s on s.code = low.code
  join daily_bar entry on entry.trade_date = low.trade_date and entry.code = low.code
  cross join lateral (
    select b.circ_market_cap from daily_bar b
    where b.code = low.code and b.trade_date between $2::date and $3::date and ${notProvisional('b')}
    order by b.trade_date desc limit 1
  ) last
  left join lateral (
    select b.close from daily_bar b
    where b.code = low.code and b.trade_date < low.trade_date
    order by b.trade_date desc limit 1
  ) before on true
  left join lateral (
    select p.volume, p.trade_date from daily_bar p
    where p.code = low.code and p.trade_date >= $4::date and p.trade_date < $2::date and ${notProvisional('p')}
    order by p.volume, p.trade_date desc limit 1
  ) prior on true
  order by low.code`;

export async function selectLowVolumeDays(
  tx: Transaction,
  task: { codes: readonly string[]; startDate: CalendarDay; endDate: CalendarDay; priorStart: CalendarDay },
): Promise<LowVolumeRow[]> {
  return runSql<LowVolumeRow>(tx, LOW_VOLUME, [task.codes, task.startDate, task.endDate, task.priorStart]);
}

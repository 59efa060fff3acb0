import { runSql, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readStockAdjustments } from '#lib/market-data';

/** What all listed, unsuspended stocks did over the days of a horizon. */
export interface MarketReturn {
  stocks: number;
  medianPct: number;
  /** Share of the stocks above the median, below it, and within half of their own σ60 √h: what a guess would score. */
  baseUp: number;
  baseDown: number;
  baseFlat: number;
}

export interface HorizonDays {
  dataThrough: CalendarDay;
  horizon: number;
  /** The first trading day after `dataThrough`, and the horizon's last. */
  entryDay: CalendarDay;
  horizonEnd: CalendarDay;
  /** The day from which the bars of σ60 come. */
  sigmaFrom: CalendarDay;
}

/** As stored, or undefined. */
export async function selectMarketReturn(
  db: SqlRunner,
  { dataThrough, horizon }: Pick<HorizonDays, 'dataThrough' | 'horizon'>,
): Promise<MarketReturn | undefined> {
  const [row] = await db.query<MarketReturn>(
    `select stocks, median_pct as "medianPct", base_up as "baseUp", base_down as "baseDown", base_flat as "baseFlat"
     from market_return where data_through = $1 and horizon = $2`,
    [dataThrough, horizon],
  );
  return row;
}

/**
 * Computes and stores it: every stock with a bar on the entry day, bought at its open and held to the horizon's end or its
 * last bar before, adjusted as {@link readStockAdjustments} judges; one whose prices do not compare is left out. One pass
 * over the market.
 */
export async function storeMarketReturn(db: SqlRunner, days: HorizonDays): Promise<void> {
  const { codes, factors } = await factorsOf(db, days);
  await db.query(
    `insert into market_return (data_through, horizon, entry_day, horizon_end, entry_bars, end_bars, stocks, median_pct, base_up, base_down, base_flat)
     with held as (
       select e.code, (x.close * b.factor / e.open - 1) * 100 as pct
       from unnest($6::text[], $7::float8[]) as b(code, factor)
       join daily_bar e on e.code = b.code and e.trade_date = $3
       cross join lateral (
         select close from daily_bar x where x.code = e.code and x.trade_date between $3 and $4
         order by x.trade_date desc limit 1
       ) x
     ), sigma as (
       select code, stddev_samp(change) * 100 as pct
       from (
         select code, close / coalesce(pre_close, lag(close) over (partition by code order by trade_date)) - 1 as change
         from daily_bar where trade_date between $5 and $1::date
       ) daily group by code
     ), middle as (select percentile_cont(0.5) within group (order by pct) as pct from held)
     select $1::date, $2::smallint, $3::date, $4::date,
       coalesce((select bars from market_day where trade_date = $3), 0),
       coalesce((select bars from market_day where trade_date = $4), 0), count(*), coalesce(max(middle.pct), 0),
       coalesce(avg((held.pct > middle.pct)::int), 0), coalesce(avg((held.pct < middle.pct)::int), 0),
       coalesce(avg((abs(held.pct) <= 0.5 * coalesce(sigma.pct, 0) * sqrt($2::smallint))::int), 0)
     from held cross join middle left join sigma on sigma.code = held.code
     on conflict do nothing`,
    [days.dataThrough, days.horizon, days.entryDay, days.horizonEnd, days.sigmaFrom, codes, factors],
  );
}

/** What a price of the entry day is divided by to stand beside one of the horizon's end, of all stocks that compare. */
async function factorsOf(
  db: SqlRunner,
  { entryDay, horizonEnd }: HorizonDays,
): Promise<{ codes: string[]; factors: number[] }> {
  const rows = await db.query<{ code: string }>('select code from daily_bar where trade_date = $1 order by code', [
    entryDay,
  ]);
  const adjustments = await readStockAdjustments(
    db,
    rows.map(({ code }) => code),
  );
  const known = rows.flatMap(({ code }) => {
    const { factor } = adjustments.of(code).compare({ date: entryDay, barDate: entryDay }, horizonEnd, false);
    return factor === null ? [] : [{ code, factor }];
  });
  return { codes: known.map(({ code }) => code), factors: known.map(({ factor }) => factor) };
}

/**
 * Forgets what was computed from days that have more or fewer bars by now, with the scores that were held against it: an
 * import brought what was missing. @returns how many days and horizons.
 */
export async function forgetOutdatedReturns(tx: Transaction): Promise<number> {
  const outdated = await runSql<{ horizon: number }>(
    tx,
    `with outdated as (
       delete from market_return m
       where m.entry_bars <> coalesce((select bars from market_day where trade_date = m.entry_day), 0)
         or m.end_bars <> coalesce((select bars from market_day where trade_date = m.horizon_end), 0)
       returning m.data_through, m.horizon
     ), forgotten as (
       delete from ai_judgement_score s using ai_judgement j, outdated o
       where j.id = s.judgement_id and j.data_through = o.data_through and s.horizon = o.horizon
     )
     select horizon from outdated`,
  );
  return outdated.length;
}

import { type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readStockAdjustments } from '#lib/market-data';
import type { MarketOfDays } from '../domain/track-record/outcome';
import { METHOD } from './judgements.query';

/** What all stocks that a study without filters compares with did from the open of a day to the close of another. */
export interface MarketSpan extends MarketOfDays {
  /** Share of the stocks above the median, below it, and within half of their own σ60 √days: what a guess would score. */
  baseUp: number;
  baseDown: number;
  baseFlat: number;
}

export interface SpanDays {
  entryDay: CalendarDay;
  exitDay: CalendarDay;
  /** Open days after the entry day, up to the exit. */
  openDays: number;
  /** The open day before the entry, and the day from which the bars of σ60 come. */
  dayBefore: CalendarDay;
  sigmaFrom: CalendarDay;
}

/** Least number of stocks for fifths by market cap. */
const FEWEST_SIZED = 50;

/** As stored, or undefined. */
export async function selectMarketSpan(
  db: SqlRunner,
  { entryDay, exitDay }: Pick<SpanDays, 'entryDay' | 'exitDay'>,
): Promise<MarketSpan | undefined> {
  const [row] = await db.query<MarketSpan>(
    `select open_days as "openDays", median_pct as "medianPct", base_up as "baseUp", base_down as "baseDown",
       base_flat as "baseFlat", cap_fifths as "capFifths"
     from market_span where entry_day = $1 and exit_day = $2`,
    [entryDay, exitDay],
  );
  return row;
}

/**
 * Computes and stores it: every stock with a bar on the entry day and one before it, so that it could be bought, at its open and
 * held to the exit or to its last bar before, adjusted by {@link readStockAdjustments}. One pass over the market.
 */
export async function storeMarketSpan(db: SqlRunner, days: SpanDays): Promise<void> {
  const { codes, factors } = await selectFactors(db, days);
  await db.query(
    `insert into market_span (entry_day, exit_day, entry_bars, exit_bars, open_days, stocks, median_pct, base_up, base_down,
       base_flat, cap_fifths)
     with held as (
       select e.code, (x.close * b.factor / e.open - 1) * 100 as pct, p.circ_market_cap as cap
       from unnest($6::text[], $7::float8[]) as b(code, factor)
       join daily_bar e on e.code = b.code and e.trade_date = $1
       left join daily_bar p on p.code = b.code and p.trade_date = $4::date
       cross join lateral (
         select close from daily_bar x where x.code = e.code and x.trade_date between $1 and $2
         order by x.trade_date desc limit 1
       ) x
     ), sigma as (
       select code, stddev_samp(change) * 100 as pct
       from (
         select code, close / coalesce(pre_close, lag(close) over (partition by code order by trade_date)) - 1 as change
         from daily_bar where trade_date between $5 and $4::date
       ) daily group by code
     ), middle as (select percentile_cont(0.5) within group (order by pct) as pct from held
     ), sized as (
       select pct, cap, ntile(5) over (order by cap) as fifth, count(*) over () as stocks from held where cap is not null
     ), fifths as (
       select fifth, max(cap) as up_to, percentile_cont(0.5) within group (order by pct) as pct
       from sized where stocks >= ${FEWEST_SIZED} group by fifth
     )
     select $1::date, $2::date,
       coalesce((select bars from market_day where trade_date = $1), 0),
       coalesce((select bars from market_day where trade_date = $2), 0),
       $3::integer, count(*), coalesce(max(middle.pct), 0),
       coalesce(avg((held.pct > middle.pct)::int), 0), coalesce(avg((held.pct < middle.pct)::int), 0),
       coalesce(avg((abs(held.pct) <= 0.5 * coalesce(sigma.pct, 0) * sqrt($3::integer))::int), 0),
       (select jsonb_agg(jsonb_build_object('upTo', up_to, 'medianPct', pct) order by fifth) from fifths)
     from held cross join middle left join sigma on sigma.code = held.code
     on conflict do nothing`,
    [days.entryDay, days.exitDay, days.openDays, days.dayBefore, days.sigmaFrom, codes, factors],
  );
}

/** Stocks that could be bought on the entry day, and the divisors of its prices that make them comparable with those of the exit. */
async function selectFactors(
  db: SqlRunner,
  { entryDay, exitDay }: SpanDays,
): Promise<{ codes: string[]; factors: number[] }> {
  const rows = await db.query<{ code: string }>(
    `select code from daily_bar b where trade_date = $1
       and exists (select from daily_bar p where p.code = b.code and p.trade_date < $1)
     order by code`,
    [entryDay],
  );
  const codes = rows.map(({ code }) => code);
  const adjustments = await readStockAdjustments(db, codes);
  return { codes, factors: codes.map((code) => adjustments.of(code).priceFactorBetween(entryDay, exitDay)) };
}

/**
 * Forgets what was computed from days that have more or fewer bars by now, with the scores of positions that were held, or not
 * bought, over such a day: an import brought what was missing. Scores of an earlier method go too, and with them all spans.
 */
export async function forgetOutdatedScores(tx: Transaction): Promise<void> {
  await tx.query(`with earlier as (delete from ai_judgement_score where method < ${METHOD} returning 1)
    delete from market_span where exists (select from earlier)`);
  await tx.query(`with outdated as (
       delete from market_span m
       where m.entry_bars <> coalesce((select bars from market_day where trade_date = m.entry_day), 0)
         or m.exit_bars <> coalesce((select bars from market_day where trade_date = m.exit_day), 0)
       returning m.entry_day, m.exit_day
     ), spans as (
       select distinct entry_day, exit_day from outdated
     )
     delete from ai_judgement_score s using ai_judgement j, spans o
     where j.id = s.judgement_id and j.data_through < o.entry_day
       and (s.exit_date >= o.entry_day or s.exit_date is null and j.data_through > o.entry_day - 30)`);
}

import { type Transaction } from '#lib/database';
import {
  type DayFacts,
  estimatedCap,
  notProvisional,
  readStockAdjustments,
  withReferenceClose,
} from '#lib/market-data';
import type { LowVolumeStock, LowVolumeTask } from '../domain/low-volume-stock';
import type { ScanOptions } from '../domain/scan-options';

/** Which bars count: final ones, and none of one price if they are left out. */
const counted = (bar: string, { excludeLocked }: ScanOptions): string =>
  `and ${notProvisional(bar)}${excludeLocked ? ` and ${bar}.high > ${bar}.low` : ''}`;

/**
 * Low days by volumes as traded. It reads the covering index alone: the range's lowest bar of each code, then the window up
 * to the first lower volume. The sub-select with a LIMIT keeps the planner from turning the test into an anti-join over the
 * whole table.
 */
const lowAsTraded = (codes: string, options: ScanOptions): string => `
  select c.code, day.volume, day.trade_date
  from ${codes}
  cross join lateral (
    select b.volume, b.trade_date from daily_bar b
    where b.code = c.code and b.trade_date between $2::date and $3::date ${counted('b', options)}
    order by b.volume, b.trade_date desc limit 1
  ) day
  where (
    select true from daily_bar p
    where p.code = c.code and p.trade_date >= $4::date and p.trade_date < $2::date and p.volume < day.volume
      ${counted('p', options)}
    limit 1
  ) is null`;

/**
 * The spans of a stock between its share changes: a share of the span is `multiplier` shares of the range's end. A change
 * on the window's first day touches only what lies before it.
 */
const segments = (codes: string): string => `
  change as materialized (
    select h.code, h.trade_date, h.factor from share_change h
    where h.code in (${codes}) and h.trade_date > $4::date and h.trade_date <= $3::date
  ), segment as materialized (
    select code, from_date, coalesce(lead(from_date) over (partition by code order by from_date), $3::date + 1) as until,
      round(exp(coalesce(sum(ln(factor)) over (
        partition by code order by from_date desc rows between unbounded preceding and 1 preceding
      ), 0))::numeric, 9)::float8 as multiplier
    from (
      select code, trade_date as from_date, factor from change union all select distinct code, $4::date, 1 from change
    ) edge
  )`;

/** The same on volumes in shares of the range's end, for the stocks whose shares changed in the windows. */
const lowAdjusted = (options: ScanOptions): string => `
  select c.code, day.volume, day.trade_date
  from (select distinct code from segment) c
  cross join lateral (
    select round(b.volume * g.multiplier)::bigint as volume, b.trade_date
    from segment g join daily_bar b on b.code = c.code and b.trade_date >= g.from_date and b.trade_date < g.until
    where g.code = c.code and b.trade_date between $2::date and $3::date ${counted('b', options)}
    order by 1, 2 desc limit 1
  ) day
  where (
    select true from segment g
    join daily_bar p on p.code = c.code and p.trade_date >= g.from_date and p.trade_date < g.until
    where g.code = c.code and p.trade_date >= $4::date and p.trade_date < $2::date
      and round(p.volume * g.multiplier)::bigint < day.volume ${counted('p', options)}
    limit 1
  ) is null`;

/** `low` on the requested basis, and `adjusted`: what those would be on share-adjusted volumes if it differs. */
const LOW_DAYS: Readonly<Record<ScanOptions['volumeBasis'], (options: ScanOptions) => string>> = {
  raw: (options) => `
    low as materialized (${lowAsTraded('unnest($1::text[]) as c(code)', options)}),
    ${segments('select code from low')},
    adjusted as materialized (${lowAdjusted(options)})`,
  shares_adjusted: (options) => `
    ${segments('select unnest($1::text[])')},
    low as materialized (
      ${lowAsTraded(
        '(select code from unnest($1::text[]) as u(code) where code not in (select code from change)) as c',
        options,
      )}
      union all
      ${lowAdjusted(options)}
    ),
    adjusted as (select code, volume, trade_date from low where false)`,
};

/** Bars of the prior window of a low stock, volumes on the requested basis. */
const PRIOR_BARS: Readonly<Record<ScanOptions['volumeBasis'], (options: ScanOptions) => string>> = {
  raw: (options) => `
    select p.volume, p.trade_date from daily_bar p
    where p.code = low.code and p.trade_date >= $4::date and p.trade_date < $2::date ${counted('p', options)}`,
  shares_adjusted: (options) => `
    select round(p.volume * g.multiplier)::bigint, p.trade_date
    from (
      select from_date, until, multiplier from segment where code = low.code
      union all
      select $4::date, $2::date, 1 where low.code not in (select code from change)
    ) g
    join daily_bar p on p.code = low.code and p.trade_date >= g.from_date and p.trade_date < least(g.until, $2::date)
      ${counted('p', options)}`,
};

/** What the rules read of a day: {@link DayFacts}. Special treatment by the bar, else by the name that was in force. */
const dayFacts = (day: string): string => `
  select json_build_object('tradeDate', b.trade_date, 'high', b.high, 'low', b.low, 'close', b.close,
    'previousClose', coalesce(b.pre_close, before.close), 'previousDate', before.trade_date,
    'previousCloseBasis', case when b.pre_close is null then 'raw' else 'ex_right' end,
    'vendorLimitUp', b.up_limit, 'vendorLimitDown', b.down_limit,
    'isSt', coalesce(b.is_st, named.name ~ '^S?[*]?ST'),
    'name', coalesce(named.name, s.name)) as facts
  from daily_bar b
  left join lateral (
    select e.close, e.trade_date from daily_bar e
    where b.pre_close is null and e.code = b.code and e.trade_date < b.trade_date
    order by e.trade_date desc limit 1
  ) before on true
  left join lateral (
    select n.name from stock_name n
    where n.code = b.code and n.from_date <= b.trade_date and (n.to_date is null or n.to_date >= b.trade_date)
    order by n.from_date desc limit 1
  ) named on true
  where b.trade_date = ${day} and b.code = low.code`;

/**
 * The scan's one statement, for any list of codes. The first part finds the low days, the second looks up the few that are
 * left. The lowest prior volume and its latest day are one number of 63 bits: the volume above 14 bits of the distance from
 * the range.
 */
const lowVolume = (options: ScanOptions): string => `
  with ${LOW_DAYS[options.volumeBasis](options)}
  select low.code, s.name as "stockName", s.board, low.volume as "minVolume", entry.facts as entry,
    json_build_object('close', last.close, 'volume', last.volume, 'turnoverPct', last.turnover_pct,
      'circMarketCap', coalesce(last.circ_market_cap, estimated.cap)) as cap, last.circ_market_cap is null as "capEstimated", last.trade_date as "capDate",
    prior.bars as "priorBars", prior.lowest >> 14 as "priorMinVolume", prior_day.facts as prior,
    prior.median as "medianVolume", low.code in (select code from change) as "sharesChanged", other.facts as "adjustedEntry"
  from low
  join stock s on s.code = low.code
  cross join lateral (${dayFacts('low.trade_date')}) entry
  cross join lateral (
    select b.code, b.close, b.volume, b.turnover_pct, b.circ_market_cap, b.trade_date from daily_bar b
    where b.code = low.code and b.trade_date between $2::date and $3::date and ${notProvisional('b')}
    order by b.trade_date desc limit 1
  ) last
  left join lateral (${estimatedCap('last')}) estimated on true
  cross join lateral (
    select count(*) as bars, min(w.volume * 16384 + ($2::date - w.trade_date)) as lowest,
      percentile_cont(0.5) within group (order by w.volume) filter (where w.trade_date >= $5::date) as median
    from (${PRIOR_BARS[options.volumeBasis](options)}) as w(volume, trade_date)
  ) prior
  left join lateral (${dayFacts('$2::date - (prior.lowest & 16383)::integer')}) prior_day on true
  left join adjusted on adjusted.code = low.code
  left join lateral (${dayFacts('adjusted.trade_date')}) other on true
  order by low.code`;

type LowVolumeRow = Omit<LowVolumeStock, 'adjustedEntry'> & {
  sharesChanged: boolean;
  adjustedEntry: Exclude<LowVolumeStock['adjustedEntry'], 'same'>;
};

/** The stocks whose lowest volume of the range was not undercut in the prior window, in code order. */
export async function selectLowVolumeStocks(tx: Transaction, task: LowVolumeTask): Promise<LowVolumeStock[]> {
  const { codes, startDate, endDate, priorStart, medianStart, options } = task;
  const rows = await tx.query<LowVolumeRow>(lowVolume(options), [codes, startDate, endDate, priorStart, medianStart]);
  const adjustments = await readStockAdjustments(
    tx,
    rows.filter(needsAdjustments).map(({ code }) => code),
  );
  return rows.map(({ sharesChanged, adjustedEntry, ...row }) => {
    const referenced = <Day extends DayFacts | null>(day: Day): Day =>
      day === null ? day : withReferenceClose(day, adjustments.of(row.code));
    return {
      ...row,
      entry: referenced(row.entry),
      prior: referenced(row.prior),
      adjustedEntry: sharesChanged && options.volumeBasis === 'raw' ? referenced(adjustedEntry) : 'same',
    };
  });
}

/** Whether a day of the stock has the close of the bar before as its previous close, which an ex-right may lie behind. */
function needsAdjustments({ entry, prior, adjustedEntry }: LowVolumeRow): boolean {
  return [entry, prior, adjustedEntry].some((day) => day?.previousCloseBasis === 'raw' && day.previousClose !== null);
}

import type { SqlRunner } from '#lib/database';
import { addDays, type CalendarDay, calendarDayFromEpochDay } from '#lib/kernel';
import { barSourceNo } from '../domain/bar-source';
import { type BarAfterBar, findPriceBreak } from '../domain/price-break';
import { TradingCalendar } from '../domain/trading-calendar';
import { estimatedCap } from './estimated-cap';
import { selectExchangeDays } from './exchange-days.query';
import { notProvisional } from './provisional-bars.query';
import { correctReferenceCloses } from './reference-close.query';
import { forgetShareChanges, noteShareRule, type PossibleBonus, storeShareChanges } from './share-changes.query';
import {
  type BreakCandidate,
  LOWEST_BAND,
  OPENS_LOWER,
  ROUNDING,
  SAME_PRICE,
  SHARES_GREW,
} from '../domain/staged-breaks';

/** The lowest volume is that of so many open days, up to the market's last. */
const LOWEST_VOLUME_DAYS = 360;

/** A volume is compared with the mean of so many of the stock's own bars before (量比); a suspension has none. */
const VOLUME_RATIO_BARS = 5;

/**
 * `first_load`: the staged bars, which are all there are. `load`: the staged bars and those after them. `earlier`: the
 * staged bars, all of them before the market's first day, and the first ones after them. `everything`: all bars of the
 * market.
 */
export type FiguresExtent = 'first_load' | 'load' | 'earlier' | 'everything';

/** A stock's first bars may be those of a listing; behind these nothing looks back at what came before. */
const LISTING_BARS = 6;

/** Which stocks to look at, from which day to which, and up to where a bar may lack its previous close. */
const TOUCHED_BY_LOAD = `
  select code, since, 'infinity'::date, greatest(staged.missing_bound, known.pre_close_missing_date)
  from (
    select code, min(trade_date) as since, max(trade_date) filter (where pre_close is null) as missing_bound
    from bar_staging group by code
  ) staged join stock using (code) left join stock_figures known using (code)`;
const TOUCHED: Readonly<Record<FiguresExtent, string>> = {
  first_load: TOUCHED_BY_LOAD,
  load: TOUCHED_BY_LOAD,
  // A stock without bars among them that was there on the market's first day may be a newcomer of that day now.
  earlier: `
    select s.code, span.since, coalesce(listing.last, 'infinity'), greatest(staged.missing_bound, known.pre_close_missing_date)
    from (select min(trade_date) as since, max(trade_date) as last from bar_staging) span
    join stock s on s.first_bar_date <= (select min(trade_date) from market_day where trade_date > span.last)
    left join (
      select code, max(trade_date) filter (where pre_close is null) as missing_bound from bar_staging group by code
    ) staged on staged.code = s.code
    left join stock_figures known on known.code = s.code
    left join lateral (
      select b.trade_date as last from daily_bar b where b.code = s.code and b.trade_date > span.last
      order by b.trade_date offset ${LISTING_BARS - 1} limit 1
    ) listing on true`,
  everything: `
    select code, min(trade_date), 'infinity'::date, max(trade_date) filter (where pre_close is null)
    from daily_bar group by code`,
};

/**
 * What the coming merge of the staged bars asks for. Most loads touch their own stocks alone; a day of the past that the
 * market did not have, or another list date, can change what lies between bars of any stock.
 */
export async function selectFiguresExtent(
  tx: SqlRunner,
  stocks: readonly { code: string; listDate: CalendarDay | null }[],
): Promise<FiguresExtent> {
  const [market] = await tx.query<{ empty: boolean }>('select not exists (select from daily_bar) as empty');
  if (market?.empty === true) return 'first_load';
  const [row] = await tx.query<{ redated: boolean; between: boolean; earlier: boolean }>(
    `select exists (
       select from stock s join unnest($1::text[], $2::date[]) as given(code, list_date) on given.code = s.code
       where given.list_date is distinct from s.list_date and given.list_date is not null
     ) as redated, exists (
       select trade_date from bar_staging where trade_date < (select max(trade_date) from market_day)
       except select trade_date from market_day
     ) as between, (select max(trade_date) from bar_staging) < (select min(trade_date) from market_day) as earlier`,
    [stocks.map(({ code }) => code), stocks.map(({ listDate }) => listDate)],
  );
  if (row?.redated === true) return 'everything';
  if (row?.earlier === true) return 'earlier';
  return row?.between === true ? 'everything' : 'load';
}

/**
 * Brings `price_break`, `share_change` and `stock_figures` up to date with the stored bars, in the caller's transaction.
 * @param staged What the staging has found, where it could; only a first load can use it.
 * @returns the codes that were looked at, and those whose figures moved with the market's last day.
 */
export async function refreshStockFigures(
  tx: SqlRunner,
  extent: FiguresExtent,
  staged?: readonly BreakCandidate[],
): Promise<string[]> {
  await tx.query(`
    create temporary table touched_stock (
      code text collate "C" primary key, since date not null, until date not null, missing_bound date
    ) on commit drop`);
  await tx.query(`insert into touched_stock ${TOUCHED[extent]}`);
  await tx.query('analyze touched_stock');
  const candidates = await findCandidates(tx, extent === 'first_load' ? staged : undefined);
  await forgetShareChanges(tx, extent === 'everything');
  await storePriceBreaks(tx, extent, candidates);
  await storeShareChanges(tx, candidates);
  if (extent === 'first_load' || extent === 'everything') await noteShareRule(tx);
  const touched = await tx.query<{ code: string }>('select code from touched_stock');
  const changed = await storeFigures(tx, extent);
  await correctReferenceCloses(tx);
  const gone = await tx.query<{ code: string }>(
    'delete from stock_figures f where not exists (select from stock s where s.code = f.code) returning code',
  );
  await tx.query('drop table touched_stock');
  return [...new Set([...touched, ...changed, ...gone].map(({ code }) => code))].sort();
}

type FoundBar = BarAfterBar & PossibleBonus;

/**
 * Bars of the touched stocks, each with the one before. The first day is looked up once a stock: a join of all bars would
 * look it up for each of them.
 */
const TOUCHED_BARS = `
  select b.code, b.trade_date, b.open, b.high, b.low, b.close, b.pre_close, b.is_st, b.volume, b.turnover_pct,
    b.circ_market_cap, lag(b.close) over stock_days as last_close, lag(b.trade_date) over stock_days as last_date,
    lag(b.volume) over stock_days as last_volume, lag(b.turnover_pct) over stock_days as last_turnover,
    lag(b.circ_market_cap) over stock_days as last_cap
  from (
    select code, until, coalesce(
      (select max(p.trade_date) from daily_bar p where p.code = t.code and p.trade_date < t.since), since) as since
    from touched_stock t offset 0
  ) t
  join daily_bar b on b.code = t.code and b.trade_date between t.since and t.until
  window stock_days as (partition by b.code order by b.trade_date)`;

/** The same of what the staging has found already. */
const STAGED_BARS = `
  select * from unnest($1::text[], $2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[],
      $8::boolean[], $9::bigint[], $10::float8[], $11::float8[], $12::float8[], $13::date[], $14::bigint[], $15::float8[],
      $16::float8[])
    as staged(code, trade_date, open, high, low, close, pre_close, is_st, volume, turnover_pct, circ_market_cap, last_close,
      last_date, last_volume, last_turnover, last_cap)`;

/** About how many shares circulate, as `sharesOf` of {@link StagedBreaks} has it. */
const sharesIn = (volume: string, turnover: string, cap: string, close: string): string =>
  `case when ${turnover} > 0 then ${volume} * 100 / ${turnover} else ${cap} / ${close} end`;

/** Candidates are few: the query leaves out what {@link findPriceBreak} can't call a break, as {@link StagedBreaks} does. */
const buildCandidatesQuery = (bars: string): string => `
  with bar as (${bars}), banded as (
    select bar.*, case when is_st then ${LOWEST_BAND.st} else ${LOWEST_BAND.others} end as band from bar
  )
  select bar.code, s.board, bar.trade_date as "tradeDate", bar.open, bar.high, bar.low, bar.pre_close as "preClose",
    bar.is_st as "isSt", bar.last_close as "lastClose", bar.trade_date - bar.last_date as "daysSince",
    bar.close, bar.volume, bar.turnover_pct as "turnoverPct", bar.circ_market_cap as "circMarketCap",
    bar.last_volume as "lastVolume", bar.last_turnover as "lastTurnoverPct", bar.last_cap as "lastCircMarketCap",
    bar.trade_date - bar.last_date > 1 and exists (
      select from daily_bar o where o.trade_date > bar.last_date and o.trade_date < bar.trade_date
    ) as "othersTradedBetween",
    case when s.first_bar_date = s.list_date or (s.list_date is null and s.first_bar_date > first_day.of_market) then (
      select nullif(count(*), 6)::integer from (
        select from daily_bar e where e.code = bar.code and e.trade_date <= bar.trade_date limit 6
      ) earlier
    ) end as "tradingDayNo"
  from banded bar
  join stock s on s.code = bar.code
  cross join (select min(trade_date) as of_market from daily_bar) first_day
  where bar.last_close is not null and (
    abs(bar.pre_close - bar.last_close) > ${SAME_PRICE}
    or bar.pre_close is null and (
      bar.high > bar.last_close * (1 + band) + ${ROUNDING.up} or bar.low < bar.last_close * (1 - band) - ${ROUNDING.down}
      or bar.open < bar.last_close * ${OPENS_LOWER}
        and ${sharesIn('bar.volume', 'bar.turnover_pct', 'bar.circ_market_cap', 'bar.close')}
          > ${sharesIn('bar.last_volume', 'bar.last_turnover', 'bar.last_cap', 'bar.last_close')} * ${SHARES_GREW}
    )
  )`;

function findCandidates(tx: SqlRunner, staged: readonly BreakCandidate[] | undefined): Promise<FoundBar[]> {
  if (staged === undefined) return tx.query<FoundBar>(buildCandidatesQuery(TOUCHED_BARS));
  const bars = staged.map(({ bar }) => bar);
  const lasts = staged.map(({ last }) => last);
  return tx.query<FoundBar>(buildCandidatesQuery(STAGED_BARS), [
    bars.map((bar) => bar.code),
    bars.map((bar) => calendarDayFromEpochDay(bar.day)),
    bars.map((bar) => bar.open),
    bars.map((bar) => bar.high),
    bars.map((bar) => bar.low),
    bars.map((bar) => bar.close),
    bars.map((bar) => bar.preClose),
    bars.map((bar) => bar.isSt),
    bars.map((bar) => bar.volume),
    bars.map((bar) => bar.turnoverPct),
    bars.map((bar) => bar.circMarketCap),
    lasts.map((last) => last.close),
    lasts.map((last) => calendarDayFromEpochDay(last.day)),
    lasts.map((last) => last.volume),
    lasts.map((last) => last.turnoverPct),
    lasts.map((last) => last.circMarketCap),
  ]);
}

async function storePriceBreaks(tx: SqlRunner, extent: FiguresExtent, candidates: readonly FoundBar[]): Promise<void> {
  const breaks = candidates.flatMap((bar) => {
    const found = findPriceBreak(bar);
    if (found === undefined) return [];
    return [{ code: bar.code, day: bar.tradeDate, ratio: found.kind === 'ex_right' ? found.ratio : null }];
  });
  await tx.query(
    extent === 'everything'
      ? 'delete from price_break'
      : 'delete from price_break p using touched_stock t where p.code = t.code and p.trade_date between t.since and t.until',
  );
  await tx.query(
    `insert into price_break (code, trade_date, kind, ratio)
     select code, day, case when ratio is null then 'gap' else 'ex_right' end, ratio
     from unnest($1::text[], $2::date[], $3::float8[]) as found(code, day, ratio)
     order by code, day`,
    [breaks.map(({ code }) => code), breaks.map(({ day }) => day), breaks.map(({ ratio }) => ratio)],
  );
}

const FIGURE_COLUMNS = [
  'code',
  ...['latest_trade_date', 'latest_close', 'circ_market_cap', 'lowest_volume_trade_date', 'lowest_volume'],
  ...['lowest_volume_from', 'lowest_volume_to', 'pre_close_missing_date', 'source', 'cap_source'],
  ...['reference_close', 'turnover_pct', 'volume_ratio'],
];
const FIGURE_VALUES =
  'trade_date, close, circ_market_cap, lowest_date, lowest_volume, $1::date, $2::date, missing_date, source, cap_source, ' +
  'reference_close, turnover_pct, volume_ratio';

/**
 * One figure in 63 bits orders days by volume, then latest first: volume (below 2^49 by the table's check) above the 14
 * bits of the day's distance from the market's last. So a hash is enough, and no bar is sorted.
 */
const PACKED = 'b.volume * 16384 + ($2::date - b.trade_date)';
const IN_WINDOW = `b.trade_date between $1::date and $2::date and ${notProvisional('b')}`;

/** The lowest volume of each stock, of all bars in the window. */
const LOWEST_OF_ALL = `
    select b.code, min(${PACKED}) as lowest from daily_bar b where ${IN_WINDOW} group by b.code`;

/** SQL: the lowest day that is kept of a stock is in the window still, and lower than all other bars that were there then. */
const LOWEST_STANDS = `
    f.lowest_volume_trade_date between $1::date and $2::date
    and f.lowest_volume_from <= $1::date
    and not exists (
      select from bar_staging g where g.code = f.code and g.trade_date = f.lowest_volume_trade_date
    )`;

/** The same of the days that are kept, the bars that the load brought, and all bars of the stocks of `$3`, whose day doesn't stand. */
const LOWEST_OF_CHANGES = `
    select code, min(packed) as lowest
    from (
      select f.code, f.lowest_volume * 16384 + ($2::date - f.lowest_volume_trade_date) as packed
      from stock_figures f where f.code <> all ($3::text[])
      union all
      select b.code, ${PACKED} from bar_staging g join daily_bar b on b.trade_date = g.trade_date and b.code = g.code
      where ${IN_WINDOW}
      union all
      select b.code, ${PACKED} from daily_bar b where b.code = any ($3::text[]) and ${IN_WINDOW}
    ) candidate group by code`;

/** For more stocks than these the bars of all are read, which takes less than to look up those of each. */
const MOST_LOOKED_UP = 1000;

/** @param lowest SQL: the code of a stock and the `lowest` {@link PACKED} figure of its bars. */
const buildFiguresQuery = (lowest: string): string => `
  with lowest as (${lowest}
  ), fresh as (
    select s.code, last.trade_date, last.close, coalesce(last.circ_market_cap, estimated.cap) as circ_market_cap, last.source,
      case when estimated.cap is null then last.cap_source else ${barSourceNo('last_shares')} end as cap_source,
      $2::date - (lowest.lowest & 16383)::integer as lowest_date, lowest.lowest >> 14 as lowest_volume,
      case when t.code is null then known.pre_close_missing_date else (
        select b.trade_date from daily_bar b
        where b.code = t.code and b.trade_date <= t.missing_bound and b.pre_close is null
        order by b.trade_date desc limit 1
      ) end as missing_date,
      coalesce(last.pre_close, yesterday.close) as reference_close, last.turnover_pct,
      case when earlier.bars = ${VOLUME_RATIO_BARS}
        then round(last.volume / earlier.mean_volume, 2)::float8 end as volume_ratio,
      known.code is null as is_new, known
    from stock s
    cross join lateral (
      select b.code, b.trade_date, b.close, b.pre_close, b.volume, b.turnover_pct, b.circ_market_cap, b.source,
        case when b.circ_market_cap is not null then b.cap_source end as cap_source
      from daily_bar b
      where b.code = s.code and ${notProvisional('b')} order by b.trade_date desc limit 1
    ) last
    left join lateral (${estimatedCap('last')}) estimated on true
    cross join lateral (
      select count(*) as bars, avg(r.volume) as mean_volume, max(r.trade_date) as trade_date
      from (
        select b.trade_date, b.volume from daily_bar b where b.code = s.code and b.trade_date < last.trade_date
        order by b.trade_date desc limit ${VOLUME_RATIO_BARS}
      ) r
    ) earlier
    left join daily_bar yesterday on yesterday.trade_date = earlier.trade_date and yesterday.code = s.code
    left join lowest on lowest.code = s.code
    left join touched_stock t on t.code = s.code
    left join stock_figures known on known.code = s.code
  )
  insert into stock_figures (${FIGURE_COLUMNS.join(', ')})
  select code, ${FIGURE_VALUES} from fresh
  where is_new or (${FIGURE_COLUMNS.slice(1)
    .map((column) => `(known).${column}`)
    .join(', ')}) is distinct from (${FIGURE_VALUES})
  order by code
  on conflict (code) do update set ${FIGURE_COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}
  returning code`;

async function storeFigures(tx: SqlRunner, extent: FiguresExtent): Promise<{ code: string }[]> {
  const [{ last } = { last: null }] = await tx.query<{ last: CalendarDay | null }>(
    `select max(trade_date) as last from daily_bar where ${notProvisional('daily_bar')}`,
  );
  if (last === null) return [];
  const days = await selectExchangeDays(tx);
  const calendar = TradingCalendar.published().with(days);
  const first = calendar.openDaysBefore(addDays(last, 1), LOWEST_VOLUME_DAYS)[0] ?? last;
  const bringsItsBars = extent === 'load' || extent === 'earlier';
  const outdated = bringsItsBars ? await selectOutdatedLowest(tx, first, last) : undefined;
  return outdated === undefined || outdated.length > MOST_LOOKED_UP
    ? tx.query(buildFiguresQuery(LOWEST_OF_ALL), [first, last])
    : tx.query(buildFiguresQuery(LOWEST_OF_CHANGES), [first, last, outdated]);
}

/** Stocks whose kept lowest day left the window, was brought again by the load, or is not known. */
async function selectOutdatedLowest(tx: SqlRunner, first: CalendarDay, last: CalendarDay): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    `select s.code from stock s where not exists (select from stock_figures f where f.code = s.code and ${LOWEST_STANDS})`,
    [first, last],
  );
  return rows.map(({ code }) => code);
}

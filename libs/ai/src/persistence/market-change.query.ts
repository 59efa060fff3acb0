import { type Database, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { MarketChange } from '../domain/question';

/** Days computed in one transaction: a second of work at most. */
const DAYS_AT_ONCE = 40;

/** Of the days from one to another, oldest first; days on which no stock compares are left out. */
export function selectMarketChanges(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<MarketChange[]> {
  // Rounded, so that a stock that comes in late does not make another question of the same bars.
  return db.query<MarketChange>(
    `select trade_date as "tradeDate", round(median_pct::numeric, 2)::float8 as "medianChangePct"
     from market_change where trade_date between $1 and $2 and median_pct is not null order by trade_date`,
    [from, to],
  );
}

/**
 * Computes what is missing from one day to another, or was computed from fewer or more bars than the market has now. Only such
 * days are read; several callers compute a day once.
 * @returns how many days were computed.
 */
export async function storeMarketChanges(db: Database, from: CalendarDay, to: CalendarDay): Promise<number> {
  let computed = 0;
  if ((await selectOutdated(db, from, to)).length === 0) return computed;
  for (;;) {
    const days = await db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('market_change', 0))`);
      const outdated = (await selectOutdated(tx, from, to)).slice(0, DAYS_AT_ONCE);
      if (outdated.length > 0) await compute(tx, outdated);
      return outdated.length;
    });
    if (days === 0) return computed;
    computed += days;
  }
}

interface OutdatedDay {
  day: CalendarDay;
  before: CalendarDay;
}

function selectOutdated(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<OutdatedDay[]> {
  return db.query<OutdatedDay>(
    `select d.day, d.before from (
       select trade_date as day, bars, lag(trade_date) over w as before, lag(bars) over w as bars_before
       from market_day where trade_date <= $2 window w as (order by trade_date)
     ) d
     left join market_change c on c.trade_date = d.day
     where d.day >= $1 and d.before is not null and (c.bars, c.bars_before) is distinct from (d.bars, d.bars_before)
     order by d.day desc`,
    [from, to],
  );
}

/** A change is against the exchange's previous close, which is the one after an ex-right; if no source has it, yesterday's. */
async function compute(tx: Transaction, days: readonly OutdatedDay[]): Promise<void> {
  await tx.query(
    `insert into market_change (trade_date, bars, bars_before, stocks, median_pct)
     select d.day, (select bars from market_day where trade_date = d.day),
       (select bars from market_day where trade_date = d.before), m.stocks, m.median
     from unnest($1::date[], $2::date[]) as d(day, before)
     cross join lateral (
       select count(*) as stocks,
         percentile_cont(0.5) within group (order by (b.close / coalesce(b.pre_close, y.close) - 1) * 100) as median
       from daily_bar b join daily_bar y on y.trade_date = d.before and y.code = b.code
       where b.trade_date = d.day
     ) m
     on conflict (trade_date) do update set bars = excluded.bars, bars_before = excluded.bars_before,
       stocks = excluded.stocks, median_pct = excluded.median_pct`,
    [days.map(({ day }) => day), days.map(({ before }) => before)],
  );
}

/** A digest of which days were measured, and from how many bars. */
export async function selectMarketChangeVersion(db: SqlRunner): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    `select md5(coalesce(string_agg(trade_date || ' ' || bars || ' ' || bars_before, ',' order by trade_date), '')) as version
     from market_change`,
  );
  return row?.version ?? '';
}

/** The first and the last of the newest `count` days with bars; undefined without any. */
export async function selectNewestDays(
  db: SqlRunner,
  count: number,
): Promise<{ from: CalendarDay; to: CalendarDay } | undefined> {
  const [span] = await db.query<{ from: CalendarDay | null; to: CalendarDay | null }>(
    `select min(trade_date) as "from", max(trade_date) as "to"
     from (select trade_date from market_day where bars > 0 order by trade_date desc limit $1) newest`,
    [count],
  );
  return span === undefined || span.from === null || span.to === null ? undefined : { from: span.from, to: span.to };
}

import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { CompanyHistory } from '../domain/fundamental/days/company-history';
import { OLDEST_VALUATION_DAYS } from '../domain/fundamental/days/company-timeline';

/** The companies of an industry by today's list; null: those without one. */
export interface IndustryCodes {
  readonly industry: string | null;
  readonly codes: readonly string[];
}

/** All companies, those of an industry together. */
export function selectIndustries(db: SqlRunner): Promise<IndustryCodes[]> {
  return db.query<IndustryCodes>(
    'select industry, array_agg(code order by code) as codes from stock group by industry order by industry',
  );
}

/** The industry of a company; undefined where the market has no such stock. */
export async function selectIndustryOf(db: SqlRunner, code: string): Promise<IndustryCodes | undefined> {
  const [found] = await db.query<IndustryCodes>(
    `select s.industry, case when s.industry is null then array[s.code]
       else (select array_agg(code order by code) from stock peer where peer.industry = s.industry) end as codes
     from stock s where s.code = $1`,
    [code],
  );
  return found;
}

const EPOCH_DAY = `trade_date - date '1970-01-01'`;

const valuations = (column: string, from?: string): string => `
  coalesce(json_agg(${column} order by trade_date) ${from === undefined ? '' : `filter (where trade_date > ${from})`}, '[]')`;

const lastDays = `$2::date - ${String(OLDEST_VALUATION_DAYS)}`;

const requestedThrough = (statement: string): string => `
  (select (u.fetched_at - interval '1 microsecond')::date - date '1970-01-01' from market_sync_unit u
   where u.data_set = '${statement}' and u.unit_key = s.code)`;

/**
 * What the facts of companies on the days [from, to] are made of: some 150 kB each over two years. Read by the same
 * conditions as `selectFactsOfCompanies` reads one day.
 */
export function selectHistories(
  db: SqlRunner,
  codes: readonly string[],
  from: CalendarDay,
  to: CalendarDay,
): Promise<CompanyHistory[]> {
  return db.query<CompanyHistory>(
    `select s.code, s.board, s.name,
       coalesce((select json_agg(json_build_object('from', n.from_date, 'name', n.name) order by n.from_date)
         from stock_name n where n.code = s.code and n.from_date <= $3), '[]') as names,
       (select min(r.published_on) from financial_report r where r.code = s.code) as "firstPublishedOn",
       coalesce((
         select json_agg(json_build_object('statement', r.statement, 'periodEnd', r.period_end, 'publishedOn', r.published_on,
             'publicFrom', r.public_from, 'fields', r.fields)
           order by r.period_end desc, r.published_on desc, r.ordinal)
         from (
           select r.*, case
             when r.ordinal = 0 or r.statement in ('dividend', 'holder_trade', 'share_unlock') then r.published_on
             else greatest(r.published_on, stored.day) end as public_from
           from financial_report r
           left join lateral (
             select (u.stored_at at time zone 'Asia/Shanghai')::date as day from market_sync_unit u
             where u.data_set = r.statement and u.unit_key = r.code
           ) stored on true
           where r.code = s.code and r.published_on <= $3
             and (r.ordinal = 0 or r.statement in ('dividend', 'holder_trade', 'share_unlock') or stored.day is not null)
             and case r.statement
               when 'holder_trade' then r.published_on > $2::date - 180
               when 'share_unlock' then r.published_on > $2::date - 60 or r.period_end > $2
               else r.period_end > $2::date - interval '6 years' end
         ) r
       ), '[]') as reports,
       (select json_build_object('days', coalesce(json_agg(${EPOCH_DAY} order by trade_date), '[]'),
           'closes', coalesce(json_agg(close order by trade_date), '[]'),
           'st', coalesce(json_agg(is_st order by trade_date), '[]'))
        from daily_bar b where b.code = s.code and b.trade_date <= $3 and b.trade_date >= coalesce(
          (select max(trade_date) from daily_bar earlier where earlier.code = s.code and earlier.trade_date <= $2), $2)) as bars,
       (select json_build_object('days', ${valuations(EPOCH_DAY)}, 'peTtm', ${valuations('pe_ttm')}, 'pb', ${valuations('pb')},
           'dividendYieldTtm', ${valuations('dividend_yield_ttm', lastDays)},
           'totalMarketCap', ${valuations('total_market_cap', lastDays)},
           'totalShares', ${valuations('total_shares', lastDays)})
        from daily_valuation v
        where v.code = s.code and v.trade_date <= $3 and v.trade_date > $2::date - interval '5 years') as valuations,
       json_build_object('holderTrades', ${requestedThrough('holder_trade')}, 'unlocks', ${requestedThrough('share_unlock')})
         as "requestedThrough",
       coalesce((select source = 'demo' from market_state), false) as "isInvented"
     from stock s where s.code = any($1) order by s.code`,
    [codes, from, to],
  );
}

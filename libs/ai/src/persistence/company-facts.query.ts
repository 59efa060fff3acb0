import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { CompanyFacts, CompanyReport } from '../domain/fundamental/company-facts';
import { OLDEST_EVENTS_DAYS, OLDEST_VALUATION_DAYS, RANK_DAYS } from '../domain/fundamental/days/company-timeline';
import { SMALLEST_INDUSTRY } from '../domain/fundamental/days/industry-day';

/** Null for too few companies. */
const median = (column: string): string => `
  case when count(${column}) >= ${SMALLEST_INDUSTRY} then percentile_cont(0.5) within group (order by ${column}) end`;

/**
 * Restated values are stored under the day of the first publication, and no source states when they became public. They are
 * known to have been on the day that we stored them: a score as of a day before it reads what was published first.
 */
const wasPublic = (report: string): string => `
  (${report}.ordinal = 0 or $2 >= (
    select (u.stored_at at time zone 'Asia/Shanghai')::date from market_sync_unit u
    where u.data_set = ${report}.statement and u.unit_key = ${report}.code))`;

/** Of the versions of a period: the one that the vendor marks as updated, then the newest. */
const NEWEST_VERSION = `period_end desc, (fields ->> 'update_flag' = '1') desc nulls last, published_on desc`;

/** Statements that have versions of a period: the newest that was public. */
const newestVersions = (statement: string, since: string): string => `
  coalesce((
    select json_agg(json_build_object('periodEnd', period_end, 'publishedOn', published_on, 'fields', fields)
      order by period_end desc)
    from (
      select distinct on (period_end) period_end, published_on, fields from financial_report r
      where r.code = s.code and statement = '${statement}' and published_on <= $2 and period_end > $2::date - interval '${since}'
        ${statement === 'dividend' ? '' : `and ${wasPublic('r')}`}
      order by ${NEWEST_VERSION}, ordinal
    ) newest
  ), '[]')`;

/**
 * Whether a stock's events of a kind were requested, so that having none means that there were none: by a sync, by an import
 * that brought some, or because the market is our own invention.
 */
const wasRequested = (statement: string): string => `(
  coalesce((select source = 'demo' from market_state), false)
  or exists (select from market_sync_unit u where u.data_set = '${statement}' and u.unit_key = s.code
    and u.fetched_at > $2::date - ${OLDEST_EVENTS_DAYS})
  or exists (select from financial_report r where r.code = s.code and r.statement = '${statement}'
    and r.published_on <= $2 and r.published_on > $2::date - ${OLDEST_EVENTS_DAYS}))`;

/** Events, each of its own. `condition` speaks of the columns of financial_report. */
const events = (statement: string, condition: string): string => `
  coalesce((
    select json_agg(json_build_object('periodEnd', period_end, 'publishedOn', published_on, 'fields', fields)
      order by period_end desc, published_on desc, ordinal)
    from financial_report r where r.code = s.code and statement = '${statement}' and published_on <= $2 and ${condition}
  ), '[]')`;

/** By industry: medians over the newest public indicators, balance sheets and valuations, a row a company. */
const MEDIANS = `
  peers as (
    select peer.industry, indicator.margin, indicator.roa, sheet.equity_ratio, valuation.pe
    from stock peer
    left join lateral (
      select (fields ->> 'grossprofit_margin')::float8 as margin, (fields ->> 'roa')::float8 as roa
      from financial_report r where r.code = peer.code and r.statement = 'indicator' and r.published_on <= $2
        and r.period_end > $2::date - interval '18 months' and ${wasPublic('r')}
      order by ${NEWEST_VERSION}, ordinal limit 1
    ) indicator on true
    left join lateral (
      select (fields ->> 'total_hldr_eqy_exc_min_int')::float8 / nullif((fields ->> 'total_assets')::float8, 0)
        as equity_ratio
      from financial_report r where r.code = peer.code and r.statement = 'balance_sheet' and r.published_on <= $2
        and r.period_end > $2::date - interval '18 months' and ${wasPublic('r')}
      order by ${NEWEST_VERSION}, ordinal limit 1
    ) sheet on true
    left join lateral (
      select nullif(greatest(pe_ttm, 0), 0) as pe from daily_valuation v
      where v.code = peer.code and v.trade_date <= $2 and v.trade_date > $2::date - ${OLDEST_VALUATION_DAYS}
      order by trade_date desc limit 1
    ) valuation on true
    where peer.industry in (select industry from stock where code = any($1))
  ),
  medians as (
    select industry as name, ${median('margin')} as "grossMargin", ${median('roa')} as roa,
      ${median('equity_ratio')} as "equityRatio", ${median('pe')} as "peTtm"
    from peers group by industry
  )`;

/** What was public of a company on a day, or undefined if the market has no such stock. One statement. */
export async function selectCompanyFacts(
  db: SqlRunner,
  code: string,
  asOf: CalendarDay,
): Promise<CompanyFacts | undefined> {
  const [facts] = await selectFactsOfCompanies(db, [code], asOf);
  return facts;
}

/** As {@link selectCompanyFacts}, of many companies in one statement: some 30 kB each. Codes that the market lacks are left out. */
export async function selectFactsOfCompanies(
  db: SqlRunner,
  codes: readonly string[],
  asOf: CalendarDay,
): Promise<(CompanyFacts & { readonly code: string })[]> {
  return db.query<CompanyFacts & { readonly code: string }>(
    `with ${MEDIANS}
     select s.code, $2::date as "asOf", s.board,
       coalesce(bar.is_st, named.name ~ '^S?\\*?ST') as "isSt", bar.close,
       valuation.total_market_cap as "totalMarketCap", valuation.pe_ttm as "peTtm", valuation.pb,
       valuation.dividend_yield_ttm as "dividendYieldTtm", valuation.total_shares as "totalShares",
       own."pbMedianFiveYears", own."peRankFiveYears",
       (select case when count(pe) >= ${SMALLEST_INDUSTRY}
          then 100 * (count(*) filter (where pe < valuation.pe_ttm))::float8 / count(pe) end
        from peers where industry = s.industry and valuation.pe_ttm > 0) as "peRankInIndustry",
       (select row_to_json(medians) from medians where name = s.industry) as industry,
       ${newestVersions('indicator', '6 years')} as indicators,
       ${newestVersions('income', '6 years')} as incomes,
       ${newestVersions('balance_sheet', '3 years')} as "balanceSheets",
       ${newestVersions('cash_flow', '6 years')} as "cashFlows",
       ${newestVersions('audit', '2 years')} as audits,
       ${newestVersions('pledge', '1 year')} as pledges,
       ${newestVersions('dividend', '6 years')} as dividends,
       ${events('holder_trade', 'published_on > $2::date - 180')} as "holderTrades",
       ${events('share_unlock', 'period_end > $2::date and period_end <= $2::date + 90')} as unlocks,
       json_build_object('holderTrades', ${wasRequested('holder_trade')}, 'unlocks', ${wasRequested('share_unlock')})
         as "eventsKnown"
     from stock s
     left join lateral (
       select close, is_st from daily_bar b where b.code = s.code and b.trade_date <= $2 order by b.trade_date desc limit 1
     ) bar on true
     left join lateral (
       select pe_ttm, pb, dividend_yield_ttm, total_market_cap, total_shares from daily_valuation v
       where v.code = s.code and v.trade_date <= $2 and v.trade_date > $2::date - ${OLDEST_VALUATION_DAYS}
       order by v.trade_date desc limit 1
     ) valuation on true
     left join lateral (
       select percentile_cont(0.5) within group (order by pb) filter (where pb > 0) as "pbMedianFiveYears",
         case when valuation.pe_ttm > 0 and min(trade_date) filter (where pe_ttm > 0) <= $2::date - ${RANK_DAYS} then
           100 * (count(*) filter (where pe_ttm > 0 and pe_ttm < valuation.pe_ttm))::float8 / count(*) filter (where pe_ttm > 0)
         end as "peRankFiveYears"
       from daily_valuation v
       where v.code = s.code and trade_date <= $2 and trade_date > $2::date - interval '5 years'
     ) own on true
     left join lateral (
       select coalesce(
         (select n.name from stock_name n where n.code = s.code and n.from_date <= $2 order by n.from_date desc limit 1),
         s.name) as name
     ) named on true
     where s.code = any($1)`,
    [codes, asOf],
  );
}

/** Stocks of which a report was public, those of an industry together. */
export async function selectReportingCodes(db: SqlRunner, asOf: CalendarDay): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from stock s
     where exists (select from financial_report r where r.code = s.code and r.published_on <= $1)
     order by industry, code`,
    [asOf],
  );
  return rows.map(({ code }) => code);
}

export async function hasReports(db: SqlRunner): Promise<boolean> {
  return (await db.query('select from financial_report limit 1')).length > 0;
}

/** A text that changes whenever a sync stores reports. */
export async function selectReportsRevision(db: SqlRunner): Promise<string> {
  const [row] = await db.query<{ revision: string | null }>(
    'select max(stored_at)::text as revision from market_sync_unit',
  );
  return row?.revision ?? '';
}

/** The facts of a company for a prompt: the newest reports and what is known in addition, a line a value. */
export function factsCsv(facts: CompanyFacts): string {
  const lines = ['report,period_end,name,value'];
  const add = (report: string, rows: readonly CompanyReport[], count = 1): void => {
    for (const row of rows.slice(0, count)) {
      for (const [name, value] of Object.entries(row.fields)) {
        if (value !== null) lines.push([report, row.periodEnd, name, cell(value)].join(','));
      }
    }
  };
  const { isSt, close, totalMarketCap, peTtm, pb, pbMedianFiveYears, dividendYieldTtm, industry } = facts;
  const known = {
    isSt,
    close,
    totalMarketCap,
    peTtm,
    pb,
    pbMedianFiveYears,
    dividendYieldTtm,
    industry: industry?.name,
  };
  for (const [name, value] of Object.entries(known)) {
    if (value !== null && value !== undefined) lines.push(['market', facts.asOf, name, cell(value)].join(','));
  }
  add('fina_indicator', facts.indicators);
  add('income', facts.incomes);
  add('balancesheet', facts.balanceSheets);
  add('cashflow', facts.cashFlows);
  add('fina_audit', facts.audits);
  add('pledge_stat', facts.pledges);
  add('stk_holdertrade', facts.holderTrades, EVENTS_TOLD);
  add('share_float', facts.unlocks, EVENTS_TOLD);
  add('dividend', facts.dividends, EVENTS_TOLD);
  return `${lines.join('\n')}\n`;
}

const EVENTS_TOLD = 5;

function cell(value: string | number | boolean): string {
  return typeof value === 'string' ? JSON.stringify(value).replaceAll(',', '，') : String(value);
}

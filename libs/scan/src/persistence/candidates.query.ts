import type { SqlRunner } from '#lib/database';
import { estimatedCap, notProvisional } from '#lib/market-data';
import type { Candidate } from '../domain/code-ranges';
import { type ScanRequest, type ScanWindow, YI } from '../domain/scan-request';
import type { ScanOptions } from '../domain/scan-options';

export interface CandidateList {
  /** In code order. */
  candidates: Candidate[];
  /** Stocks with bars in the range that have no market cap at all, so that they could not be evaluated. */
  withoutCap: number;
  /** Candidates whose cap is estimated. */
  estimatedCaps: number;
}

/** Stocks with fewer bars than the option requires, of those that the scan reads. */
function tooFewBars({ minPriorBars, excludeLocked }: ScanOptions): string {
  if (minPriorBars === 0) return '';
  return `
        or (select count(*) from daily_bar p where p.code = s.code and p.trade_date >= $5::date
              and p.trade_date < $1::date ${excludeLocked ? 'and p.high > p.low' : ''}) < ${minPriorBars}`;
}

/**
 * Finds the stocks that a scan evaluates: a bar in the range, and a circulating market cap within the bounds on the last one.
 * Nearly all of them traded on the range's last open day, and the bars of a day lie together; the others are looked up.
 */
export async function selectCandidates(
  db: SqlRunner,
  request: ScanRequest,
  window: ScanWindow,
): Promise<CandidateList> {
  const tolerance = request.options.capTolerancePct / 100;
  const rows = await db.query<{ code: string; shortHistory: boolean; hasCap: boolean; isEstimated: boolean }>(
    `with last_day as materialized (
       select code, trade_date, close, circ_market_cap from daily_bar where trade_date = $6::date and ${notProvisional('daily_bar')}
     ), last_bar as (
       select * from last_day
       union all
       select s.code, bar.*
       from stock s
       cross join lateral (
         select b.trade_date, b.close, b.circ_market_cap from daily_bar b
         where b.code = s.code and b.trade_date between $1::date and $2::date and ${notProvisional('b')}
         order by b.trade_date desc limit 1
       ) bar
       where s.first_bar_date <= $2::date and s.last_bar_date >= $1::date
         and not exists (select from last_day d where d.code = s.code)
     ), capped as (
       select bar.code, coalesce(bar.circ_market_cap, estimated.cap) as cap, estimated.cap is not null as is_estimated
       from last_bar bar
       left join lateral (${estimatedCap('bar')}) estimated on true
     )
     select s.code, bar.cap is not null as "hasCap", bar.is_estimated as "isEstimated",
       coalesce(s.list_date, s.first_bar_date) > $5::date
         or (select bars_from from market_state) > $5::date
         or (s.first_bar_date >= $1::date and (select source from market_state) = 'files')${tooFewBars(request.options)} as "shortHistory"
     from capped bar
     join stock s on s.code = bar.code
     where bar.cap is null or bar.cap between $3 and $4
     order by s.code`,
    [
      request.startDate,
      request.endDate,
      request.circMktMinYi * YI * (1 - tolerance),
      request.circMktMaxYi * YI * (1 + tolerance),
      window.priorStart,
      window.lastOpenDay,
    ],
  );
  const candidates = rows.filter((row) => row.hasCap);
  return {
    candidates: candidates.map(({ code, shortHistory }) => ({ code, shortHistory })),
    withoutCap: rows.length - candidates.length,
    estimatedCaps: candidates.filter(({ isEstimated }) => isEstimated).length,
  };
}

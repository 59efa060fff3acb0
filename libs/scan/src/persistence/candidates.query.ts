import type { SqlRunner } from '#lib/database';
import type { ScanBounds, ScanWindow } from '../domain/scan-request';
import { YI } from '../domain/scan-request';

export interface Candidate {
  code: string;
  /** Too young to have a year to compare with. */
  shortHistory: boolean;
}

export interface CandidateList {
  /** In code order. */
  candidates: Candidate[];
  /** Stocks with bars in the range that have no market cap at all, so that they could not be judged. */
  withoutCap: number;
}

/** Finds the stocks that a scan judges: a bar in the range, and a circulating market cap within the bounds on the last one. */
export async function selectCandidates(db: SqlRunner, bounds: ScanBounds, window: ScanWindow): Promise<CandidateList> {
  const rows = await db.query<{ code: string; shortHistory: boolean; hasCap: boolean }>(
    `select s.code, bar.circ_market_cap is not null as "hasCap",
       coalesce(s.list_date, s.first_bar_date) > $5::date
         or (select bars_from from market_state) > $5::date as "shortHistory"
     from stock s
     cross join lateral (
       select b.trade_date from daily_bar b
       where b.code = s.code and b.trade_date between $1::date and $2::date
       order by b.trade_date desc limit 1
     ) last
     join daily_bar bar on bar.trade_date = last.trade_date and bar.code = s.code
     where bar.circ_market_cap is null or bar.circ_market_cap between $3 and $4
     order by s.code`,
    [bounds.startDate, bounds.endDate, bounds.circMktMinYi * YI, bounds.circMktMaxYi * YI, window.priorStart],
  );
  const candidates = rows.filter((row) => row.hasCap);
  return {
    candidates: candidates.map(({ code, shortHistory }) => ({ code, shortHistory })),
    withoutCap: rows.length - candidates.length,
  };
}

import { isoInstant, type SqlRunner } from '#lib/database';
import { type AppliedAdjustment, type BarSource, capIsEstimated, formerCodeOf, nameOfSource } from '#lib/market-data';
import type { AlignFlag, CycleEvent, PrimaryPhase, SubTag, SupplyDemand } from '../domain/vocabulary';
import { CREATED_NAME, LISTING_JOIN, SHOWN_NAME } from './session-name';

interface LatestRecord {
  id: number;
  supplyDemand: SupplyDemand | null;
  alignFlag: AlignFlag | null;
  primaryPhaseHint: PrimaryPhase | null;
  cycleSubTags: SubTag[];
  cycleEvents: CycleEvent[];
  evidenceNote: string | null;
}

/** The newest cached chip distribution of a session's stock; on a closed session the one at its end. */
export interface SessionChips {
  tradeDate: string;
  /** Yuan, as are the other costs and the average. */
  cost5: number;
  cost15: number;
  cost50: number;
  cost85: number;
  cost95: number;
  weightedAverage: number;
  /** Percent. */
  winnerRate: number;
  concentration90: number;
  concentration70: number;
  /** Bars that it was made from; null where the vendor doesn't say. */
  window: number | null;
  /** How much of the float these bars explain, 0 to 1; null where the vendor doesn't say. */
  coverage: number | null;
  /** Whether at least one factor was applied to the prices, and by what; null on a value of an older build. */
  adjusted: boolean;
  adjustment: AppliedAdjustment | null;
  /** `tushare`, or `eastmoney-` and the window. */
  source: string;
}

/** A session as lists and details show it. Days are `YYYY-MM-DD`, instants ISO 8601 UTC, prices yuan. */
export interface SessionView {
  id: number;
  code: string;
  /** The code that the stock had before, where it changed. */
  formerCode: string | null;
  /** Of today, unless a person set one. */
  stockName: string | null;
  stockNameAtCreation: string | null;
  entryDate: string;
  currentPrimaryPhase: PrimaryPhase | null;
  source: string | null;
  entryClosePrice: number | null;
  status: 'open' | 'closed';
  priority: number;
  nextReviewAt: string | null;
  nextReviewSetAt: string | null;
  summaryNote: string | null;
  fundamentalScore: number | null;
  /** Items of the score that data decided, and that a model judged; null on a score that a person gave. */
  fundamentalAvailable: number | null;
  fundamentalJudged: number | null;
  fundamentalNote: string | null;
  fundamentalScoredAt: string | null;
  aiConsensus: string | null;
  aiConsensusAt: string | null;
  endedAt: string | null;
  endReason: string | null;
  lowestVolumeTradeDate: string | null;
  /** Shares traded on that day; null on a session that an older build closed. */
  lowestVolume: number | null;
  /** The days among which it is the lowest. */
  lowestVolumeWindow: { from: string; to: string } | null;
  /** Volumes are compared as they were traded. */
  volumeBasis: 'raw';
  /** Of the last final bar; the day is {@link latestTradeDate}. */
  latestClose: number | null;
  latestTradeDate: string | null;
  /** Who told the close; null on a bar or a closed session of an older build. */
  latestCloseSource: BarSource | null;
  /** Never true: a provisional bar is shown by charts alone. */
  latestCloseProvisional: false;
  /** Percent, corrected by the adjustment factor where the basis is `adjusted`. */
  closeVsEntryPct: number | null;
  closeVsEntryBasis: 'adjusted' | 'raw' | 'unknown' | null;
  /** By what it was corrected: the least certain of what was applied. Null where the two prices do not compare. */
  closeVsEntryAdjustment: AppliedAdjustment | null;
  /** From which day on every factor up to the latest close is known; null where one may be missing. */
  closeVsEntryKnownFrom: string | null;
  /** 100 million yuan, on {@link circulatingMarketCapDate}. */
  circulatingMarketCapYi: number | null;
  circulatingMarketCapDate: string | null;
  circulatingMarketCapSource: BarSource | null;
  /** Whether it is computed from a rounded turnover or share counts of another day; null where the source is unknown. */
  circulatingMarketCapEstimated: boolean | null;
  /** (cost95 - cost5) / (cost95 + cost5), four decimals. */
  cyqSpreadRatio: number | null;
  cyq: SessionChips | null;
  latestDaily: (LatestRecord & { tradeDate: string }) | null;
  latestWeekly: (LatestRecord & { weekEndDate: string }) | null;
  createdAt: string;
  updatedAt: string;
}

/** A session together with the version of its own row, which is its ETag. */
export interface VersionedSession {
  session: SessionView;
  version: number;
}

function latestRecord(table: string, day: string, column: string): string {
  return `case when ${table}.id is not null then json_build_object(
    'id', ${table}.id, '${day}', ${table}.${column}, 'supplyDemand', ${table}.supply_demand,
    'alignFlag', ${table}.align_flag, 'primaryPhaseHint', ${table}.primary_phase_hint,
    'cycleSubTags', ${table}.cycle_sub_tags, 'cycleEvents', ${table}.cycle_events,
    'evidenceNote', ${table}.evidence_note) end`;
}

/** Columns of {@link SessionView} over {@link SESSION_JOINS}. */
export const SESSION_COLUMNS = `
  s.id, s.code, ${formerCodeOf('s.code')} as "formerCode", ${SHOWN_NAME} as "stockName", ${CREATED_NAME} as "stockNameAtCreation", s.entry_date as "entryDate",
  s.current_primary_phase as "currentPrimaryPhase", s.source, s.entry_close_price as "entryClosePrice", s.status,
  s.priority, s.next_review_at as "nextReviewAt", ${isoInstant('s.next_review_set_at')} as "nextReviewSetAt",
  s.summary_note as "summaryNote", s.fundamental_score as "fundamentalScore",
  s.fundamental_available as "fundamentalAvailable", s.fundamental_judged as "fundamentalJudged",
  s.fundamental_note as "fundamentalNote",
  ${isoInstant('s.fundamental_scored_at')} as "fundamentalScoredAt", s.ai_consensus as "aiConsensus",
  ${isoInstant('s.ai_consensus_at')} as "aiConsensusAt", ${isoInstant('s.ended_at')} as "endedAt",
  s.end_reason as "endReason", m.lowest_volume_trade_date as "lowestVolumeTradeDate", m.latest_close as "latestClose",
  m.latest_trade_date as "latestTradeDate", ${nameOfSource('m.latest_source')} as "latestCloseSource",
  false as "latestCloseProvisional", m.close_vs_entry_pct as "closeVsEntryPct",
  m.close_vs_entry_basis as "closeVsEntryBasis", m.close_vs_entry_adjustment as "closeVsEntryAdjustment",
  m.close_vs_entry_known_from as "closeVsEntryKnownFrom", m.circulating_market_cap_yi as "circulatingMarketCapYi",
  m.circulating_market_cap_date as "circulatingMarketCapDate",
  ${nameOfSource('m.circulating_market_cap_source')} as "circulatingMarketCapSource",
  ${capIsEstimated('m.circulating_market_cap_source')} as "circulatingMarketCapEstimated",
  m.lowest_volume::float8 as "lowestVolume",
  case when m.lowest_volume is not null
    then json_build_object('from', m.lowest_volume_from, 'to', m.lowest_volume_to) end as "lowestVolumeWindow",
  'raw' as "volumeBasis",
  m.cyq_spread_ratio as "cyqSpreadRatio", m.cyq,
  ${latestRecord('d', 'tradeDate', 'trade_date')} as "latestDaily",
  ${latestRecord('w', 'weekEndDate', 'week_end_date')} as "latestWeekly",
  ${isoInstant('s.created_at')} as "createdAt", ${isoInstant('s.updated_at')} as "updatedAt"`;

/** What a session's row is shown with. */
export const SESSION_JOINS = `
  ${LISTING_JOIN}
  left join session_market m on m.session_id = s.id
  left join daily_record d on d.session_id = s.id and d.is_latest
  left join weekly_record w on w.session_id = s.id and w.is_latest`;

/** One session that is not deleted. */
export async function selectSession(db: SqlRunner, id: number): Promise<VersionedSession | undefined> {
  const [row] = await db.query<SessionView & { version: number }>(
    `select ${SESSION_COLUMNS}, s.version from tracking_session s ${SESSION_JOINS}
     where s.id = $1 and s.deleted_at is null`,
    [id],
  );
  if (row === undefined) return undefined;
  const { version, ...session } = row;
  return { session, version };
}

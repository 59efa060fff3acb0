import {
  columnKeysOf,
  jsonPairsOf,
  prepareStatement,
  type PreparedStatement,
  type SqlRunner,
  type Wire,
  wireColumnsOf,
} from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { type BarSource, capIsEstimated, selectFormerCode, getSourceName } from '#lib/market-data';
import type { MissingFigureReason } from '../domain/day-figures';
import { DailyRecord } from './daily-record.entity';
import { missingReason } from './day-figures';
import { SessionMarket } from './session-market.entity';
import { JUDGEMENT } from './session-record';
import { DAILY_ROWS, type DailyRecordView, WEEKLY_ROWS, type WeeklyRecordView } from './record-rows.query';
import { CREATED_NAME, LISTING_JOIN, SHOWN_NAME } from './session-name';
import { INTERNAL_COLUMNS, TrackingSession } from './tracking-session.entity';
import { WeeklyRecord } from './weekly-record.entity';

export type LatestRecord = Wire<Pick<DailyRecord, 'id' | (typeof JUDGEMENT)[number]>>;

const OWN = wireColumnsOf(
  TrackingSession,
  's',
  columnKeysOf(TrackingSession, [...INTERNAL_COLUMNS, 'id', 'code', 'stockName', 'createdAt', 'updatedAt']),
);
const MARKET = wireColumnsOf(SessionMarket, 'm', [
  'closeVsEntryPct',
  'closeVsEntryBasis',
  'closeVsEntryAdjustment',
  'closeVsEntryKnownFrom',
  'circulatingMarketCapYi',
  'circulatingMarketCapDate',
  'changePct',
  'turnoverPct',
  'volumeRatio',
  'invalidationPrice',
  'invalidationSide',
  'invalidationAsOf',
  'invalidationDistancePct',
]);

const LAST_BAR = { close: 'm.latest_close', day: 'm.latest_trade_date', marketDay: 'm.lowest_volume_to' };
/** Closed sessions of older builds kept none of the day's figures. */
const NOT_KEPT = 's.ended_at is not null and coalesce(m.change_pct, m.turnover_pct, m.volume_ratio) is null';
const reasonOf = (column: string, otherwise: MissingFigureReason): string =>
  missingReason({ column, otherwise }, LAST_BAR, NOT_KEPT);

type Own = Wire<Omit<TrackingSession, (typeof INTERNAL_COLUMNS)[number]>>;
type Market = Wire<
  Omit<
    SessionMarket,
    'sessionId' | 'latestSource' | 'circulatingMarketCapSource' | 'lowestVolumeFrom' | 'lowestVolumeTo' | 'refreshedAt'
  >
>;

/** The days among which a volume is the lowest. */
export interface VolumeWindow {
  from: CalendarDay;
  to: CalendarDay;
}

/**
 * A session as lists and details show it: its own columns, what the market says of its stock, and its newest records. Its
 * `stockName` is the stock's of today, unless a person set one.
 */
export interface SessionView extends Own, Market {
  industry: string | null;
  /** Why the figure beside it is null; null where it is there. */
  changePctReason: MissingFigureReason | null;
  turnoverPctReason: MissingFigureReason | null;
  volumeRatioReason: MissingFigureReason | null;
  /** The code that the stock had before, where it changed. */
  formerCode: string | null;
  stockNameAtCreation: string | null;
  lowestVolumeWindow: VolumeWindow | null;
  /** Volumes are compared as they were traded. */
  volumeBasis: 'raw';
  /** Who told the close; null on a bar or a closed session of an older build. */
  latestCloseSource: BarSource | null;
  /** Never true: a provisional bar is shown by charts alone. */
  latestCloseProvisional: false;
  circulatingMarketCapSource: BarSource | null;
  /** Whether it is computed from a rounded turnover or share counts of another day; null where the source is unknown. */
  circulatingMarketCapEstimated: boolean | null;
  latestDaily: (LatestRecord & Pick<DailyRecord, 'tradeDate'>) | null;
  latestWeekly: (LatestRecord & Pick<WeeklyRecord, 'weekEndDate'>) | null;
}

/** A session together with the version of its own row, which is its ETag. */
export interface VersionedSession {
  session: SessionView;
  version: number;
}

/** A session with its live records, newest first. */
export interface SessionDetail extends VersionedSession {
  dailyRows: DailyRecordView[];
  weeklyRows: WeeklyRecordView[];
}

/** Columns of {@link SessionView} over {@link SESSION_JOINS}. */
export const SESSION_COLUMNS = `
  s.id, s.code, ${selectFormerCode('s.code')} as "formerCode", ${SHOWN_NAME} as "stockName",
  ${CREATED_NAME} as "stockNameAtCreation", ${OWN},
  ${wireColumnsOf(SessionMarket, 'm', ['lowestVolumeTradeDate', 'latestClose', 'latestTradeDate'])},
  ${getSourceName('m.latest_source')} as "latestCloseSource", false as "latestCloseProvisional", ${MARKET},
  ${getSourceName('m.circulating_market_cap_source')} as "circulatingMarketCapSource",
  ${capIsEstimated('m.circulating_market_cap_source')} as "circulatingMarketCapEstimated",
  ${reasonOf('m.change_pct', 'no_reference')} as "changePctReason",
  ${reasonOf('m.turnover_pct', 'not_reported')} as "turnoverPctReason",
  ${reasonOf('m.volume_ratio', 'too_few_bars')} as "volumeRatioReason", listing.industry,
  m.lowest_volume::float8 as "lowestVolume",
  case when m.lowest_volume is not null
    then json_build_object('from', m.lowest_volume_from, 'to', m.lowest_volume_to) end as "lowestVolumeWindow",
  'raw' as "volumeBasis", ${wireColumnsOf(SessionMarket, 'm', ['cyqSpreadRatio', 'cyq'])},
  case when d.id is not null
    then json_build_object(${jsonPairsOf(DailyRecord, 'd', ['id', 'tradeDate', ...JUDGEMENT])}) end as "latestDaily",
  case when w.id is not null
    then json_build_object(${jsonPairsOf(WeeklyRecord, 'w', ['id', 'weekEndDate', ...JUDGEMENT])}) end as "latestWeekly",
  ${wireColumnsOf(TrackingSession, 's', ['createdAt', 'updatedAt'])}`;

/** What a session's row is shown with. */
export const SESSION_JOINS = `
  ${LISTING_JOIN}
  left join session_market m on m.session_id = s.id
  left join daily_record d on d.session_id = s.id and d.is_latest
  left join weekly_record w on w.session_id = s.id and w.is_latest`;

const SELECT_SESSION = prepareStatement<SessionView & Pick<TrackingSession, 'version'>>(
  'select_session',
  `select ${SESSION_COLUMNS}, s.version from tracking_session s ${SESSION_JOINS}
   where s.id = $1 and s.deleted_at is null`,
);

/** One session that is not deleted. */
export async function selectSession(db: SqlRunner, id: number): Promise<VersionedSession | undefined> {
  const [row] = await db.query(SELECT_SESSION, [id]);
  if (row === undefined) return undefined;
  const { version, ...session } = row;
  return { session, version };
}

type DetailRow<Extra> = SessionView &
  Pick<TrackingSession, 'version'> &
  Pick<SessionDetail, 'dailyRows' | 'weeklyRows'> & { extra: Extra };

/** The statement of a detail together with `Extra`, which another lib keeps. */
export type SessionDetailStatement<Extra> = PreparedStatement<DetailRow<Extra>>;

/**
 * Declares the statement of a detail with what another lib knows of the session, so that one statement reads all of it as of
 * one moment.
 * @param extra SQL of one JSON value over the session `s`.
 */
export function prepareSessionDetail<Extra>(name: string, extra: string): SessionDetailStatement<Extra> {
  return prepareStatement(
    name,
    `select ${SESSION_COLUMNS}, s.version, ${DAILY_ROWS} as "dailyRows", ${WEEKLY_ROWS} as "weeklyRows", ${extra} as extra
     from tracking_session s ${SESSION_JOINS} where s.id = $1 and s.deleted_at is null`,
  );
}

export const SELECT_DETAIL = prepareSessionDetail<null>('select_session_detail', 'null::json');

/** One session that is not deleted, with its records, as of one moment. */
export async function selectSessionDetail<Extra>(
  db: SqlRunner,
  statement: SessionDetailStatement<Extra>,
  id: number,
): Promise<{ detail: SessionDetail; extra: Extra } | undefined> {
  const [row] = await db.query(statement, [id]);
  if (row === undefined) return undefined;
  const { version, dailyRows, weeklyRows, extra, ...session } = row;
  return { detail: { session, version, dailyRows, weeklyRows }, extra };
}

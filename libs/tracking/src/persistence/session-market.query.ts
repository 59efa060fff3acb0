import { columnOf, columnsOf, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readStockAdjustments } from '#lib/market-data';
import { type Invalidation, invalidationSide, type InvalidationSide } from '../domain/record-evidence';
import { KEPT_UNDER_OLD_CODES } from './adopt-code-changes.query';
import { dayChangePct } from './day-figures';
import { isNextToNothing, percentFrom } from './percent-from';
import { SessionMarket } from './session-market.entity';
import { TrackingSession } from './tracking-session.entity';

/**
 * Advisory lock between the refresh of single sessions (shared) and that of a market load (exclusive). Without it a
 * session that opens while a load commits would keep the figures from before: neither transaction sees the other.
 */
const REFRESH_LOCK = 0x5343_534d;

/** A suspended stock has none of the day's figures: its last bar is of another day. `lowest_volume_to` is the market's last. */
const ofLastDay = (value: string): string => `case when f.latest_trade_date = f.lowest_volume_to then ${value} end`;

/** The figures of the market, by column. A closed session keeps those it has. */
const KEPT_AT_CLOSE = buildSessionFigures({
  latestClose: 'f.latest_close',
  latestTradeDate: 'f.latest_trade_date',
  latestSource: 'f.source',
  circulatingMarketCapYi: 'round((f.circ_market_cap / 1e8)::numeric, 2)::float8',
  circulatingMarketCapDate: 'case when f.circ_market_cap is not null then f.latest_trade_date end',
  circulatingMarketCapSource: 'f.cap_source',
  lowestVolumeTradeDate: 'f.lowest_volume_trade_date',
  lowestVolume: 'f.lowest_volume',
  lowestVolumeFrom: 'f.lowest_volume_from',
  lowestVolumeTo: 'f.lowest_volume_to',
  cyqSpreadRatio: 'round(chips.concentration90::numeric, 4)::float8',
  cyq: 'chips.cyq',
  changePct: dayChangePct('f'),
  turnoverPct: ofLastDay('f.turnover_pct'),
  volumeRatio: ofLastDay('f.volume_ratio'),
  invalidationPrice: 'given.invalidation_price',
  invalidationSide: 'given.invalidation_side',
  invalidationAsOf: 'given.invalidation_as_of',
});
/** The comparison with the entry: of a closed session it follows its own entry close. */
const COMPARED = buildSessionFigures({
  closeVsEntryPct: percentFrom('entry_close_price', 'latest_close * factor'),
  closeVsEntryBasis: `case when ${isNextToNothing('entry_close_price')} then 'unknown' else basis end`,
  closeVsEntryAdjustment: 'adjustment',
  closeVsEntryKnownFrom: 'known_from',
});
const COLUMNS = [...KEPT_AT_CLOSE, ...COMPARED].map(({ column }) => column);

/** A column, and the SQL of what it is made. */
interface Figure {
  column: string;
  value: string;
}

function buildSessionFigures(values: Partial<Record<keyof SessionMarket, string>>): Figure[] {
  return Object.entries(values).map(([key, value]) => ({
    column: columnOf(SessionMarket, key as keyof SessionMarket),
    value,
  }));
}

/** A closed session with figures keeps those of the market. */
const IS_FINAL = 's.ended_at is not null and kept.session_id is not null';

/** A session with the days that its percentage compares; without a last bar or an entry close it compares none. */
interface SessionToCompare extends Pick<TrackingSession, 'id' | 'code' | 'entryDate'> {
  /** Of the stock's last bar at or before the entry date. */
  barDate: CalendarDay | null;
  latestDate: CalendarDay | null;
  /** Whether the latest bar, or one between it and the entry, lacks its ex-right previous close. */
  preClosesMissing: boolean;
  /** Of the newest daily record, else of the newest weekly one. Null where neither names one, or the figures are final. */
  invalidation: Invalidation | null;
  invalidationAsOf: CalendarDay | null;
  /** Day of the last bar; null without an invalidation. */
  invalidationTo: CalendarDay | null;
  /** As `preClosesMissing`, between the day of the invalidation and the latest bar. */
  invalidationPreClosesMissing: boolean;
}

/** SQL of whether a bar between two days, both included, lacks its ex-right previous close; false where a day is null. */
const preClosesMissing = (from: string, to: string): string => `
  case
    when f.pre_close_missing_date is null or ${from} is null or ${to} is null or ${from} > ${to} then false
    when f.pre_close_missing_date <= ${to} then f.pre_close_missing_date >= ${from}
    else exists (
      select from daily_bar b where b.code = days.code and b.trade_date between ${from} and ${to} and b.pre_close is null)
  end`;

const namesInvalidation = (record: string): string => `jsonb_typeof(${record}.evidence -> 'invalidation') = 'object'`;

/**
 * The newest record of a session `s` that reads its structure. A person's note, or word on supply and demand, leaves the
 * reading of an earlier record as it was; a phase or events by hand end it.
 */
const newestReading = (table: string, day: string): string => `
  select r.evidence from ${table} r
  where r.session_id = s.id and r.deleted_at is null
    and (r.evidence is not null or r.origin = 'ai' or r.primary_phase_hint is not null or r.cycle_events <> '{}')
  order by r.${day} desc limit 1`;

/** SQL of the readings `d` and `w` of the session `s`, those with evidence alone. */
const EVIDENCED_RECORDS = `
  left join lateral (${newestReading('daily_record', 'trade_date')}) d on d.evidence is not null
  left join lateral (${newestReading('weekly_record', 'week_end_date')}) w on w.evidence is not null`;

const daysToCompare = (sessions: string): string => `
  select ${columnsOf(TrackingSession, 'days', ['id', 'code', 'entryDate'])}, entry.bar_date as "barDate", days.compared as "latestDate",
    ${preClosesMissing('span.first', 'days.compared')} as "preClosesMissing",
    reading.evidence -> 'invalidation' as invalidation, reading.as_of as "invalidationAsOf", reading.latest as "invalidationTo",
    ${preClosesMissing('reading.as_of + 1', 'reading.latest')} as "invalidationPreClosesMissing"
  from (
    select s.id, s.code, s.entry_date, last.latest, case when s.entry_close_price is not null then last.latest end as compared,
      case when ${IS_FINAL} then null when ${namesInvalidation('d')} then d.evidence
        when ${namesInvalidation('w')} then w.evidence end as evidence
    from tracking_session s
    left join session_market kept on kept.session_id = s.id
    left join stock_figures known on known.code = s.code
    ${EVIDENCED_RECORDS}
    cross join lateral (
      select case when ${IS_FINAL} then kept.latest_trade_date else known.latest_trade_date end as latest
    ) last
    where ${sessions}
  ) days
  left join stock_figures f on f.code = days.code
  cross join lateral (
    select max(b.trade_date) as bar_date from daily_bar b
    where days.compared is not null and b.code = days.code and b.trade_date <= days.entry_date
  ) entry
  cross join lateral (select least(coalesce(entry.bar_date, days.entry_date) + 1, days.compared) as first) span
  cross join lateral (
    select days.evidence, (days.evidence ->> 'asOf')::date as as_of,
      case when days.evidence is not null then days.latest end as latest
  ) reading
  order by days.id`;

/** The figures of the compared sessions. Rows that would not change are not touched, so they are not locked either. */
const REFRESH = `
  with figures as (
    select s.id, s.entry_close_price, kept.session_id as kept_id, given.factor, given.basis, given.adjustment,
      given.known_from,
      ${KEPT_AT_CLOSE.map(({ column, value }) => `case when ${IS_FINAL} then kept.${column} else ${value} end as ${column}`).join(', ')}
    from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::date[], $6::float8[], $7::text[], $8::date[])
      as given(id, factor, basis, adjustment, known_from, invalidation_price, invalidation_side, invalidation_as_of)
    join tracking_session s on s.id = given.id
    left join session_market kept on kept.session_id = s.id
    left join stock_figures f on f.code = s.code
    left join lateral (
      select c.concentration90, jsonb_build_object('tradeDate', c.trade_date, 'cost5', c.cost5, 'cost15', c.cost15,
        'cost50', c.cost50, 'cost85', c.cost85, 'cost95', c.cost95, 'weightedAverage', c.weighted_average,
        'winnerRate', c.winner_rate, 'concentration90', c.concentration90, 'concentration70', c.concentration70,
        'window', c.window_bars, 'coverage', c.coverage, 'adjusted', c.adjusted, 'adjustment', c.adjustment,
        'source', c.source) as cyq
      from chip_distribution c
      where c.code = s.code and c.source = (select chip_source from market_state)
      order by c.trade_date desc limit 1
    ) chips on true
  ), fresh as (
    select id, kept_id, ${KEPT_AT_CLOSE.map(({ column }) => column).join(', ')},
      ${COMPARED.map(({ column, value }) => `${value} as ${column}`).join(', ')}
    from figures
  )
  insert into session_market (session_id, ${COLUMNS.join(', ')})
  select id, ${COLUMNS.map((column) => `fresh.${column}`).join(', ')}
  from fresh
  left join session_market kept on kept.session_id = fresh.id
  where kept.session_id is null or (${COLUMNS.map((column) => `kept.${column}`).join(', ')})
    is distinct from (${COLUMNS.map((column) => `fresh.${column}`).join(', ')})
  order by id
  on conflict (session_id) do update set
    ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, refreshed_at = now()
  returning session_id`;

/**
 * Brings the figures of some sessions up to date, from what market data keeps of each stock. What lies between two days is
 * judged by `StockAdjustments` alone; the SQL applies it.
 * @param sessions SQL over `s` (the session) and `kept` (its figures).
 * @returns how many rows were other than before.
 */
async function refresh(runner: SqlRunner, sessions: string, parameters: readonly unknown[] = []): Promise<number> {
  const asked = await runner.query<SessionToCompare>(daysToCompare(sessions), parameters);
  if (asked.length === 0) return 0;
  const adjustments = await readStockAdjustments(runner, [...new Set(asked.map(({ code }) => code))]);
  const compared = asked.map(({ code, entryDate, barDate, latestDate, preClosesMissing }) =>
    latestDate === null
      ? NOT_COMPARED
      : adjustments.of(code).compare({ date: entryDate, barDate }, latestDate, preClosesMissing),
  );
  const readings = asked.map((session) => toReading(session, adjustments));
  const changed = await runner.query(REFRESH, [
    asked.map(({ id }) => id),
    compared.map(({ factor }) => factor),
    compared.map(({ basis }) => basis),
    compared.map(({ adjustment }) => adjustment),
    compared.map(({ knownFrom }) => knownFrom),
    readings.map(({ price }) => price),
    readings.map(({ side }) => side),
    readings.map(({ asOf }) => asOf),
  ]);
  return changed.length;
}

/** Where the reading of a session ends, in prices of the latest close. */
interface Reading {
  price: number | null;
  side: InvalidationSide | null;
  asOf: CalendarDay | null;
}

const NO_READING: Reading = { price: null, side: null, asOf: null };

function toReading(
  { code, invalidation, invalidationAsOf: asOf, invalidationTo: to, invalidationPreClosesMissing }: SessionToCompare,
  adjustments: Awaited<ReturnType<typeof readStockAdjustments>>,
): Reading {
  if (invalidation === null || asOf === null || to === null) return NO_READING;
  const { factor } = adjustments.of(code).compare({ date: asOf, barDate: asOf }, to, invalidationPreClosesMissing);
  if (factor === null) return NO_READING;
  return { price: roundToMils(invalidation.price / factor), side: invalidationSide(invalidation), asOf };
}

/** As the prices of evidence are rounded. */
const roundToMils = (price: number): number => Math.round(price * 1000) / 1000;

const NOT_COMPARED = { factor: null, basis: null, adjustment: null, knownFrom: null };

/**
 * Brings the market figures of sessions up to date in the caller's transaction. Call it after the write: for a session
 * that was created or reopened, or whose entry date or entry close changed. A closed session keeps its market figures.
 */
export async function refreshSessionMarket(tx: Transaction, sessionIds: readonly number[]): Promise<void> {
  await refreshSessions(tx, sessionIds);
}

/** As {@link refreshSessionMarket}, over a runner. */
export async function refreshSessions(runner: SqlRunner, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await runner.query('select pg_advisory_xact_lock_shared($1)', [REFRESH_LOCK]);
  await refresh(runner, 's.id = any($1)', [sessionIds]);
}

/**
 * As {@link refreshSessionMarket}, after a write of records: only where a record names an invalidation price, or one did. So a
 * session whose records are written by hand waits for no market load.
 */
export async function refreshInvalidation(tx: Transaction, sessionId: number): Promise<void> {
  const [outdated] = await tx.query(
    `select from tracking_session s left join session_market kept on kept.session_id = s.id ${EVIDENCED_RECORDS}
     where s.id = $1 and (kept.invalidation_price is not null or ${namesInvalidation('d')} or ${namesInvalidation('w')})`,
    [sessionId],
  );
  if (outdated !== undefined) await refreshSessionMarket(tx, [sessionId]);
}

/** Refreshes every open session of the codes, deleted ones included: a restored session needs no refresh then. */
export async function refreshOpenSessionMarkets(tx: SqlRunner, codes: readonly string[]): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  await refresh(tx, 's.ended_at is null and s.code = any($1)', [codes]);
}

/** As {@link refreshOpenSessionMarkets}, for all codes: another model of chips is shown now. */
export async function refreshAllOpenSessionMarkets(tx: SqlRunner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  await refresh(tx, 's.ended_at is null');
}

/** Waits for a market load that is storing, and lets none store until the transaction ends. */
export async function holdMarket(tx: Transaction): Promise<void> {
  await tx.query(`set local work_mem = '64MB'`);
  await tx.query('select from market_state for update');
}

/** Raised where the rule of the figures changes: databases that an older build filled are brought up to it at the start. */
const SESSION_RULE = 4;

/**
 * Computes all figures that are not final, and those that are missing; where an older build computed them, the comparison
 * of closed sessions too, from what they kept.
 * @returns how many rows were other than that.
 */
export async function rebuildSessionMarkets(tx: SqlRunner): Promise<number> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  const outdated = await tx.query('update market_state set session_rule = $1 where session_rule < $1 returning 1', [
    SESSION_RULE,
  ]);
  return refresh(tx, outdated.length > 0 ? 'true' : 's.ended_at is null or kept.session_id is null');
}

/** The figures of open sessions as lists show them, each as one text, by session. */
export async function selectShownFigures(
  db: SqlRunner,
  which: { oldest: number } | { ids: readonly number[] },
): Promise<Map<number, string>> {
  const [condition, parameter] =
    'ids' in which
      ? ['m.session_id = any ($1)', which.ids]
      : ['s.ended_at is null and s.deleted_at is null order by m.refreshed_at, m.session_id limit $1', which.oldest];
  const rows = await db.query<{ id: number; figures: string }>(
    `select m.session_id as id, (to_jsonb(m) - 'session_id' - 'refreshed_at')::text as figures
     from session_market m join tracking_session s on s.id = m.session_id where ${condition}`,
    [parameter],
  );
  return new Map(rows.map(({ id, figures }) => [id, figures]));
}

/** Whether stocks or sessions have no figures at all, or those of an older build, or old codes are still in use. */
export async function figuresAreMissing(db: SqlRunner): Promise<boolean> {
  const [missing] = await db.query<{ any: boolean }>(
    `select exists (select from daily_bar) and not exists (select from stock_figures)
       or exists (select from tracking_session s left join session_market m on m.session_id = s.id
         where m.session_id is null)
       or ${KEPT_UNDER_OLD_CODES}
       or exists (select from tracking_session) and (select session_rule < $1 from market_state) as any`,
    [SESSION_RULE],
  );
  return missing?.any === true;
}

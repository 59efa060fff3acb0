import { columnNamesOf, columnsOf, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { DIRECTED_VALUES, type JudgementKind } from '../domain/track-record/direction';
import type { GroupedSamples } from '../domain/track-record/statistics';
import { AiJudgement } from './ai-judgement.entity';
import { type AiJudgementScore } from './ai-judgement-score.entity';

/** A judgement of direction as a model gave it. */
export interface JudgementToKeep extends Pick<
  AiJudgement,
  ('model' | 'kind' | 'code' | 'sessionId' | 'aiRunId' | 'periodEnd' | 'value' | 'dataThrough' | 'replay') | 'replayId'
> {
  period: 'day' | 'week';
}

/** Of judgements whose run names no prompt or rules: those of builds that did not keep it. */
const UNKNOWN_VERSION = 'unknown';

const KEPT = [
  ...(['model', 'kind', 'code', 'sessionId', 'aiRunId', 'period', 'periodEnd', 'value', 'dataThrough'] as const),
  ...(['replay', 'replayId'] as const),
] as const satisfies readonly (keyof JudgementToKeep)[];

/** Keeps judgements in the fill's transaction; of a model's period the first one of a version of its prompt or rules counts. */
export async function insertJudgements(tx: Transaction, judgements: readonly JudgementToKeep[]): Promise<void> {
  if (judgements.length === 0) return;
  await tx.query(
    `insert into ai_judgement (${columnNamesOf(AiJudgement, KEPT)}, hindsight, version)
     select ${KEPT.map((key) => `"${key}"`).join(', ')}, "dataThrough" > "periodEnd",
       coalesce((select prompt_version from ai_run where id = "aiRunId"), '${UNKNOWN_VERSION}')
     from json_to_recordset($1) as given (model text, kind text, code text, "sessionId" bigint, "aiRunId" bigint,
       period text, "periodEnd" date, value text, "dataThrough" date, replay boolean, "replayId" bigint)
     on conflict do nothing`,
    [JSON.stringify(judgements)],
  );
}

/**
 * Counts the hits of completed scans as judgements of the screen: a scan reads nothing after its range. One that was requested
 * before its range had ended saw less than its range, and is left out; one of a range that was over by a day or more was
 * chosen when its outcome could be known, and is a replay. Bounds, options and the length of the range are the screen's
 * version.
 */
export async function insertScreenJudgements(tx: Transaction): Promise<void> {
  await tx.query(`insert into ai_judgement
       (model, kind, code, session_id, period, period_end, value, data_through, hindsight, replay, version)
     select distinct on (h.code, r.end_date, r.replay, r.version)
       'ground_volume_scan', 'screen', h.code, h.session_id, 'scan', r.end_date, '一年地量', r.end_date, false, r.replay, r.version
     from (
       select id, end_date,
         exists (
           select from market_day d where d.trade_date > scan_run.end_date
             and d.trade_date + time '17:30' <= scan_run.created_at at time zone 'Asia/Shanghai'
         ) as replay,
         concat(circ_mkt_min_yi, '-', circ_mkt_max_yi, ' yi, ', trading_days, ' days',
           case when options = '{}' then '' else ', ' || translate(options::text, '{}"', '') end) as version
       from scan_run
       where status = 'completed' and end_date + time '17:30' <= created_at at time zone 'Asia/Shanghai'
     ) r join scan_hit h on h.scan_id = r.id
     order by h.code, r.end_date, r.replay, r.version, r.id
     on conflict do nothing`);
}

/**
 * Which judgements a scoring takes: those of one replay, or all but those of replays that have not been scored yet. Two
 * scorings at the same time so never choose samples among the same judgements.
 */
const ofScoring = (parameter: `$${number}`): string => `case when ${parameter}::bigint is null
  then j.replay_id is null or exists (select from ai_replay p where p.id = j.replay_id and p.scored_at is not null)
  else j.replay_id = ${parameter}::bigint end`;

/** Days with judgements that lack a score of a horizon, oldest first. Hindsight is never scored. */
export function selectUnscoredDays(
  db: SqlRunner,
  horizons: number,
  replayId: number | null,
): Promise<{ dataThrough: CalendarDay }[]> {
  return db.query(
    `select ${columnsOf(AiJudgement, 'j', ['dataThrough'])}
     from ai_judgement j
     left join lateral (select count(*)::int as scored from ai_judgement_score s where s.judgement_id = j.id) s on true
     where not j.hindsight and coalesce(s.scored, 0) < $1 and ${ofScoring('$2')}
     group by 1 order by 1`,
    [horizons, replayId],
  );
}

export interface UnscoredJudgement extends Pick<AiJudgement, 'id' | 'kind' | 'value' | 'code'> {
  delistDate: CalendarDay | null;
}

/** Judgements of a day that lack the score of a horizon. */
export function selectUnscored(
  db: SqlRunner,
  dataThrough: CalendarDay,
  horizon: number,
  replayId: number | null,
): Promise<UnscoredJudgement[]> {
  return db.query<UnscoredJudgement>(
    `select ${columnsOf(AiJudgement, 'j', ['id', 'kind', 'value', 'code'])}, k.delist_date as "delistDate"
     from ai_judgement j left join stock k on k.code = j.code
     where j.data_through = $1 and not j.hindsight
       and not exists (select from ai_judgement_score s where s.judgement_id = j.id and s.horizon = $2)
       and ${ofScoring('$3')}
     order by j.code, j.id`,
    [dataThrough, horizon, replayId],
  );
}

export interface ScoreToKeep extends Pick<
  AiJudgementScore,
  | ('judgementId' | 'horizon' | 'dayNo' | 'state' | 'movedOn' | 'entryDate' | 'exitDate')
  | ('returnPct' | 'excessPct' | 'capExcessPct' | 'baseRate')
> {
  right: boolean | null;
}

/** By which method scores are made: that of outcome studies. Those of an earlier one are made again. */
export const METHOD = 3;

/**
 * Keeps scores of one day and horizon. A judgement is a `sample` as a hit is a case of a study: if no sample of its model,
 * version, kind and code is held between its entry and its exit, or on the first open day if it could not be bought; of
 * judgements of one day the first. `value_sample` is the same among judgements of its value. `counted`: a sample that was
 * bought.
 * @param entryDay The market's first open day after that day.
 */
export async function insertScores(
  tx: Transaction,
  scores: readonly ScoreToKeep[],
  entryDay: CalendarDay,
): Promise<void> {
  if (scores.length === 0) return;
  await tx.query(
    `with given as (
       select given.*, j.model, j.version, j.kind, j.value, j.replay, j.replay_id, j.code,
         row_number() over (partition by j.model, j.version, j.kind, j.replay, j.replay_id, j.code order by j.id) as place,
         row_number() over (partition by j.model, j.version, j.kind, j.replay, j.replay_id, j.code, j.value order by j.id)
           as value_place
       from json_to_recordset($1) as given ("judgementId" bigint, horizon smallint, "dayNo" integer, state text,
         "movedOn" boolean, "entryDate" date, "exitDate" date, "returnPct" float8, "excessPct" float8,
         "capExcessPct" float8, "baseRate" float8, "right" boolean)
       join ai_judgement j on j.id = given."judgementId"
     ), judged as (
       select given.*,
         given.place = 1 and not coalesce(near.sample, false) as sample,
         given.value_place = 1 and not coalesce(near.value_sample, false) as value_sample
       from given cross join lateral (
         select bool_or(s.sample) as sample, bool_or(s.value_sample and j.value = given.value) as value_sample
         from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
         where j.model = given.model and j.version = given.version and j.kind = given.kind and j.replay = given.replay
           and j.replay_id is not distinct from given.replay_id and j.code = given.code
           and s.horizon = given.horizon and (s.day_no = given."dayNo"
             or s.entry_date <= coalesce(given."exitDate", $2::date) and s.exit_date >= coalesce(given."entryDate", $2::date))
       ) near
     )
     insert into ai_judgement_score (judgement_id, horizon, day_no, counted, sample, value_sample, state, moved_on, entry_date,
       exit_date, return_pct, excess_pct, cap_excess_pct, base_rate, is_right, method)
     select "judgementId", horizon, "dayNo", sample and state = 'scored', sample, value_sample, state, "movedOn", "entryDate",
       "exitDate", "returnPct", "excessPct", "capExcessPct", "baseRate", "right", ${METHOD}
     from judged
     on conflict do nothing`,
    [JSON.stringify(scores), entryDay],
  );
}

/** The samples of a group and horizon, added up. */
export interface SampleTotals extends Omit<GroupedSamples, 'hits'> {
  model: string;
  version: string;
  kind: JudgementKind;
  /** Null if groups are models. */
  value: string | null;
  replay: boolean;
  horizon: number;
  /** The first and last days of its judgements that have a score. */
  since: CalendarDay;
  through: CalendarDay;
  /** Days of entries as whole days since 1970-01-01, ascending, and of each the samples and those that were right. */
  days: number[];
  counts: number[];
  rights: number[];
  /** Samples that could not be bought on the first open day, bought later or never. */
  unfillable: number;
}

/**
 * By what hit rates are grouped: models, values of their judgements, or events alone. A version is a group of its own
 * always.
 */
export const RECORD_GROUPS = ['model', 'value', 'event'] as const;
export type RecordGroup = (typeof RECORD_GROUPS)[number];

export interface TrackRecordQuery {
  by?: RecordGroup | undefined;
  model?: string | undefined;
  kind?: JudgementKind | undefined;
  from?: CalendarDay | undefined;
  to?: CalendarDay | undefined;
  /** A requested replay; left out: judgements of the program's own clock. */
  replayId?: number | undefined;
}

/** What a query names, added up: as many rows as there are groups and horizons, whatever the number of judgements. */
export function selectSampleTotals(db: SqlRunner, query: TrackRecordQuery): Promise<SampleTotals[]> {
  const { by = 'model' } = query;
  const sample = by === 'model' ? 's.sample' : 's.value_sample';
  return db.query<SampleTotals>(
    `with judged as (
       select j.model, j.version, j.kind, ${by === 'model' ? 'null' : 'j.value'} as value, j.replay, j.data_through, s.*,
         ${sample} and s.state = 'scored' as counts, ${sample} and s.moved_on as late, d.sign
       from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
       join json_to_recordset($6) as d (kind text, value text, sign integer)
         on d.kind = j.kind and (d.value = j.value or d.value is null)
       where ($1::text is null or j.model = $1) and ($2::text is null or j.kind = $2)
         and ($3::date is null or j.data_through >= $3) and ($4::date is null or j.data_through <= $4)
         and j.replay_id is not distinct from $5::bigint and s.method = ${METHOD}
     ), by_day as (
       select model, version, kind, value, replay, horizon, entry_date, min(data_through) as since, max(data_through) as through,
         count(*) filter (where counts)::int as n, count(*) filter (where counts and is_right)::int as hits,
         count(*) filter (where counts and sign <> 0)::int as directed,
         coalesce(sum(sign * excess_pct) filter (where counts), 0) as excess,
         coalesce(sum(sign * cap_excess_pct) filter (where counts), 0) as cap_excess,
         count(cap_excess_pct) filter (where counts and sign <> 0)::int as with_cap,
         coalesce(sum(base_rate) filter (where counts), 0) as base, count(*) filter (where late)::int as late
       from judged group by 1, 2, 3, 4, 5, 6, 7
     )
     select model, version, kind, value, replay, horizon::int as horizon, min(since) as since, max(through) as through,
       coalesce(array_agg(entry_date - date '1970-01-01' order by entry_date) filter (where n > 0), '{}') as days,
       coalesce(array_agg(n order by entry_date) filter (where n > 0), '{}') as counts,
       coalesce(array_agg(hits order by entry_date) filter (where n > 0), '{}') as rights,
       (count(distinct date_trunc('month', entry_date)) filter (where n > 0))::int as months, sum(directed)::int as directed,
       sum(excess) as "signedExcessPct", sum(cap_excess) as "signedCapExcessPct", sum(with_cap)::int as "withCap",
       sum(base) as "baseRate", sum(late)::int as unfillable
     from by_day group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
    [
      query.model ?? null,
      by === 'event' ? 'event' : (query.kind ?? null),
      query.from ?? null,
      query.to ?? null,
      query.replayId ?? null,
      JSON.stringify(DIRECTED_VALUES),
    ],
  );
}

import { runSql, type SqlRunner, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { JudgementKind } from '../domain/track-record/direction';

/** A judgement of direction as a model gave it. */
export interface JudgementToKeep {
  model: string;
  kind: JudgementKind;
  code: string;
  sessionId: number;
  aiRunId: number | null;
  period: 'day' | 'week';
  periodEnd: CalendarDay;
  value: string;
  dataThrough: CalendarDay;
  replay: boolean;
}

/** Keeps judgements in the fill's transaction; of a model's period the first one counts. */
export async function insertJudgements(tx: Transaction, judgements: readonly JudgementToKeep[]): Promise<void> {
  if (judgements.length === 0) return;
  await runSql(
    tx,
    `insert into ai_judgement
       (model, kind, code, session_id, ai_run_id, period, period_end, value, data_through, hindsight, replay)
     select model, kind, code, "sessionId", "aiRunId", period, "periodEnd", value, "dataThrough",
       "dataThrough" > "periodEnd", replay
     from json_to_recordset($1) as given (model text, kind text, code text, "sessionId" bigint, "aiRunId" bigint,
       period text, "periodEnd" date, value text, "dataThrough" date, replay boolean)
     on conflict do nothing`,
    [JSON.stringify(judgements)],
  );
}

/**
 * Counts the hits of completed scans as judgements of the screen: a scan reads nothing after its range. One that was asked
 * for before its range had ended saw less than it says, and is left out.
 */
export async function insertScreenJudgements(tx: Transaction): Promise<void> {
  await runSql(
    tx,
    `insert into ai_judgement
       (model, kind, code, session_id, period, period_end, value, data_through, hindsight, replay)
     select distinct on (h.code, r.end_date)
       'ground_volume_scan', 'screen', h.code, h.session_id, 'scan', r.end_date, '一年地量', r.end_date, false, false
     from scan_run r join scan_hit h on h.scan_id = r.id
     where r.status = 'completed' and r.end_date + time '17:30' <= r.created_at at time zone 'Asia/Shanghai'
     order by h.code, r.end_date, r.id
     on conflict do nothing`,
  );
}

/** Days with judgements that lack a score of a horizon, oldest first. Hindsight is never scored. */
export function selectUnscoredDays(db: SqlRunner, horizons: number): Promise<{ dataThrough: CalendarDay }[]> {
  return db.query(
    `select j.data_through as "dataThrough"
     from ai_judgement j
     left join lateral (select count(*)::int as scored from ai_judgement_score s where s.judgement_id = j.id) s on true
     where not j.hindsight and coalesce(s.scored, 0) < $1
     group by 1 order by 1`,
    [horizons],
  );
}

export interface UnscoredJudgement {
  id: number;
  kind: JudgementKind;
  value: string;
  code: string;
  isDelisted: boolean;
}

/** Judgements of a day that lack the score of a horizon. */
export function selectUnscored(db: SqlRunner, dataThrough: CalendarDay, horizon: number): Promise<UnscoredJudgement[]> {
  return db.query<UnscoredJudgement>(
    `select j.id, j.kind, j.value, j.code, k.delist_date is not null as "isDelisted"
     from ai_judgement j left join stock k on k.code = j.code
     where j.data_through = $1 and not j.hindsight
       and not exists (select from ai_judgement_score s where s.judgement_id = j.id and s.horizon = $2)
     order by j.code, j.id`,
    [dataThrough, horizon],
  );
}

export interface ScoreToKeep {
  judgementId: number;
  horizon: number;
  /** The place of `dataThrough` in the trading calendar. */
  dayNo: number;
  state: 'scored' | 'unfillable';
  movedOn: boolean;
  entryDate: CalendarDay | null;
  exitDate: CalendarDay | null;
  returnPct: number | null;
  excessPct: number | null;
  baseRate: number | null;
  right: boolean | null;
}

/**
 * Keeps scores of one day and horizon. One counts a model, kind and code, where none that counts lies within the horizon
 * on either side: judgements whose days overlap are one sample.
 */
export async function insertScores(tx: Transaction, scores: readonly ScoreToKeep[]): Promise<void> {
  if (scores.length === 0) return;
  await runSql(
    tx,
    `with given as (
       select given.*, j.model, j.kind, j.replay, j.code,
         row_number() over (partition by j.model, j.kind, j.replay, j.code, state = 'scored' order by j.id) as place
       from json_to_recordset($1) as given ("judgementId" bigint, horizon smallint, "dayNo" integer, state text,
         "movedOn" boolean, "entryDate" date, "exitDate" date, "returnPct" float8, "excessPct" float8, "baseRate" float8,
         "right" boolean)
       join ai_judgement j on j.id = given."judgementId"
     )
     insert into ai_judgement_score (judgement_id, horizon, day_no, counted, state, moved_on, entry_date, exit_date,
       return_pct, excess_pct, base_rate, is_right)
     select "judgementId", horizon, "dayNo",
       state = 'scored' and place = 1 and not exists (
         select from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
         where j.model = given.model and j.kind = given.kind and j.replay = given.replay and j.code = given.code
           and s.counted and s.horizon = given.horizon and abs(s.day_no - given."dayNo") < given.horizon
       ),
       state, "movedOn", "entryDate", "exitDate", "returnPct", "excessPct", "baseRate", "right"
     from given
     on conflict do nothing`,
    [JSON.stringify(scores)],
  );
}

/** A judgement of a session with how it did, for people. */
export interface SessionJudgement {
  model: string;
  kind: JudgementKind;
  period: 'day' | 'week' | 'scan';
  periodEnd: CalendarDay;
  value: string;
  dataThrough: CalendarDay;
  /** Made with the future in the prompt: never scored. */
  hindsight: boolean;
  /** Made on a set clock. */
  replay: boolean;
  aiRunId: number | null;
  scores: {
    horizon: number;
    state: 'scored' | 'unfillable';
    exitDate: CalendarDay | null;
    returnPct: number | null;
    excessPct: number | null;
    right: boolean | null;
  }[];
}

/** The newest judgements of a session, newest first. */
export function selectSessionJudgements(db: SqlRunner, sessionId: number, limit: number): Promise<SessionJudgement[]> {
  return db.query<SessionJudgement>(
    `select j.model, j.kind, j.period, j.period_end as "periodEnd", j.value, j.data_through as "dataThrough", j.hindsight,
       j.replay, j.ai_run_id as "aiRunId", coalesce(s.scores, '[]') as scores
     from ai_judgement j
     left join lateral (
       select json_agg(json_build_object('horizon', horizon, 'state', state, 'exitDate', exit_date,
         'returnPct', round(return_pct::numeric, 2), 'excessPct', round(excess_pct::numeric, 2), 'right', is_right)
         order by horizon) as scores
       from ai_judgement_score where judgement_id = j.id
     ) s on true
     where j.session_id = $1
     order by j.data_through desc, j.id desc limit $2`,
    [sessionId, limit],
  );
}

/** The samples of a month, added up. */
export interface ScoredMonth {
  model: string;
  kind: JudgementKind;
  replay: boolean;
  horizon: number;
  month: string;
  n: number;
  hits: number;
  excessPct: number;
  baseRate: number;
  unfillable: number;
}

export interface TrackRecordQuery {
  model?: string | undefined;
  kind?: JudgementKind | undefined;
  from?: CalendarDay | undefined;
  to?: CalendarDay | undefined;
}

/** What a query names, added up by month: as many rows as there are months, whatever the number of judgements. */
export function selectScoredMonths(db: SqlRunner, query: TrackRecordQuery): Promise<ScoredMonth[]> {
  return db.query<ScoredMonth>(
    `select j.model, j.kind, j.replay, s.horizon::int as horizon, to_char(j.data_through, 'YYYY-MM') as month,
       count(*) filter (where s.counted)::int as n, count(*) filter (where s.counted and s.is_right)::int as hits,
       coalesce(sum(s.excess_pct) filter (where s.counted), 0) as "excessPct",
       coalesce(sum(s.base_rate) filter (where s.counted), 0) as "baseRate",
       count(*) filter (where s.moved_on)::int as unfillable
     from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
     where ($1::text is null or j.model = $1) and ($2::text is null or j.kind = $2)
       and ($3::date is null or j.data_through >= $3) and ($4::date is null or j.data_through <= $4)
     group by 1, 2, 3, 4, 5
     order by 1, 2, 3, 4, 5`,
    [query.model ?? null, query.kind ?? null, query.from ?? null, query.to ?? null],
  );
}

import { columnsOf, jsonPairsOf, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AiJudgement } from './ai-judgement.entity';
import { AiJudgementScore } from './ai-judgement-score.entity';
import { AiRun } from './ai-run.entity';

/** The answers to select: a session's live ones of a day or week, or those of a replay about a stock. */
export interface AnswersOf {
  subject: { sessionId: number } | { replayId: number; code: string };
  kind: 'daily' | 'weekly';
  /** The day, or the week's end date. */
  date: CalendarDay;
}

const BEFORE_RETURN = ['horizon', 'state', 'entryDate', 'exitDate'] as const;

/** A judgement of direction in an answer, and how it did over one horizon. */
export interface AnswerScore
  extends
    Pick<AiJudgement, 'kind' | 'value'>,
    Pick<AiJudgementScore, (typeof BEFORE_RETURN)[number] | 'returnPct' | 'excessPct' | 'counted'> {
  right: boolean | null;
}

const OF_RUN = ['dataThrough', 'replay', 'outcome', 'fault', 'answer', 'errors'] as const;

/** A model's run about a day, whole. */
export interface RunOfDay extends Pick<AiRun, 'model' | (typeof OF_RUN)[number]> {
  aiRunId: number;
  version: string | null;
  scores: AnswerScore[];
}

/**
 * The runs of a day: of a session those behind its record, else those that knew least of what came
 * after; one a model. A model that failed is among them.
 */
export async function selectRunsOfDay(db: SqlRunner, { subject, kind, date }: AnswersOf): Promise<RunOfDay[]> {
  const period = kind === 'daily' ? 'day' : 'week';
  const [table, day] = kind === 'daily' ? ['daily_record', 'trade_date'] : ['weekly_record', 'week_end_date'];
  const given = 'sessionId' in subject ? [subject.sessionId, null, null] : [null, subject.replayId, subject.code];
  return db.query<RunOfDay>(
    `with runs as (
       select r.*, coalesce(r.answer -> 'judgements' @> jsonb_build_array(jsonb_build_object('date', $2::text)), false) as judged
       from ai_run r
       where r.kind = $1 and r.data_through >= $2::date and case when $3::bigint is null
         then r.replay_id = $4::bigint and r.code = $5 and r.data_through = $2::date
         else r.session_id = $3 and r.replay_id is null end
     ), through as (
       select coalesce(
         (select w.data_through from ${table} d join runs w on w.id = d.ai_run_id
          where d.session_id = $3 and d.${day} = $2::date and d.deleted_at is null limit 1),
         (select min(data_through) from runs where judged)
       ) as day
     ), chosen as (
       select distinct on (model) * from runs
       where data_through = coalesce((select day from through), case when $3::bigint is null then $2::date end)
       order by model, judged desc, id desc
     )
     select r.id as "aiRunId", r.model, r.prompt_version as version, ${columnsOf(AiRun, 'r', OF_RUN)},
       coalesce(s.scores, '[]') as scores
     from chosen r
     left join lateral (
       select json_agg(json_build_object('kind', j.kind, 'value', j.value, ${jsonPairsOf(AiJudgementScore, 's', BEFORE_RETURN)},
         'returnPct', round(s.return_pct::numeric, 2),
         'excessPct', round(s.excess_pct::numeric, 2), 'right', s.is_right, 'counted', s.counted)
         order by j.id, s.horizon) as scores
       from ai_judgement j join ai_judgement_score s on s.judgement_id = j.id
       where j.model = r.model and j.version = r.prompt_version and j.period = '${period}' and j.period_end = $2::date
         and j.code = coalesce(r.code, (select code from tracking_session where id = r.session_id))
         and j.replay = r.replay and j.replay_id is not distinct from r.replay_id
     ) s on true
     order by r.model`,
    [kind, date, ...given],
  );
}

/** The stock of a session; undefined if there is no such session. */
export async function selectCodeOfSession(db: SqlRunner, sessionId: number): Promise<string | undefined> {
  const [session] = await db.query<{ code: string }>(
    'select code from tracking_session where id = $1 and deleted_at is null',
    [sessionId],
  );
  return session?.code;
}

import { isoInstant, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AnswerFault, ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';

export type AiRunOutcome = 'running' | 'answered' | 'unusable' | 'failed';

/** A run as a list shows it. */
export interface AiRunSummary {
  id: number;
  jobId: number;
  /** Null in a replay, which asks of a stock. */
  sessionId: number | null;
  /** The replay that asked; null: a fill, a drain or a score. */
  replayId: number | null;
  code: string;
  kind: AiQuestion['kind'];
  model: string;
  promptVersion: string | null;
  dataThrough: CalendarDay;
  /** On a set clock (`CLOCK_START`), or in a replay that was asked for. */
  replay: boolean;
  outcome: AiRunOutcome;
  /** Why no answer came; null otherwise. */
  fault: string | null;
  errors: AnswerFault[];
  /** Calls to the model's server; repetitions count. */
  requests: number;
  promptTokens: number | null;
  completionTokens: number | null;
  /** Yuan; null where tokens or prices are not known. */
  cost: number | null;
  durationMs: number | null;
  createdAt: string;
  finishedAt: string | null;
}

/** One call of a run. */
export interface AiCallView {
  /** `answer`, `repair`, or `part_1` … of an answer that was cut. */
  purpose: string;
  outcome: 'begun' | 'answered' | 'failed';
  requests: number;
  format: string | null;
  /** What was said beyond the run's prompt: the message that names the faults. */
  message: string | null;
  rawAnswer: string | null;
  fault: string | null;
  /** What the server wrote when it refused. */
  faultDetail: string | null;
  promptTokens: number | null;
  /** Of the prompt tokens, those from the vendor's cache. */
  cachedTokens: number | null;
  completionTokens: number | null;
  /** Yuan. */
  cost: number | null;
  durationMs: number | null;
  begunAt: string;
  endedAt: string | null;
}

/** A run with all its evidence. Texts are null once they were pruned. */
export interface AiRunView extends AiRunSummary {
  prompt: string | null;
  csv: string | null;
  answer: Omit<ModelAnswer, 'errors'> | null;
  calls: AiCallView[];
  prunedAt: string | null;
}

export interface AiRunFilter {
  /** Runs that this user asked for; undefined: all. */
  requestedBy: number | undefined;
  sessionId: number | undefined;
  kind: AiQuestion['kind'] | undefined;
  model: string | undefined;
}

const SUMMARY = `r.id, r.job_id as "jobId", r.session_id as "sessionId", r.replay_id as "replayId", coalesce(s.code, r.code) as code, r.kind, r.model,
  r.prompt_version as "promptVersion", r.data_through as "dataThrough", r.replay, r.outcome, r.fault, r.errors,
  c.requests, c.prompt_tokens as "promptTokens", c.completion_tokens as "completionTokens",
  c.cost_yuan::float8 as cost, c.duration_ms as "durationMs",
  ${isoInstant('r.created_at')} as "createdAt", ${isoInstant('r.finished_at')} as "finishedAt"`;

const SOURCE = `ai_run r left join tracking_session s on s.id = r.session_id
  cross join lateral (
    select coalesce(sum(requests), 0)::int as requests, sum(prompt_tokens)::bigint as prompt_tokens,
      sum(completion_tokens)::bigint as completion_tokens, sum(cost_yuan) as cost_yuan, sum(duration_ms)::bigint as duration_ms
    from ai_call where run_id = r.id) c`;

const CALLS = `(
  select coalesce(json_agg(json_build_object('purpose', purpose, 'outcome', outcome, 'requests', requests, 'format', format,
    'message', message, 'rawAnswer', raw_answer, 'fault', fault, 'faultDetail', fault_detail,
    'promptTokens', prompt_tokens, 'cachedTokens', cached_tokens, 'completionTokens', completion_tokens, 'cost', cost_yuan,
    'durationMs', duration_ms,
    'begunAt', ${isoInstant('begun_at')}, 'endedAt', ${isoInstant('ended_at')}) order by id), '[]')
  from ai_call where run_id = r.id)`;

const MATCHES = `($1::bigint is null or r.requested_by = $1) and ($2::bigint is null or r.session_id = $2)
  and ($3::text is null or r.kind = $3) and ($4::text is null or r.model = $4)`;

function parametersOf({ requestedBy, sessionId, kind, model }: AiRunFilter): unknown[] {
  return [requestedBy ?? null, sessionId ?? null, kind ?? null, model ?? null];
}

/** A page of runs, newest first. */
export async function selectRuns(
  db: SqlRunner,
  filter: AiRunFilter,
  page: { limit: number; offset: number },
): Promise<{ runs: AiRunSummary[]; total: number }> {
  const parameters = parametersOf(filter);
  const runs = await db.query<AiRunSummary>(
    `select ${SUMMARY} from ${SOURCE} where ${MATCHES} order by r.id desc limit $5 offset $6`,
    [...parameters, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total from ai_run r where ${MATCHES}`,
    parameters,
  );
  return { runs, total: count?.total ?? 0 };
}

/** One run that `requestedBy` (undefined: anybody) asked for. */
export async function selectRun(
  db: SqlRunner,
  id: number,
  requestedBy: number | undefined,
): Promise<AiRunView | undefined> {
  const [row] = await db.query<AiRunView>(
    `select ${SUMMARY}, r.prompt, r.csv, r.answer, ${CALLS} as calls, ${isoInstant('r.pruned_at')} as "prunedAt"
     from ${SOURCE} where r.id = $1 and ($2::bigint is null or r.requested_by = $2)`,
    [id, requestedBy ?? null],
  );
  return row;
}

/** When a model was last heard of, and what went wrong last. */
export interface ModelHealth {
  model: string;
  lastAnswerAt: string | null;
  lastFaultAt: string | null;
  lastFault: string | null;
}

export async function selectModelHealth(db: SqlRunner, models: readonly string[]): Promise<ModelHealth[]> {
  return db.query<ModelHealth>(
    `select m.model, a.at as "lastAnswerAt", f.at as "lastFaultAt", f.fault as "lastFault"
     from unnest($1::text[]) with ordinality m(model, place)
     left join lateral (
       select ${isoInstant('finished_at')} as at from ai_run
       where model = m.model and outcome in ('answered', 'unusable') order by id desc limit 1) a on true
     left join lateral (
       select ${isoInstant('finished_at')} as at, fault from ai_run
       where model = m.model and outcome = 'failed' order by id desc limit 1) f on true
     order by m.place`,
    [models],
  );
}

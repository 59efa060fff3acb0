import { columnsOf, isoInstant, jsonPairsOf, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import type { AiQuestion } from '../domain/question';
import { AiCall } from './ai-call.entity';
import { AiRun } from './ai-run.entity';

const SUMMARY_OF_RUN = [
  ...(['kind', 'model', 'promptVersion', 'dataThrough', 'replay'] as const),
  ...(['outcome', 'fault', 'errors'] as const),
] as const;

/** A run as a list shows it. */
export interface AiRunSummary extends Wire<
  Pick<AiRun, 'id' | 'jobId' | 'sessionId' | 'replayId' | 'createdAt' | 'finishedAt' | (typeof SUMMARY_OF_RUN)[number]>
> {
  code: string;
  /** Calls to the model's server; repetitions count. */
  requests: number;
  promptTokens: number | null;
  completionTokens: number | null;
  /** Yuan; null if tokens or prices are not known. */
  cost: number | null;
  durationMs: number | null;
}

const CALL_UP_TO_TOKENS = [
  ...(['purpose', 'outcome', 'requests', 'format', 'message', 'rawAnswer', 'fault', 'faultDetail'] as const),
  ...(['promptTokens', 'cachedTokens', 'completionTokens'] as const),
] as const;
const CALL_TIMES = ['durationMs', 'begunAt', 'endedAt'] as const;

/** One call of a run. */
export interface AiCallView extends Wire<
  Pick<AiCall, (typeof CALL_UP_TO_TOKENS)[number] | (typeof CALL_TIMES)[number]>
> {
  /** Yuan. */
  cost: number | null;
}

/** A run with all its evidence. Texts are null once they were pruned. */
export interface AiRunView extends AiRunSummary, Wire<Pick<AiRun, 'prompt' | 'csv' | 'answer' | 'prunedAt'>> {
  calls: AiCallView[];
}

export interface AiRunFilter {
  /** Runs that this user requested; undefined: all. */
  requestedBy: number | undefined;
  sessionId: number | undefined;
  kind: AiQuestion['kind'] | undefined;
  model: string | undefined;
}

const SUMMARY = `${columnsOf(AiRun, 'r', ['id', 'jobId', 'sessionId', 'replayId'])}, coalesce(s.code, r.code) as code,
  ${columnsOf(AiRun, 'r', SUMMARY_OF_RUN)},
  ${columnsOf(AiCall, 'c', ['requests', 'promptTokens', 'completionTokens'])}, c.cost_yuan::float8 as cost,
  ${columnsOf(AiCall, 'c', ['durationMs'])},
  ${wireColumnsOf(AiRun, 'r', ['createdAt', 'finishedAt'])}`;

const SOURCE = `ai_run r left join tracking_session s on s.id = r.session_id
  cross join lateral (
    select coalesce(sum(requests), 0)::int as requests, sum(prompt_tokens)::bigint as prompt_tokens,
      sum(completion_tokens)::bigint as completion_tokens, sum(cost_yuan) as cost_yuan, sum(duration_ms)::bigint as duration_ms
    from ai_call where run_id = r.id) c`;

const CALLS = `(
  select coalesce(json_agg(json_build_object(${jsonPairsOf(AiCall, '', CALL_UP_TO_TOKENS)}, 'cost', cost_yuan,
    ${jsonPairsOf(AiCall, '', CALL_TIMES)}) order by id), '[]')
  from ai_call where run_id = r.id)`;

const MATCHES = `($1::bigint is null or r.requested_by = $1) and ($2::bigint is null or r.session_id = $2)
  and ($3::text is null or r.kind = $3) and ($4::text is null or r.model = $4)`;

function toParameters({ requestedBy, sessionId, kind, model }: AiRunFilter): unknown[] {
  return [requestedBy ?? null, sessionId ?? null, kind ?? null, model ?? null];
}

/** A page of runs, newest first. */
export async function selectRuns(
  db: SqlRunner,
  filter: AiRunFilter,
  page: { limit: number; offset: number },
): Promise<{ runs: AiRunSummary[]; total: number }> {
  const parameters = toParameters(filter);
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

/** One run that `requestedBy` (undefined: any user) requested. */
export async function selectRun(
  db: SqlRunner,
  id: number,
  requestedBy: number | undefined,
): Promise<AiRunView | undefined> {
  const [row] = await db.query<AiRunView>(
    `select ${SUMMARY}, ${columnsOf(AiRun, 'r', ['prompt', 'csv', 'answer'])}, ${CALLS} as calls,
       ${wireColumnsOf(AiRun, 'r', ['prunedAt'])}
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
  lastFault: AiRun['fault'];
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

import { assignmentsOf, columnNamesOf, columnsOf, type RowOf, type Transaction } from '#lib/database';
import type { AnswerFormat } from '../domain/answer-format';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { TokenUsage } from '../domain/token-usage';
import type { ModelAnswer } from '../domain/answer';
import type { CallPurpose } from '../domain/run';
import { AiCall } from './ai-call.entity';
import { AiRun } from './ai-run.entity';

export interface RunToBegin extends Pick<
  AiRun,
  | ('jobId' | 'sessionId' | 'kind' | 'model' | 'questionHash' | 'promptVersion' | 'dataThrough' | 'replay')
  | ('replayId' | 'prompt' | 'madeFor')
> {
  code: string;
  csv: string;
}

/** How long the answers of a dry run are reused for the same question, and those of a drain by another drain. */
const KEPT_FOR = { dryRun: `interval '30 minutes'`, drain: `interval '12 hours'` };

const BEGUN = columnsOf(AiRun, '', ['id', 'answer', 'errors', 'fault', 'requestedBy']);

type StoredRun = RowOf<typeof BEGUN>;

export interface BegunRun extends Omit<StoredRun, 'answer' | 'errors'> {
  /** Set if an earlier delivery of the job had finished the run; `fault` if that answer could not be used. */
  answer: ModelAnswer | null;
}

/** `jobId` comes first: the statement contains its number. */
const GIVEN = [
  ...(['jobId', 'sessionId', 'kind', 'model', 'questionHash', 'promptVersion', 'dataThrough', 'replay'] as const),
  ...(['prompt', 'csv', 'madeFor', 'code', 'replayId'] as const),
] as const;

/**
 * The run of a question: that of an earlier delivery, an answered one that was kept for this, or a new one. The caller holds
 * the job's row, so there is one writer.
 */
export async function beginRun(tx: Transaction, run: RunToBegin): Promise<BegunRun> {
  const kept = await findStoredRun(tx, run);
  if (kept !== undefined) return kept;
  await tx.query(
    `insert into ai_run (${columnNamesOf(AiRun, GIVEN)}, requested_by)
     values (${GIVEN.map((_, index) => `$${index + 1}`).join(', ')}, (select requested_by from job where id = $1))
     on conflict (job_id, session_id, kind, model, question_hash) do nothing`,
    GIVEN.map((key) => run[key]),
  );
  const [row] = await tx.query<StoredRun>(
    `select ${BEGUN} from ai_run
     where job_id = $1 and session_id is not distinct from $2::bigint and kind = $3 and model = $4 and question_hash = $5`,
    [run.jobId, run.sessionId, run.kind, run.model, run.questionHash],
  );
  if (row === undefined) throw new Error('the run that was begun is not there');
  const { id, answer, errors, fault, requestedBy } = row;
  return { id, answer: answer === null ? null : { ...answer, errors }, fault, requestedBy };
}

/** The newest answer to the very same question that another job paid for and kept. */
async function findStoredRun(tx: Transaction, run: RunToBegin): Promise<BegunRun | undefined> {
  const [row] = await tx.query<StoredRun & { answer: Omit<ModelAnswer, 'errors'> }>(
    `select ${BEGUN} from ai_run
     where session_id = $1 and kind = $2 and model = $3 and question_hash = $4 and replay = $5 and job_id <> $6
       and outcome = 'answered' and (
         (made_for = 'dry_run' and finished_at > now() - ${KEPT_FOR.dryRun})
         or (made_for = 'drain' and $7::text = 'drain' and finished_at > now() - ${KEPT_FOR.drain}))
     order by id desc limit 1`,
    [run.sessionId, run.kind, run.model, run.questionHash, run.replay, run.jobId, run.madeFor],
  );
  return row === undefined ? undefined : { ...row, answer: { ...row.answer, errors: row.errors } };
}

/** The database's clock, which goes on within a transaction. */
const CLOCK = (): string => 'clock_timestamp()';

/** Ends a run with its checked answer; one without anything usable is `unusable`, and `fault` may be the reason. */
export async function finishRun(
  tx: Transaction,
  runId: number,
  answer: ModelAnswer,
  fault: ChatErrorCode | null = null,
): Promise<void> {
  const { errors, ...prompted } = answer;
  const empty = prompted.judgements.length === 0 && prompted.items.length === 0 && prompted.outlook === null;
  await tx.repository(AiRun).update(runId, {
    outcome: fault !== null || (empty && errors.length > 0) ? 'unusable' : 'answered',
    ...{ answer: prompted, errors: [...errors], fault },
    finishedAt: CLOCK,
  });
}

export async function failRun(tx: Transaction, runId: number, fault: ChatErrorCode): Promise<void> {
  await tx.repository(AiRun).update(runId, { outcome: 'failed', fault, finishedAt: CLOCK });
}

/** What is to be done about a call: make it, or take what it brought before, or leave it. */
export type BegunCall =
  | { state: 'ask'; callId: number }
  | { state: 'answered'; raw: string; format: AnswerFormat | null }
  | { state: 'spent' };

/**
 * Notes that a call begins, before it does. One that was answered is not made again. One whose fate is unknown (its process
 * died, or the server may have worked for nothing) is made once more, and never a third time.
 */
export async function beginCall(
  tx: Transaction,
  runId: number,
  purpose: CallPurpose,
  message: string | null,
): Promise<BegunCall> {
  const [begun] = await tx.query<{ id: number }>(
    `insert into ai_call (${columnNamesOf(AiCall, ['runId', 'purpose', 'message'])}) values ($1, $2, $3)
     on conflict (run_id, purpose) do update set starts = ai_call.starts + 1, outcome = 'begun', fault = null,
       fault_detail = null, ended_at = null, begun_at = clock_timestamp(), message = excluded.message
       where ai_call.outcome <> 'answered' and ai_call.starts < 2
     returning id`,
    [runId, purpose, message],
  );
  if (begun !== undefined) return { state: 'ask', callId: begun.id };
  const earlier = await tx.repository(AiCall).findOne({
    select: { id: true, outcome: true, rawAnswer: true, format: true },
    where: { runId, purpose },
  });
  return earlier?.outcome === 'answered'
    ? { state: 'answered', raw: earlier.rawAnswer ?? '', format: earlier.format }
    : { state: 'spent' };
}

export interface CallAnswer {
  raw: string;
  format: AnswerFormat;
  requests: number;
  tokens: TokenUsage | undefined;
  /** Yuan; null if tokens or prices are not known. */
  cost: number | null;
  durationMs: number;
}

/** Stores what came, as it came: whatever is wrong with it, it was paid for. */
export async function storeAnswer(tx: Transaction, callId: number, answer: CallAnswer): Promise<void> {
  const { raw, format, requests, tokens, cost, durationMs } = answer;
  await endCall(
    tx,
    callId,
    { requests, returnedStarts: 0 },
    {
      ...{ outcome: 'answered', rawAnswer: raw, format, durationMs },
      promptTokens: tokens?.prompt ?? null,
      completionTokens: tokens?.completion ?? null,
      cachedTokens: tokens?.cached ?? null,
      costYuan: cost === null ? null : String(cost),
    },
  );
}

/** A call that the server surely did not work for does not count against "once more". */
export async function failCall(
  tx: Transaction,
  callId: number,
  failure: { fault: ChatErrorCode; detail: string | null; mayBePaid: boolean; requests: number; durationMs: number },
): Promise<void> {
  const { fault, detail, mayBePaid, requests, durationMs } = failure;
  await endCall(
    tx,
    callId,
    { requests, returnedStarts: mayBePaid ? 0 : 1 },
    {
      ...{ outcome: 'failed', fault, faultDetail: detail, durationMs },
    },
  );
}

async function endCall(
  tx: Transaction,
  callId: number,
  { requests, returnedStarts }: { requests: number; returnedStarts: number },
  values: Partial<AiCall>,
): Promise<void> {
  const parameters: unknown[] = [callId, requests, returnedStarts];
  const sets = assignmentsOf(AiCall, values, (value) => `$${parameters.push(value)}`);
  await tx.query(
    `update ai_call set ${sets.join(', ')}, requests = requests + $2, starts = starts - $3, ended_at = clock_timestamp()
     where id = $1`,
    parameters,
  );
}

import { type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AnswerFormat } from '../chat/chat-body';
import type { ChatFaultCode } from '../chat/chat-fault';
import type { TokenUse } from '../chat/completion';
import type { AnswerFault, ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';

export interface RunToBegin {
  jobId: number;
  /** Null in a replay, which asks of a stock. */
  sessionId: number | null;
  code: string;
  kind: AiQuestion['kind'];
  model: string;
  questionHash: string;
  promptVersion: string | null;
  dataThrough: CalendarDay;
  replay: boolean;
  /** The replay that asks; null: a fill, a drain or a score. */
  replayId: number | null;
  prompt: string | null;
  csv: string;
  /** A drain and a dry run keep their answers for a later job with the same question; null: nobody else takes them. */
  madeFor: 'drain' | 'dry_run' | null;
}

/** How long the answers of a dry run are taken by whatever asks the same, and those of a drain by another drain. */
const KEPT_FOR = { dryRun: `interval '30 minutes'`, drain: `interval '12 hours'` };

export interface BegunRun {
  id: number;
  /** Set where an earlier delivery of the job had finished the run. */
  answer: ModelAnswer | null;
  /** Set where that run's answer could not be used for this reason. */
  fault: ChatFaultCode | null;
  /** Who asked for the job; null: the clock. */
  requestedBy: number | null;
}

interface StoredRun extends Omit<BegunRun, 'answer'> {
  answer: Omit<ModelAnswer, 'errors'> | null;
  errors: AnswerFault[];
}

/**
 * The run of a question: that of an earlier delivery, an answered one that was kept for this, or a new one. The caller holds
 * the job's row, so there is one writer.
 */
export async function beginRun(tx: Transaction, run: RunToBegin): Promise<BegunRun> {
  const kept = await keptRun(tx, run);
  if (kept !== undefined) return kept;
  await tx.query(
    `insert into ai_run (job_id, session_id, kind, model, question_hash, prompt_version, data_through, replay, prompt, csv,
       made_for, code, replay_id, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (select requested_by from job where id = $1))
     on conflict (job_id, session_id, kind, model, question_hash) do nothing`,
    [
      run.jobId,
      run.sessionId,
      run.kind,
      run.model,
      run.questionHash,
      run.promptVersion,
      run.dataThrough,
      run.replay,
      run.prompt,
      run.csv,
      run.madeFor,
      run.code,
      run.replayId,
    ],
  );
  const [row] = await tx.query<StoredRun>(
    `select id, answer, errors, fault, requested_by as "requestedBy" from ai_run
     where job_id = $1 and session_id is not distinct from $2::bigint and kind = $3 and model = $4 and question_hash = $5`,
    [run.jobId, run.sessionId, run.kind, run.model, run.questionHash],
  );
  if (row === undefined) throw new Error('the run that was begun is not there');
  const { id, answer, errors, fault, requestedBy } = row;
  return { id, answer: answer === null ? null : { ...answer, errors }, fault, requestedBy };
}

/** The newest answer to the very same question that another job paid for and kept. */
async function keptRun(tx: Transaction, run: RunToBegin): Promise<BegunRun | undefined> {
  const [row] = await tx.query<Omit<StoredRun, 'answer'> & { answer: Omit<ModelAnswer, 'errors'> }>(
    `select id, answer, errors, fault, requested_by as "requestedBy" from ai_run
     where session_id = $1 and kind = $2 and model = $3 and question_hash = $4 and replay = $5 and job_id <> $6
       and outcome = 'answered' and (
         (made_for = 'dry_run' and finished_at > now() - ${KEPT_FOR.dryRun})
         or (made_for = 'drain' and $7::text = 'drain' and finished_at > now() - ${KEPT_FOR.drain}))
     order by id desc limit 1`,
    [run.sessionId, run.kind, run.model, run.questionHash, run.replay, run.jobId, run.madeFor],
  );
  return row === undefined ? undefined : { ...row, answer: { ...row.answer, errors: row.errors } };
}

/** Ends a run with its checked answer; one that holds nothing usable is `unusable`, and `fault` may say why. */
export async function finishRun(
  tx: Transaction,
  runId: number,
  answer: ModelAnswer,
  fault: ChatFaultCode | null = null,
): Promise<void> {
  const { errors, ...said } = answer;
  const empty = said.judgements.length === 0 && said.items.length === 0 && said.outlook === null;
  await tx.query(
    `update ai_run set outcome = $2, answer = $3, errors = $4, fault = $5, finished_at = clock_timestamp()
     where id = $1`,
    [
      runId,
      fault !== null || (empty && errors.length > 0) ? 'unusable' : 'answered',
      JSON.stringify(said),
      JSON.stringify(errors),
      fault,
    ],
  );
}

export async function failRun(tx: Transaction, runId: number, fault: ChatFaultCode): Promise<void> {
  await tx.query(`update ai_run set outcome = 'failed', fault = $2, finished_at = clock_timestamp() where id = $1`, [
    runId,
    fault,
  ]);
}

/** `part_1` … `part_9`: what a cut answer left open, asked again in parts. */
export type CallPurpose = 'answer' | 'repair' | `part_${number}`;

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
    `insert into ai_call (run_id, purpose, message) values ($1, $2, $3)
     on conflict (run_id, purpose) do update set starts = ai_call.starts + 1, outcome = 'begun', fault = null,
       fault_detail = null, ended_at = null, begun_at = clock_timestamp(), message = excluded.message
       where ai_call.outcome <> 'answered' and ai_call.starts < 2
     returning id`,
    [runId, purpose, message],
  );
  if (begun !== undefined) return { state: 'ask', callId: begun.id };
  const [earlier] = await tx.query<{ outcome: string; raw: string | null; format: AnswerFormat | null }>(
    'select outcome, raw_answer as raw, format from ai_call where run_id = $1 and purpose = $2',
    [runId, purpose],
  );
  return earlier?.outcome === 'answered'
    ? { state: 'answered', raw: earlier.raw ?? '', format: earlier.format }
    : { state: 'spent' };
}

export interface CallAnswer {
  raw: string;
  format: AnswerFormat;
  requests: number;
  tokens: TokenUse | undefined;
  /** Yuan; null where tokens or prices are not known. */
  cost: number | null;
  durationMs: number;
}

/** Stores what came, as it came: whatever is wrong with it, it was paid for. */
export async function storeAnswer(tx: Transaction, callId: number, answer: CallAnswer): Promise<void> {
  await tx.query(
    `update ai_call set outcome = 'answered', raw_answer = $2, format = $3, requests = requests + $4, prompt_tokens = $5,
       completion_tokens = $6, duration_ms = $7, cached_tokens = $8, cost_yuan = $9, ended_at = clock_timestamp()
     where id = $1`,
    [
      callId,
      answer.raw,
      answer.format,
      answer.requests,
      answer.tokens?.prompt ?? null,
      answer.tokens?.completion ?? null,
      answer.durationMs,
      answer.tokens?.cached ?? null,
      answer.cost,
    ],
  );
}

/** A call that the server surely did not work for does not count against "once more". */
export async function failCall(
  tx: Transaction,
  callId: number,
  failure: { fault: ChatFaultCode; detail: string | null; mayBePaid: boolean; requests: number; durationMs: number },
): Promise<void> {
  await tx.query(
    `update ai_call set outcome = 'failed', fault = $2, fault_detail = $3, starts = starts - $4, requests = requests + $5,
       duration_ms = $6, ended_at = clock_timestamp()
     where id = $1`,
    [callId, failure.fault, failure.detail, failure.mayBePaid ? 0 : 1, failure.requests, failure.durationMs],
  );
}

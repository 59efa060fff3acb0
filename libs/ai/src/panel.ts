import type { Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { ChatErrorCode, ChatErrorScope } from './domain/chat-error-code';
import type { AnswerError, DatedJudgement, ItemJudgement, ModelAnswer, Outlook } from './domain/answer';
import type { PanelModel } from './domain/panel-models';
import type { AiQuestion } from './domain/question';

/** What a call of models needs of the job that makes it. */
export interface PanelCall {
  /** The job, so that a redelivery finds the answers that were paid for already. */
  jobId: number;
  /** The first job of the drain or replay since it was started or last continued, see `Circuit`. Left out: of neither. */
  roundJobId?: number;
  /** The calls count in no user's share of the day's budget, whichever user requested the job. Left out: they do. */
  isUnattributed?: boolean;
  /** Marks the answers as ones that a later job with the same question may take, see `RunToBegin.madeFor`. */
  madeFor?: 'drain' | 'dry_run';
  /** The models to call, by name; left out: all that are listed now. */
  models?: readonly string[];
  /** The models that a drain began with: they are called instead of those that are listed now. */
  began?: readonly PanelModel[];
  /** The replay of the question: its runs are its own, and separate from live ones. */
  replayId?: number;
  /** Aborted when the lease is lost, the job is cancelled or the worker stops. */
  signal: AbortSignal;
  /** Instant of the real clock (ms since 1970) after which no call is begun or waited for. */
  deadlineMs: number;
  /** Writes only while the job is still ours. */
  fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A model without an answer, and why. */
export interface ModelError {
  model: string;
  code: ChatErrorCode;
  /** For people: nothing that a vendor wrote. */
  message: string;
  scope: ChatErrorScope;
  /** The wait that its server requested; null if it named none. */
  retryAfterMs: number | null;
}

/** The merged answer of all models. */
export interface PanelAnswer {
  /** Merged by strict majority, else the first model's value with a note of the others. Oldest first. */
  judgements: readonly DatedJudgement[];
  /** Strict majority of the models' outlooks, null without one. */
  consensus: Outlook | null;
  items: readonly ItemJudgement[];
  errors: readonly AnswerError[];
  /** The errors of models that gave no answer; `errors` contains them too. */
  modelErrors: readonly ModelError[];
  /** One a model that was called, in the order of the models. */
  aiRunIds: readonly number[];
  /** The run whose values the records contain: that of the first model that answered. */
  leadRunId: number | null;
  /** The prompt of the first model that has one; null if only `rules` was called. */
  promptCopy: string | null;
  models: readonly { model: string; answer: ModelAnswer | null }[];
}

/** No model gave an answer. `ai_failed`, 503; retryable if an error passes by itself. */
export class PanelError extends AppError {
  constructor(readonly modelErrors: readonly ModelError[]) {
    const mayPass = modelErrors.some(({ scope }) => scope === 'passes');
    const sentence = modelErrors.map(({ model, message }) => `${model}: ${message}`).join('; ');
    super('unavailable', 'ai_failed', `no model answered: ${sentence}`, {
      retryable: mayPass,
      ...(mayPass ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
    });
  }
}

/** When a retry makes sense after an error that passes. */
const RETRY_AFTER_SECONDS = 30;

/** All listed models, called as one. Every call is stored as an `ai_run`. */
export abstract class AiPanel {
  /** The models in use, in the order in which they count; `rules` if there is no other. */
  abstract listModels(): Promise<readonly PanelModel[]>;

  /**
   * @throws AppError `ai_not_configured` (503) if a model is named without a server, `ai_failed` (503) if no call got
   *   an answer.
   */
  abstract answer(question: AiQuestion, call: PanelCall): Promise<PanelAnswer>;
}

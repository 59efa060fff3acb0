import type { ChatError } from '../chat/chat-error';
import type { ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';
import type { PanelCall } from '../panel';

/** The outcome of a question to one model. */
export interface ModelOutcome {
  model: string;
  runId: number;
  /** The prompt as people read it; null if the model has none. */
  prompt: string | null;
  /** Null if no call got an answer; then `error` is the reason. */
  answer: ModelAnswer | null;
  error: ChatError | null;
}

/** One model, of any kind. */
export interface AiModel {
  readonly name: string;
  /**
   * Answers a question once; an answer that an earlier delivery of the same job got to the same question is reused. The run
   * is stored.
   * @throws LeaseLostError, or the signal's reason, if the lease of the job is lost.
   */
  answer(question: AiQuestion, call: PanelCall): Promise<ModelOutcome>;
}

import type { ChatError } from '../chat/chat-error';
import type { ModelAnswer } from '../domain/answer';
import type { AiQuestion } from '../domain/question';
import type { PanelCall } from '../panel';

/** What asking one model came to. */
export interface ModelOutcome {
  model: string;
  runId: number;
  /** The prompt as people read it; null if the model has none. */
  prompt: string | null;
  /** Null if no call got an answer; then `fault` says why. */
  answer: ModelAnswer | null;
  error: ChatError | null;
}

/** One model, whatever stands behind it. */
export interface AiModel {
  readonly name: string;
  /**
   * Asks once; an answer that an earlier delivery of the same job got to the same question is taken again. The run is stored.
   * @throws LeaseLostError, or the signal's reason, if the job is no longer ours to do.
   */
  answer(question: AiQuestion, call: PanelCall): Promise<ModelOutcome>;
}

import { AppError } from '#lib/kernel';
import { CHAT_ERROR_SCOPES, type ChatErrorCode } from './domain/chat-error-code';
import { withFactTags } from './domain/fact-tags';
import { mergeAnswers } from './domain/merge-answers';
import type { AiQuestion } from './domain/question';
import type { AiModel, ModelOutcome } from './models/ai-model';
import { RULES } from './models/rules-model';
import { type ModelError, type PanelAnswer, type PanelCall, PanelError } from './panel';

/** An answer came, and none of it can be used: that is a result with errors, not a missing server. */
const ANSWERED: ReadonlySet<ChatErrorCode> = new Set(['filtered', 'prompt_truncated', 'answer_truncated']);

/** Models of one question, called in parallel and merged in their order. */
export class ConfiguredPanel {
  /** @param members In the order in which they count; undefined if a server is needed and none is known. */
  constructor(private readonly members: readonly AiModel[] | undefined) {}

  /** @throws AppError as `AiPanel.answer` does. */
  async answer(question: AiQuestion, call: PanelCall): Promise<PanelAnswer> {
    if (this.members === undefined) {
      throw AppError.unavailable(
        'ai_not_configured',
        'AI_MODELS names a model that has no server in AI_MODELS_FILE, in the console or at AI_BASE_URL',
        { retryable: false },
      );
    }
    const outcomes = await settleAll(this.members.map((member) => member.answer(question, call)));
    const answered = outcomes.filter(({ answer }) => answer !== null);
    const modelErrors = outcomes.flatMap(toModelErrors);
    if (answered.length === 0 && !modelErrors.some(({ code }) => ANSWERED.has(code))) throw new PanelError(modelErrors);
    // The rules do not evaluate a company, so there they do not count as a model that could have answered.
    const voters = this.members.filter(({ name }) => question.kind !== 'fundamental' || name !== RULES);
    const merged = mergeAnswers(outcomes, voters.length);
    const failed = modelErrors.map(({ model, message }) => ({
      date: null,
      field: null,
      error: `${model}: ${message}`,
    }));
    return {
      ...merged,
      judgements: withFactTags(question, merged.judgements),
      errors: [...merged.errors, ...failed],
      modelErrors,
      aiRunIds: outcomes.map(({ runId }) => runId),
      leadRunId: (answered.find(hasContent) ?? answered[0])?.runId ?? null,
      promptCopy: outcomes.find(({ prompt }) => prompt !== null)?.prompt ?? null,
      models: outcomes.map(({ model, answer }) => ({ model, answer })),
    };
  }
}

function hasContent({ answer }: ModelOutcome): boolean {
  return answer !== null && (answer.judgements.length > 0 || answer.items.length > 0);
}

function toModelErrors({ model, error }: ModelOutcome): ModelError[] {
  if (error === null) return [];
  const { code, message, retryAfterMs } = error;
  return [{ model, code, message, scope: CHAT_ERROR_SCOPES[code], retryAfterMs: retryAfterMs ?? null }];
}

/** Waits for all, also if one fails, so that none writes after the caller has gone on. */
async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

import { AppError } from '#lib/kernel';
import type { ChatFault, ChatFaultCode } from './chat/chat-fault';
import { mergeAnswers } from './domain/merge-answers';
import type { AiQuestion } from './domain/question';
import type { AiModel, ModelOutcome } from './models/ai-model';
import { AiPanel, type PanelAnswer, type PanelCall } from './panel';

/** Seconds after which asking again makes sense, by what failed. */
const RETRY_AFTER_SECONDS: Partial<Record<ChatFaultCode, number>> = {
  rate_limited: 30,
  circuit_open: 30,
  server_error: 30,
  unreachable: 30,
  timeout: 30,
};

/** The models of `AI_MODELS`, asked side by side and merged in their order. */
export class ConfiguredPanel extends AiPanel {
  /**
   * @param names The models in the order of the settings.
   * @param members The same models; undefined where a server is needed and none is configured.
   */
  constructor(
    private readonly names: readonly string[],
    private readonly members: readonly AiModel[] | undefined,
  ) {
    super();
  }

  override get models(): readonly string[] {
    return this.names;
  }

  override async ask(question: AiQuestion, call: PanelCall): Promise<PanelAnswer> {
    if (this.members === undefined) {
      throw AppError.unavailable(
        'ai_not_configured',
        'AI_MODELS names models, but AI_BASE_URL names no server for them',
        {
          retryable: false,
        },
      );
    }
    const outcomes = await allOf(this.members.map((member) => member.ask(question, call)));
    const answered = outcomes.filter(({ answer }) => answer !== null);
    if (answered.length === 0) throw failure(outcomes);
    const merged = mergeAnswers(outcomes);
    const failed = outcomes.flatMap(({ model, fault }) =>
      fault === null ? [] : [{ date: null, field: null, error: `${model}: ${fault.message}` }],
    );
    return {
      ...merged,
      errors: [...merged.errors, ...failed],
      aiRunIds: outcomes.map(({ runId }) => runId),
      leadRunId: (answered.find(hasSaid) ?? answered[0])?.runId ?? null,
      promptCopy: outcomes[0]?.prompt ?? null,
      models: outcomes.map(({ model, answer }) => ({ model, answer })),
    };
  }
}

function hasSaid({ answer }: ModelOutcome): boolean {
  return answer !== null && (answer.judgements.length > 0 || answer.items.length > 0);
}

function failure(outcomes: readonly ModelOutcome[]): AppError {
  const faults = outcomes.flatMap(({ model, fault }) => (fault === null ? [] : [{ model, fault }]));
  const waits = faults.flatMap(({ fault }) => RETRY_AFTER_SECONDS[fault.code] ?? []);
  const sentence = faults.map(({ model, fault }) => `${model}: ${fault.message}`).join('; ');
  return AppError.unavailable('ai_failed', `no model answered: ${sentence}`, {
    retryable: waits.length > 0,
    ...(waits.length > 0 ? { retryAfterSeconds: Math.max(...waits) } : {}),
    cause: faults[0]?.fault satisfies ChatFault | undefined,
  });
}

/** Waits for all, also where one fails, so that none writes after the caller has gone on. */
async function allOf<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

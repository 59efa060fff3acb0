/** A model that did not answer a question. Milliseconds by the database's clock. */
export interface MissingModel {
  model: string;
  code: string;
  message: string;
  /** `passes`: by itself; `stops`: every further question until a person acts; `question`: this one alone. */
  scope: 'passes' | 'stops' | 'question';
  /** The wait that its server requested; null if it named none. */
  retryAfterMs: number | null;
  /** How long it has answered nothing in this drain. */
  failingForMs: number;
}

/** How long a drain waits for models. All in ms but `mostWaits`. */
export interface DrainWaitLimits {
  /** First wait of a session; doubled each time. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** The longest time for which a lane takes no session after an error. */
  longestPauseMs: number;
  /** Times that one session waits. */
  mostWaits: number;
  /** A model that has answered nothing for so long is no longer waited for, if others answer. */
  modelMs: number;
  /** If no model has answered for so long, the drain stops. */
  drainMs: number;
}

/** What happens to a session that some models did not answer. */
export type DrainDecision =
  { act: 'settle' } | { act: 'wait'; waitMs: number; pauseMs: number } | { act: 'stop'; code: string; message: string };

/**
 * Decides by the models that are configured, not by those that happened to answer:
 * - no strict majority can answer before a person acts: stop;
 * - an error that passes: wait, a bounded number of times; then go on with the models that answered;
 * - no model answers for a long time: stop, so that the other sessions are not used up.
 */
export function decideNextStep(
  configured: number,
  missing: readonly MissingModel[],
  waits: number,
  limits: DrainWaitLimits,
): DrainDecision {
  const stopping = missing.filter(({ scope }) => scope === 'stops');
  const passing = missing.filter(({ scope }) => scope === 'passes');
  const [cause] = stopping;
  if (cause !== undefined && (configured - stopping.length) * 2 <= configured) return stop(cause);
  const [first] = passing;
  if (first === undefined) return { act: 'settle' };
  const noneAnswered = missing.length >= configured;
  if (noneAnswered && passing.every(({ failingForMs }) => failingForMs >= limits.drainMs)) return stop(first);
  const isLost = passing.every(({ failingForMs }) => failingForMs >= limits.modelMs);
  if (waits >= limits.mostWaits || (isLost && !noneAnswered)) return { act: 'settle' };
  const requestedMs = Math.max(0, ...passing.map(({ retryAfterMs }) => retryAfterMs ?? 0));
  const waitMs = Math.min(limits.longestWaitMs, Math.max(requestedMs, limits.firstWaitMs * 2 ** waits));
  return { act: 'wait', waitMs, pauseMs: Math.min(limits.longestPauseMs, Math.max(requestedMs, limits.firstWaitMs)) };
}

function stop({ code, model, message }: MissingModel): DrainDecision {
  return { act: 'stop', code, message: `${model}: ${message}` };
}

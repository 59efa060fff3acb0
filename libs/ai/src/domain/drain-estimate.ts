import { callCost, type TokenPrices } from './call-cost';

/** Used for a model that has not answered a question of this kind yet. */
const FIRST_GUESS = { calls: 1, promptTokens: 5000, completionTokens: 2000 } as const;

export interface ModelToEstimate {
  model: string;
  prices: TokenPrices;
  /** Averages of one question; undefined if there are none yet. */
  usual: { calls: number; promptTokens: number; completionTokens: number } | undefined;
}

export interface ModelEstimate {
  model: string;
  calls: number;
  promptTokens: number;
  completionTokens: number;
  /** Yuan; null if a price is not known. */
  cost: number | null;
}

export interface DrainEstimate {
  sessions: number;
  calls: number;
  tokens: number;
  /** Yuan, of the models whose prices are known; null if none is. */
  cost: number | null;
  models: ModelEstimate[];
}

/** What a drain of so many sessions may take: one question a session to each model that has a server. */
export function estimateDrain(sessions: number, models: readonly ModelToEstimate[]): DrainEstimate {
  const estimates = models.map(({ model, prices, usual = FIRST_GUESS }): ModelEstimate => {
    const promptTokens = Math.round(sessions * usual.promptTokens);
    const completionTokens = Math.round(sessions * usual.completionTokens);
    const cost = callCost({ prompt: promptTokens, completion: completionTokens, cached: 0 }, prices);
    return { model, calls: Math.ceil(sessions * usual.calls), promptTokens, completionTokens, cost };
  });
  const known = estimates.flatMap(({ cost }) => cost ?? []);
  return {
    sessions,
    calls: sum(estimates.map(({ calls }) => calls)),
    tokens: sum(estimates.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)),
    cost: known.length === 0 ? null : sum(known),
    models: estimates,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

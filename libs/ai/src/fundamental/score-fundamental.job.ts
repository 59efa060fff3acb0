import { IsInt, Min } from 'class-validator';
import type { JsonValue } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import { defineJob } from '#lib/queue';
import type { ScoredItem } from '../domain/fundamental/score';

export class ScoreFundamentalPayload {
  @IsInt()
  @Min(1)
  sessionId!: number;
}

export type FundamentalScoreResult = {
  sessionId: number;
  /** The session's score after the call: the new one, or the one it had if too few items could be decided. */
  score: number | null;
  note: string | null;
  /** Items that data decided, and items that a model decided. */
  available: number;
  judged: number;
  items: Pick<ScoredItem, keyof ScoredItem>[];
  aiRunId: number | null;
  marketSource: StoredMarketSource;
  warnings: string[];
} & Record<string, JsonValue>;

/**
 * A caller waits for it. Two requests for a session in flight are one job. One try: the panel has its own repeats, and what
 * a model was paid for is found again after a crash.
 */
export const scoreFundamentalJob = defineJob<ScoreFundamentalPayload, FundamentalScoreResult>({
  name: 'fundamental.score',
  queue: 'ai',
  limitedPerUser: true,
  payload: ScoreFundamentalPayload,
  dedupeKey: ({ sessionId }) => String(sessionId),
  retry: { attempts: 1, backoffMs: 300, crashes: 3 },
});

import { IsInt, Min } from 'class-validator';
import type { JsonValue } from '#lib/kernel';
import { defineJob } from '#lib/queue';

export class ScoreFundamentalPayload {
  @IsInt()
  @Min(1)
  sessionId!: number;
}

export type FundamentalScoreResult = {
  sessionId: number;
  /** The session's score after the call: the new one, or the one it had where too few items could be judged. */
  score: number | null;
  note: string | null;
  /** Items that data decided, and that a model judged. */
  available: number;
  judged: number;
  items: { key: string; label: string; points: number; reason: string; decidedBy: string }[];
  aiRunId: number | null;
  marketSource: string;
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

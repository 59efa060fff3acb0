import { IsString, Matches } from 'class-validator';
import { defineJob } from '#lib/queue';

export class EvaluateRulesPayload {
  @IsString()
  @Matches(/^\d{4}-\d{2}-\d{2}$/)
  day!: string;
}

export type EvaluateRulesResult = { rules: number; events: number };

/** Evaluates the rules on screens and prices on a day that has become complete. What it finds twice is recorded once. */
export const evaluateRulesJob = defineJob<EvaluateRulesPayload, EvaluateRulesResult>({
  name: 'notifications.evaluate',
  queue: 'maintenance',
  payload: EvaluateRulesPayload,
  dedupeKey: ({ day }) => day,
  retry: { attempts: 4, backoffMs: 30_000, crashes: 5 },
});

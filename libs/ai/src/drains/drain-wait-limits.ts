import { Injectable } from '@nestjs/common';
import type { DrainWaitLimits } from '../domain/drain-decision';

const MINUTE_MS = 60_000;

/** How long drains wait for models. Tests replace it with shorter times. */
@Injectable()
export class DefaultDrainWaitLimits implements DrainWaitLimits {
  readonly firstWaitMs: number = 5000;
  readonly longestWaitMs: number = 10 * MINUTE_MS;
  readonly longestPauseMs: number = MINUTE_MS;
  readonly mostWaits: number = 6;
  readonly modelMs: number = 10 * MINUTE_MS;
  readonly drainMs: number = 30 * MINUTE_MS;
}

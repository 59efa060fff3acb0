import { RateLimitsService } from './rate-limits.service';

/** As {@link RateLimitsService}, but in force whatever `RATE_LIMIT` says: what programs of others may spend here. */
export class CallBudgetsService extends RateLimitsService {}

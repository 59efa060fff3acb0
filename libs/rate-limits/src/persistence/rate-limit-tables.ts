import { CreateRateLimits1763700000300 } from './1763700000300-create-rate-limits';

export const RATE_LIMIT_MIGRATIONS = [CreateRateLimits1763700000300];

export { CallBudgetsService } from './call-budgets.service';
export { RATE_LIMIT_MIGRATIONS } from './persistence/rate-limit-tables';
export { RateLimitsModule } from './rate-limits.module';
export { type RateLimit, RateLimitsService } from './rate-limits.service';

export { RATE_LIMIT_MIGRATIONS } from './persistence/rate-limit-tables';
export { RateLimitsModule } from './rate-limits.module';
export { type RateLimit, RateLimits } from './rate-limits.service';

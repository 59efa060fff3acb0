export { CreateRateLimits1763700000300 } from './persistence/1763700000300-create-rate-limits';
export { RateLimitsModule } from './rate-limits.module';
export { type RateLimit, RateLimits } from './rate-limits.service';

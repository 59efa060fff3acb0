import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { RateLimitsService } from './rate-limits.service';
import { PostgresRateLimitStore } from './store/postgres-rate-limit-store';
import type { RateLimitStore } from './store/rate-limit-store';
import { RedisRateLimitStore } from './store/redis-rate-limit-store';

/** Requests a minute over all processes. Needs the global settings and database modules. */
@Module({
  providers: [
    {
      provide: RateLimitsService,
      inject: [APP_CONFIG, Database],
      useFactory: (config: AppConfig, database: Database) => new RateLimitsService(createStore(config, database)),
    },
  ],
  exports: [RateLimitsService],
})
export class RateLimitsModule {}

function createStore(config: AppConfig, database: Database): RateLimitStore | undefined {
  if (!config.rateLimit) return undefined;
  return config.redisUrl === undefined
    ? new PostgresRateLimitStore(database)
    : new RedisRateLimitStore(config.redisUrl, config.redisPrefix);
}

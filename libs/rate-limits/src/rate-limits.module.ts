import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { CallBudgetsService } from './call-budgets.service';
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
      useFactory: (config: AppConfig, database: Database) =>
        new RateLimitsService(config.rateLimit ? createStore(config, database) : undefined),
    },
    {
      provide: CallBudgetsService,
      inject: [APP_CONFIG, Database],
      useFactory: (config: AppConfig, database: Database) => new CallBudgetsService(createStore(config, database)),
    },
  ],
  exports: [RateLimitsService, CallBudgetsService],
})
export class RateLimitsModule {}

function createStore(config: AppConfig, database: Database): RateLimitStore {
  return config.redisUrl === undefined
    ? new PostgresRateLimitStore(database)
    : new RedisRateLimitStore(config.redisUrl, config.redisPrefix);
}

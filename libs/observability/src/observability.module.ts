import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Injection token of the process's prom-client registry. */
export const METRICS = Symbol('METRICS');

/** Injection token of the registry of what every process reads from the one database. */
export const DATABASE_METRICS = Symbol('DATABASE_METRICS');

/** A registry with the metrics of the process itself: memory, event loop, garbage collection. */
function processRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Offers the process's logger and its metrics registry to every module. */
@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: METRICS, useFactory: processRegistry },
        { provide: DATABASE_METRICS, useFactory: () => new Registry() },
      ],
      exports: [LOGGER, METRICS, DATABASE_METRICS],
    };
  }
}

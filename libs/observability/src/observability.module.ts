import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Injection token of the process's prom-client registry. */
export const METRICS = Symbol('METRICS');

/** Injection token of the registry of what every process reads from the one database. */
export const DATABASE_METRICS = Symbol('DATABASE_METRICS');

let processMetrics: Registry | undefined;

/**
 * A registry with the metrics of the process itself: memory, event loop, garbage collection. What measures them runs until the
 * process ends, so that all applications of a process share it.
 */
function processRegistry(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return Registry.merge([processMetrics]);
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

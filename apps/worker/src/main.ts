import { type INestApplicationContext, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '#lib/config';
import { AppError, messageOf } from '#lib/kernel';
import { lowerPriority } from '#lib/database';
import {
  collectWhenQuiet,
  createLogger,
  NestLogger,
  redactText,
  showSourcePlaces,
  startTracing,
} from '#lib/observability';
import { WorkerModule } from './worker.module';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Under the supervisor's patience. Whatever hangs then is a connection to something that is away. */
const LONGEST_SHUTDOWN_MS = 5500;

async function main(): Promise<void> {
  showSourcePlaces();
  const config = loadConfig();
  const logger = createLogger({ level: config.logLevel, process: 'worker' });
  const tracing = await startTracing(config.tracing, 'worker', logger);
  let app: INestApplicationContext | undefined = undefined;
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    if (app === undefined) process.exit(0);
    logger.info({ reason }, 'the worker stops');
    setTimeout(() => process.exit(1), LONGEST_SHUTDOWN_MS).unref();
    void app
      .close()
      .finally(() => tracing.stop())
      .finally(() => process.exit(0));
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
  // The supervisor died: nobody would stop us, and its database is about to go.
  process.on('disconnect', () => stop('the supervisor is gone'));

  Logger.overrideLogger(new NestLogger(logger));
  app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, logger));
  // Not before: on a busy machine a worker that gives way is not ready before its connections are given up.
  if (!lowerPriority(config.workerNice)) {
    logger.warn({ nice: config.workerNice }, 'the system does not let the worker give way');
  }
  collectWhenQuiet();
  logger.info('the worker runs');
}

main().catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof AppError;
  const text = error instanceof Error && !isKnown ? error.stack : messageOf(error);
  process.stderr.write(`${redactText(`the worker can't start: ${text ?? messageOf(error)}`)}\n`);
  process.exit(1);
});

import { ConfigError, loadConfig } from '#lib/config';
import { AppError, messageOf } from '#lib/kernel';
import { collectWhenQuiet, createLogger, redactText, showSourcePlaces, startTracing } from '#lib/observability';
import { createApi } from './create-app';
import { ReadinessService } from './health/readiness.service';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Requests in flight, event streams among them, may go on for so long after a stop signal. */
const GRACE_MS = 3000;

/** Under the supervisor's patience. Whatever hangs then is a connection to something that is away. */
const LONGEST_SHUTDOWN_MS = 5500;

async function main(): Promise<void> {
  showSourcePlaces();
  const config = loadConfig();
  const processLogger = createLogger({ level: config.logLevel, process: 'api' });
  const { apiProcess } = config;
  const logger = apiProcess === undefined ? processLogger : processLogger.child({ apiProcess });
  const tracing = await startTracing(config.tracing, 'api', logger);
  const app = await createApi(config, { logger });
  let stopping = false;
  const close = (): void => {
    setTimeout(() => app.getHttpAdapter().getInstance().server.closeAllConnections(), GRACE_MS).unref();
    setTimeout(() => process.exit(1), LONGEST_SHUTDOWN_MS).unref();
    void app
      .close()
      .finally(() => tracing.stop())
      .finally(() => process.exit(0));
  };
  const stop = (reason: string, delaySeconds: number): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason, delaySeconds }, 'the API stops');
    app.get(ReadinessService).stop();
    setTimeout(close, delaySeconds * 1000);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal, config.stopDelaySeconds));
  // The supervisor died: nobody would stop us, and its database is about to go.
  process.on('disconnect', () => stop('the supervisor is gone', 0));
  await app.listen(config.port, config.host);
  collectWhenQuiet();
  logger.info({ host: config.host, port: config.port }, 'the API listens');
}

main().catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof AppError;
  const text = error instanceof Error && !isKnown ? error.stack : messageOf(error);
  process.stderr.write(`${redactText(`the API can't start: ${text ?? messageOf(error)}`)}\n`);
  process.exit(1);
});

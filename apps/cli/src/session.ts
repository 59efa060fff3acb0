import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AppConfig } from '#lib/config';
import { createLogger, type Logger, NestLogger } from '#lib/observability';
import { JobsService } from '#lib/queue';
import { WorkerModule } from '../../worker/src/worker.module';
import { CliModule } from './cli.module';
import type { DatabaseLocation } from './find-database';
import type { TextStream } from './output';

/** A command's connection to the program: it joins a running server, or starts the parts that it needs itself. */
export class Session {
  private worker: INestApplicationContext | undefined;

  private constructor(
    private readonly config: AppConfig & { databaseUrl: string },
    private readonly place: DatabaseLocation,
    private readonly app: INestApplicationContext,
    private readonly logger: Logger,
  ) {}

  /** @param place Left again when the session closes, or can't be opened. */
  static async open(config: AppConfig, place: DatabaseLocation, stderr: TextStream): Promise<Session> {
    try {
      // One command reads the bars that it needs; more of them in memory are for those who come again.
      const joined = { ...config, databaseUrl: place.url, databaseDirectUrl: place.url, barMatrixDays: 0 };
      // A person reads the terminal: only what someone must act on, unless he asked for more.
      const level = config.logLevel === 'info' || config.logLevel === 'warn' ? 'error' : config.logLevel;
      const logger = createLogger({ level, process: 'cli', destination: stderr });
      return new Session(joined, place, await start(CliModule.forRoot(joined, logger), logger), logger);
    } catch (error) {
      await place.leave();
      throw error;
    }
  }

  /** A service of the program. */
  get<Service>(service: Type<Service>): Service {
    return this.app.get(service, { strict: false });
  }

  /** Makes sure that somebody runs the jobs of `queue`: the workers that are there, or one in this process. */
  async ensureWorker(queue: string): Promise<void> {
    if (this.worker !== undefined) return;
    const { undrained } = await this.get(JobsService).health([queue]);
    if (undrained.length === 0) return;
    this.worker = await start(WorkerModule.forRoot(this.config, this.logger, { schedules: false }), this.logger);
  }

  /** Stops all that this process started. */
  async close(): Promise<void> {
    try {
      await this.worker?.close();
      await this.app.close();
    } finally {
      await this.place.leave();
    }
  }
}

function start(module: Parameters<typeof NestFactory.createApplicationContext>[0], logger: Logger) {
  return NestFactory.createApplicationContext(module, { logger: new NestLogger(logger), abortOnError: false });
}

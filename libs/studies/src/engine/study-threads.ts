import { extname, join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { openThreads } from '#lib/bar-matrix';
import type { PortfolioOutcome } from '../domain/portfolio/simulate-portfolio';
import type { PortfolioTask } from './hold-study';
import type { EncodedStudy, StudyTask } from './study-task';

const THREAD = join(__dirname, `study-thread${extname(__filename)}`);

/** A thread that has computed a study holds hundreds of megabytes until it ends, and starts in a fraction of a second. */
const IDLE_MS = 1000;

/** Computes studies in a thread: one at a time, each fills hundreds of megabytes. */
@Injectable()
export class StudyThreads implements OnApplicationShutdown {
  private readonly logger = new Logger('StudyThreads');
  private pool: Piscina | undefined;

  /** @throws what `signal` is aborted with. */
  async compute(task: StudyTask, signal: AbortSignal): Promise<EncodedStudy> {
    return (await this.run('computeInThread', task, signal)) as EncodedStudy;
  }

  /** Simulates a portfolio. @throws what `signal` is aborted with. */
  async hold(task: PortfolioTask, signal: AbortSignal): Promise<PortfolioOutcome> {
    return (await this.run('holdInThread', task, signal)) as PortfolioOutcome;
  }

  /** Not with the modules: a job that is cut before its signal is told would fail for good. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private async run(name: 'computeInThread' | 'holdInThread', task: object, signal: AbortSignal): Promise<unknown> {
    this.pool ??= openThreads(THREAD, { most: 1, idleMs: IDLE_MS, logger: this.logger });
    try {
      return await this.pool.run(task, { name, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}

import { extname, join } from 'node:path';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { openThreads } from '#lib/bar-matrix';
import type { ComputedStudy, StudyTask } from './study-task';

const THREAD = join(__dirname, `study-thread${extname(__filename)}`);

/** Computes studies in a thread: one at a time, each fills hundreds of megabytes. */
@Injectable()
export class StudyThreads implements OnModuleDestroy {
  private readonly logger = new Logger('StudyThreads');
  private pool: Piscina | undefined;

  /** @throws what `signal` is aborted with. */
  async compute(task: StudyTask, signal: AbortSignal): Promise<ComputedStudy> {
    this.pool ??= openThreads(THREAD, { most: 1, logger: this.logger });
    try {
      return (await this.pool.run(task, { name: 'computeInThread', signal })) as ComputedStudy;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }
}

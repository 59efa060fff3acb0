import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { BarMatrix } from '#lib/bar-matrix/domain';
import { AppError } from '#lib/kernel';
import type { FoundStock, ScreenTask, TaskResult } from './screen-task';

const MOST_THREADS = 2;
/** A thread that nobody has used for so long ends, and gives its memory back. */
const IDLE_MS = 60_000;
/** A run that takes longer is ended. */
const LONGEST_RUN_MS = 10_000;

/** Tests run the sources; node needs a loader for them in a thread too. */
const FROM_SOURCES = extname(__filename) === '.ts';
const SOURCE_LOADER = join(__dirname, '../../../../test/support/runner/swc-register.cjs');

/** Evaluates screens in threads, which share the bars: the request's own loop stays free. */
@Injectable()
export class ScreenThreads implements OnModuleDestroy {
  private pool: Piscina<ScreenTask, TaskResult> | undefined;

  /**
   * Evaluates the market's stocks, a part in each thread.
   * @throws AppError `run_too_long` where it takes longer than ten seconds; what `signal` is aborted with.
   */
  async run(task: Omit<ScreenTask, 'matrix' | 'stocks'>, matrix: BarMatrix, signal: AbortSignal): Promise<TaskResult> {
    const pool = (this.pool ??= createPool());
    const timeout = AbortSignal.timeout(LONGEST_RUN_MS);
    const end = AbortSignal.any([signal, timeout]);
    try {
      const parts = await Promise.all(
        split(matrix.facts.stocks.length, pool.options.maxThreads).map((stocks) =>
          pool.run({ ...task, matrix: matrix.shared, stocks }, { signal: end, name: 'runInThread' }),
        ),
      );
      return merge(parts);
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw tooLong();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }
}

function createPool(): Piscina<ScreenTask, TaskResult> {
  return new Piscina<ScreenTask, TaskResult>({
    filename: join(__dirname, `screen-thread${extname(__filename)}`),
    minThreads: 0,
    maxThreads: Math.min(MOST_THREADS, availableParallelism()),
    idleTimeout: IDLE_MS,
    ...(FROM_SOURCES ? { execArgv: ['--conditions=source', '--require', SOURCE_LOADER] } : {}),
  });
}

function tooLong(): AppError {
  const message = `the screen takes longer than ${String(LONGEST_RUN_MS / 1000)} s over the whole market; make its windows smaller`;
  return AppError.invalid(message, undefined, 'run_too_long');
}

/** [0, count) in parts of the same size. */
function split(count: number, parts: number): { from: number; to: number }[] {
  const size = Math.ceil(count / parts);
  return Array.from({ length: parts }, (_, part) => ({
    from: Math.min(part * size, count),
    to: Math.min((part + 1) * size, count),
  })).filter(({ from, to }) => to > from);
}

function merge(parts: readonly TaskResult[]): TaskResult {
  const leftOut: Record<string, number> = {};
  const found: FoundStock[] = [];
  let evaluated = 0;
  for (const part of parts) {
    evaluated += part.evaluated;
    found.push(...part.found);
    for (const [reason, count] of Object.entries(part.leftOut)) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  }
  return { evaluated, leftOut, found };
}

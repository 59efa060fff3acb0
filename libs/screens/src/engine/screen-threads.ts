import { extname, join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { openThreads } from '#lib/bar-matrix';
import type { BarMatrix } from '#lib/bar-matrix/domain';
import { AppError } from '#lib/kernel';
import type { FoundStock, ScreenRule, ScreenTask, SweepResult, TaskResult, TooLong } from './screen-task';
import { withinLimit } from './within-limit';

const MOST_THREADS = 2;
/** A run that takes longer is ended. What a user writes may be anything; what we wrote is slow on a busy machine alone. */
const LONGEST_RUN_MS: Readonly<Record<ScreenRule['kind'], number>> = { formula: 10_000, builtin: 45_000 };
/** A run waits so long for a thread, and for the thread's start. */
const LONGEST_WAIT_MS = 45_000;

const THREAD = join(__dirname, `screen-thread${extname(__filename)}`);

/** `stocks` left out: all of them. `longestMs` left out: as long as somebody who waits for a run may be kept waiting. */
type MarketTask = Omit<ScreenTask, 'matrix' | 'stocks' | 'longestMs'> &
  Partial<Pick<ScreenTask, 'stocks' | 'longestMs'>>;

/** Evaluates screens in threads, which share the bars: the request's own loop stays free. */
@Injectable()
export class ScreenThreads implements OnApplicationShutdown {
  private readonly logger = new Logger('ScreenThreads');
  private pool: Piscina | undefined;

  /**
   * Evaluates the market's stocks, a part in each thread; or the stocks that the task names, in one.
   * @throws AppError `run_too_long` (400) where it takes a thread longer than ten seconds, a built-in screen 45;
   * `screens_busy` (503) where no thread is free for it; what `signal` is aborted with.
   */
  async run(task: MarketTask, matrix: BarMatrix, signal: AbortSignal): Promise<TaskResult> {
    return merge(await this.inThreads<TaskResult>('runInThread', task, matrix, signal));
  }

  /** As {@link run}, for the numbers of stocks and days, and the scores, alone: stock by stock. */
  async sweep(task: MarketTask, matrix: BarMatrix, signal: AbortSignal): Promise<SweepResult> {
    const parts = await this.inThreads<SweepResult>('sweepInThread', task, matrix, signal);
    return {
      stockNos: joinNumbers(parts.map(({ stockNos }) => stockNos)),
      dayNos: joinNumbers(parts.map(({ dayNos }) => dayNos)),
      scores: Float64Array.from(parts.flatMap(({ scores }) => [...scores])),
      tieBreaks: Float64Array.from(parts.flatMap(({ tieBreaks }) => [...tieBreaks])),
    };
  }

  /** Not with the modules: a job that is cut before its signal is told would fail for good. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private async inThreads<Result>(
    name: 'runInThread' | 'sweepInThread',
    task: MarketTask,
    matrix: BarMatrix,
    signal: AbortSignal,
  ): Promise<Result[]> {
    const pool = (this.pool ??= openThreads(THREAD, { most: MOST_THREADS, logger: this.logger }));
    const longestMs = task.longestMs ?? LONGEST_RUN_MS[task.rule.kind];
    const ranges =
      task.stocks === undefined ? split(matrix.facts.stocks.length, pool.options.maxThreads) : [task.stocks];
    const run = (end: AbortSignal): Promise<(Result | TooLong)[]> =>
      Promise.all(
        ranges.map(
          (stocks) =>
            pool.run({ ...task, matrix: matrix.shared, stocks, longestMs }, { signal: end, name }) as Promise<
              Result | TooLong
            >,
        ),
      );
    const results = await withinLimit(run, { longestMs: LONGEST_WAIT_MS + longestMs, signal, tooLong: busy });
    if (results.includes('too_long')) throw tooLong(longestMs);
    return results as Result[];
  }
}

function tooLong(longestMs: number): AppError {
  const message = `the screen takes longer than ${String(longestMs / 1000)} s over the whole market; make its windows smaller`;
  return AppError.invalid(message, undefined, 'run_too_long');
}

function busy(): AppError {
  return AppError.unavailable('screens_busy', 'other screens are running, and no thread is free; try again', {
    retryAfterSeconds: 10,
  });
}

/** [0, count) in parts of the same size. */
function split(count: number, parts: number): { from: number; to: number }[] {
  const size = Math.ceil(count / parts);
  return Array.from({ length: parts }, (_, part) => ({
    from: Math.min(part * size, count),
    to: Math.min((part + 1) * size, count),
  })).filter(({ from, to }) => to > from);
}

function joinNumbers(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
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

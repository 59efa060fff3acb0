import { BarMatrix, type SharedMatrix } from '#lib/bar-matrix/domain';
import { freeSharedMemory } from '#lib/kernel';
import { RunTooLong, runTask, sweepTask } from './run-task';
import type { ScreenTask, SweepResult, TaskResult, TooLong } from './screen-task';

let known: BarMatrix | undefined;

/** Runs a task in a thread of its own. The facts of a matrix are read once, its columns are shared. */
export function runInThread({ matrix, ...task }: ScreenTask): TaskResult | TooLong {
  return answerOrTooLong(() => runTask(task, open(matrix)));
}

/** As {@link runInThread}, for the hits' numbers alone. */
export function sweepInThread({ matrix, ...task }: ScreenTask): SweepResult | TooLong {
  return answerOrTooLong(() => sweepTask(task, open(matrix)));
}

/** The class of an error does not reach the other side of a thread. */
function answerOrTooLong<Result>(run: () => Result): Result | TooLong {
  try {
    return run();
  } catch (error) {
    if (error instanceof RunTooLong) return 'too_long';
    throw error;
  }
}

function open(shared: SharedMatrix): BarMatrix {
  if (known?.shared.id === shared.id) return known;
  const dropped = known?.bytes ?? 0;
  known = BarMatrix.of(shared);
  freeSharedMemory(dropped);
  return known;
}

import { BarMatrix, type SharedMatrix } from '#lib/bar-matrix/domain';
import { runTask, sweepTask } from './run-task';
import type { ScreenTask, SweepResult, TaskResult } from './screen-task';

let known: BarMatrix | undefined;

/** Runs a task in a thread of its own. The facts of a matrix are read once, its columns are shared. */
export function runInThread({ matrix, ...task }: ScreenTask): TaskResult {
  return runTask(task, open(matrix));
}

/** As {@link runInThread}, for the hits' numbers alone. */
export function sweepInThread({ matrix, ...task }: ScreenTask): SweepResult {
  return sweepTask(task, open(matrix));
}

function open(shared: SharedMatrix): BarMatrix {
  if (known?.shared.facts !== shared.facts) known = BarMatrix.of(shared);
  return known;
}

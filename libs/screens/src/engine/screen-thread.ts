import { BarMatrix, type SharedMatrix } from '#lib/bar-matrix/domain';
import { runTask } from './run-task';
import type { ScreenTask, TaskResult } from './screen-task';

let known: BarMatrix | undefined;

/** Runs a task in a thread of its own. The facts of a matrix are read once, its columns are shared. */
export function runInThread({ matrix, ...task }: ScreenTask): TaskResult {
  return runTask(task, open(matrix));
}

function open(shared: SharedMatrix): BarMatrix {
  if (known?.shared.facts !== shared.facts) known = BarMatrix.of(shared);
  return known;
}

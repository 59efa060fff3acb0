import { BarMatrix } from '#lib/bar-matrix/domain';
import { computeStudy } from './compute-study';
import type { ComputedStudy, StudyTask } from './study-task';

/** Computes a study in a thread of its own: a worker's loop renews leases meanwhile. */
export function computeInThread({ matrix, ...task }: StudyTask): ComputedStudy {
  return computeStudy(task, BarMatrix.of(matrix));
}

import { BarMatrix } from '#lib/bar-matrix/domain';
import { computeStudy } from './compute-study';
import type { PortfolioOutcome } from '../domain/portfolio/simulate-portfolio';
import { holdStudy, type PortfolioTask } from './hold-study';
import type { ComputedStudy, StudyTask } from './study-task';

/** Computes a study in a thread of its own: a worker's loop renews leases meanwhile. */
export function computeInThread({ matrix, ...task }: StudyTask): ComputedStudy {
  return computeStudy(task, BarMatrix.of(matrix));
}

/** Simulates a portfolio in a thread of its own: the request's own loop stays free. */
export function holdInThread({ matrix, ...task }: PortfolioTask): PortfolioOutcome {
  return holdStudy(task, BarMatrix.of(matrix));
}

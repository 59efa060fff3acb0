import { BarMatrix } from '#lib/bar-matrix/domain';
import { computeStudy } from './compute-study';
import type { PortfolioOutcome } from '../domain/portfolio/simulate-portfolio';
import { holdStudy, type PortfolioTask } from './hold-study';
import type { CaseRow } from '../domain/study-rows';
import type { EncodedStudy, NumberedCase, StudyTask } from './study-task';

/** Cases of a part. */
const PART_CASES = 5000;

/** Computes a study in a thread of its own: a worker's loop renews leases meanwhile. */
export function computeInThread({ matrix, ...task }: StudyTask): EncodedStudy {
  const { cases, ...study } = computeStudy(task, BarMatrix.of(matrix));
  return { ...study, caseParts: encodeCases(cases), caseCount: cases.length };
}

/** As text: objects would be copied into the heap of the worker's loop, which would write the same text. */
function encodeCases(cases: readonly CaseRow[]): string[] {
  return Array.from({ length: Math.ceil(cases.length / PART_CASES) }, (_, part) => {
    const first = part * PART_CASES;
    const rows = cases.slice(first, first + PART_CASES);
    return JSON.stringify(rows.map((each, index): NumberedCase => ({ ...each, caseNo: first + index + 1 })));
  });
}

/** Simulates a portfolio in a thread of its own: the request's own loop stays free. */
export function holdInThread({ matrix, ...task }: PortfolioTask): PortfolioOutcome {
  return holdStudy(task, BarMatrix.of(matrix));
}

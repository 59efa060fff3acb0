import type { Reading } from './reading';

/** Thrown inside of {@link readingOf} by the first cell that can't be read. */
class CellProblem extends Error {}

/** The value of a cell that was read; what is wrong with it ends the row. */
export function valueOf<T>(reading: Reading<T>): T {
  if ('problem' in reading) throw new CellProblem(reading.problem);
  return reading.value;
}

/** Runs `read`, whose first cell that can't be read says why the row is rejected. */
export function readingOf<T>(read: () => T): Reading<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof CellProblem) return { problem: error.message };
    throw error;
  }
}

/** The value of a cell, or null where it can't be read: for what a vendor tells beside. */
export function valueOrNull<T>(reading: Reading<T | null>): T | null {
  return 'problem' in reading ? null : reading.value;
}

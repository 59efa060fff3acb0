import type { ReadResult } from './read-result';

/** Thrown inside of {@link toReadResult} by the first cell that can't be read. */
class CellProblem extends Error {}

/** The value of a cell that was read; what is wrong with it ends the row. */
export function requireValue<T>(reading: ReadResult<T>): T {
  if ('problem' in reading) throw new CellProblem(reading.problem);
  return reading.value;
}

/** Runs `read`, whose first cell that can't be read is the reason why the row is rejected. */
export function toReadResult<T>(read: () => T): ReadResult<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof CellProblem) return { problem: error.message };
    throw error;
  }
}

/** The value of a cell, or null if it can't be read: for additional data of a vendor. */
export function valueOrNull<T>(reading: ReadResult<T | null>): T | null {
  return 'problem' in reading ? null : reading.value;
}

import { matrixOf } from '../../../../test/support/inputs/studies/matrix-of';
import { BarMatrix } from '#lib/bar-matrix/domain';
import { NO_FILTERS } from '../domain/screen-filters';
import { runInThread, sweepInThread } from './screen-thread';

const bars = [10, 11, 12].map((close, day) => ({ day, open: close, high: close, low: close, close }));
const { shared: matrix } = matrixOf([{ code: '600000', bars }], bars.length);
const task = {
  ...{ matrix, rule: { kind: 'formula', formula: 'CLOSE > 1;' } as const, filters: NO_FILTERS },
  ...{ dayNo: 2, stocks: { from: 0, to: 1 } },
};

it('evaluates the stocks of a task within its time', () => {
  expect(runInThread({ ...task, daysBefore: 0, longestMs: 10_000 })).toMatchObject({ evaluated: 1 });
  expect(sweepInThread({ ...task, daysBefore: 2, longestMs: 10_000 })).toMatchObject({
    dayNos: Int32Array.of(0, 1, 2),
  });
});

it('reads the facts of a matrix once, though each message has other objects', () => {
  const reads = jest.spyOn(BarMatrix, 'of');
  const other = matrixOf([{ code: '600001', bars }], bars.length).shared;
  for (const shared of [other, structuredClone(other), structuredClone(other)]) {
    runInThread({ ...task, matrix: shared, daysBefore: 0, longestMs: 10_000 });
  }
  expect(reads).toHaveBeenCalledTimes(1);
  runInThread({ ...task, daysBefore: 0, longestMs: 10_000 });
  expect(reads).toHaveBeenCalledTimes(2);
  reads.mockRestore();
});

it('says that a task has taken longer than it may', () => {
  expect(runInThread({ ...task, daysBefore: 0, longestMs: -1 })).toBe('too_long');
  expect(sweepInThread({ ...task, daysBefore: 2, longestMs: -1 })).toBe('too_long');
});

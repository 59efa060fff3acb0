import { matrixOf } from '../../../../test/support/inputs/studies/matrix-of';
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

it('says that a task has taken longer than it may', () => {
  expect(runInThread({ ...task, daysBefore: 0, longestMs: -1 })).toBe('too_long');
  expect(sweepInThread({ ...task, daysBefore: 2, longestMs: -1 })).toBe('too_long');
});

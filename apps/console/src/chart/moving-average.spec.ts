import { movingAverage } from './moving-average';

describe('a moving average', () => {
  it('begins with the first full window', () => {
    expect(movingAverage([1, 2, 3, 4, 8], 3)).toEqual([null, null, 2, 3, 5]);
    expect(movingAverage([1, 2], 3)).toEqual([null, null]);
    expect(movingAverage([], 5)).toEqual([]);
  });
});

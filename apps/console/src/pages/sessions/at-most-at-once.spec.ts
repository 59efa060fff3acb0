import { atMostAtOnce } from './at-most-at-once';

describe('atMostAtOnce', () => {
  it('keeps the order of the items, continues after failures and never has more in progress', async () => {
    let underWay = 0;
    let most = 0;
    const progress: number[] = [];
    const outcomes = await atMostAtOnce(
      3,
      [1, 2, 3, 4, 5, 6, 7],
      async (item) => {
        most = Math.max(most, ++underWay);
        await new Promise((done) => setTimeout(done, (item % 3) * 3));
        underWay -= 1;
        if (item === 4) throw new Error('four');
        return item * 10;
      },
      (done) => progress.push(done),
    );
    expect(outcomes.map(({ item, result, error }) => [item, result ?? (error as Error).message])).toEqual([
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 'four'],
      [5, 50],
      [6, 60],
      [7, 70],
    ]);
    expect(most).toBe(3);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('does nothing without items', async () => {
    expect(await atMostAtOnce(4, [], () => Promise.resolve(1))).toEqual([]);
  });
});

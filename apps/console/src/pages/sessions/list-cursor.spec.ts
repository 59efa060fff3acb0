import { follow } from './list-cursor';
import type { SessionRow } from './session-pages';

const toList = (
  ids: readonly number[],
): [number, (index: number) => SessionRow | undefined, (id: number) => number | undefined] => [
  ids.length,
  (index) => {
    const id = ids[index];
    return id === undefined ? undefined : ({ id } as SessionRow);
  },
  (id) => (ids.includes(id) ? ids.indexOf(id) : undefined),
];

describe('the cursor of a list that is read again', () => {
  it('stays as it is, the same object, if its session is still there', () => {
    const cursor = { index: 1, id: 20 };
    expect(follow(cursor, ...toList([10, 20, 30]))).toBe(cursor);
  });

  it('disappears with its session', () => {
    expect(follow({ index: 1, id: 20 }, ...toList([20, 10, 30]))).toEqual({ index: 0, id: 20 });
  });

  it('keeps its index if its session has left, the last index if the list is shorter', () => {
    expect(follow({ index: 1, id: 20 }, ...toList([10, 30]))).toEqual({ index: 1, id: 30 });
    expect(follow({ index: 2, id: 30 }, ...toList([10, 20]))).toEqual({ index: 1, id: 20 });
    expect(follow({ index: 2, id: 30 }, ...toList([]))).toEqual({ index: 0, id: null });
  });

  it('waits for a row that is not loaded yet', () => {
    const cursor = { index: 5, id: 60 };
    expect(
      follow(
        cursor,
        10,
        () => undefined,
        () => undefined,
      ),
    ).toBe(cursor);
    expect(
      follow(
        cursor,
        undefined,
        () => undefined,
        () => undefined,
      ),
    ).toBe(cursor);
  });
});

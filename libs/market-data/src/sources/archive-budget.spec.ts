import { ArchiveBudget } from './archive-budget';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

function admit(packed: number, sizes: readonly number[]): void {
  const budget = new ArchiveBudget(packed);
  for (const size of sizes) budget.admit('a.csv', size);
}

describe('the budget of an archive', () => {
  it('covers members up to 4 GiB together', () => {
    expect(() => admit(GIB, [GIB, GIB, GIB, GIB])).not.toThrow();
    expect(() => admit(GIB, [GIB, GIB, GIB, GIB, 1])).toThrow('larger than 4 GiB together');
    expect(() => admit(GIB, [GIB + 1])).toThrow('larger than 1 GiB');
  });

  it('covers members up to 200 times as large as the archive, if they are large at all', () => {
    expect(() =>
      admit(
        MIB,
        Array.from({ length: 200 }, () => MIB),
      ),
    ).not.toThrow();
    expect(() =>
      admit(
        MIB,
        Array.from({ length: 201 }, () => MIB),
      ),
    ).toThrow('more than 200 times');
    expect(() => admit(1000, [64 * MIB])).not.toThrow();
  });
});

import { LeasedCount } from './leased-count';

/** Processes that take in turns, on a store that only adds. */
function admittedOf(processes: readonly LeasedCount[], rounds: number): { admitted: number[]; questions: number } {
  let total = 0;
  let questions = 0;
  const admitted = processes.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, count] of processes.entries()) {
      let answer = count.take();
      while (answer === 'ask') {
        const booking = count.booking();
        total += booking;
        questions += 1;
        count.settle(booking, total);
        answer = count.take();
      }
      if (answer === 'admitted') admitted[index] = (admitted[index] ?? 0) + 1;
    }
  }
  return { admitted, questions };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('LeasedCount', () => {
  it('admits exactly the limit to one process, with a request per slice', () => {
    const { admitted, questions } = admittedOf([new LeasedCount(100, 10, 10)], 500);
    expect(admitted).toEqual([100]);
    expect(questions).toBeLessThanOrEqual(11);
  });

  it('nothing is booked within the first slice', () => {
    expect(admittedOf([new LeasedCount(100, 10, 10)], 10)).toEqual({ admitted: [10], questions: 0 });
  });

  it.each([1, 2, 3, 7])('admits the limit to %i processes, give or take a slice each', (count) => {
    const processes = Array.from({ length: count }, () => new LeasedCount(100, 10, 10));
    const { admitted } = admittedOf(processes, 500);
    expect(sum(admitted)).toBeGreaterThanOrEqual(100 - 10 * (count - 1));
    expect(sum(admitted)).toBeLessThanOrEqual(100 + 10 * (count - 1));
  });

  it('leaves a late process its free slice and no more', () => {
    const [early, late] = [new LeasedCount(100, 10, 10), new LeasedCount(100, 10, 10)];
    let total = 0;
    for (let tries = 0; tries < 300; tries += 1) {
      if (early.take() === 'ask') {
        const booking = early.booking();
        early.settle(booking, (total += booking));
      }
    }
    for (let tries = 0; tries < 10; tries += 1) expect(late.take()).toBe('admitted');
    expect(late.take()).toBe('ask');
    const booking = late.booking();
    late.settle(booking, total + booking);
    expect(late.take()).toBe('refused');
  });

  it('the count is exact if nothing is free and slices are single', () => {
    const processes = Array.from({ length: 3 }, () => new LeasedCount(20, 1, 0));
    expect(sum(admittedOf(processes, 100).admitted)).toBe(20);
  });

  it('a process counts up to the whole limit by itself while the store is unavailable, and books that later', () => {
    const count = new LeasedCount(100, 10, 10);
    let admitted = 0;
    for (let tries = 0; tries < 45; tries += 1) {
      let answer = count.take();
      if (answer === 'ask') {
        count.settleAlone();
        answer = count.take();
      }
      if (answer === 'admitted') admitted += 1;
    }
    expect(admitted).toBe(45);
    expect(count.booking()).toBe(55);
    for (let tries = 0; tries < 200; tries += 1) {
      let answer = count.take();
      if (answer === 'ask') {
        count.settleAlone();
        answer = count.take();
      }
      if (answer === 'admitted') admitted += 1;
    }
    expect(admitted).toBe(100);
  });

  it('admits weights up to the limit, and leaves to light requests what a heavy one cannot have', () => {
    const count = new LeasedCount(100, 10, 10);
    let total = 0;
    const take = (weight: number): string => {
      let answer = count.take(weight);
      while (answer === 'ask') {
        const booking = count.booking(weight);
        total += booking;
        count.settle(booking, total);
        answer = count.take(weight);
      }
      return answer;
    };
    expect([take(50), take(1), take(45), take(5)]).toEqual(['admitted', 'admitted', 'admitted', 'refused']);
    expect(Array.from({ length: 5 }, () => take(1))).toEqual([...Array<string>(4).fill('admitted'), 'refused']);
  });

  it('a weight above the slice is admitted while the store is unavailable', () => {
    const count = new LeasedCount(100, 10, 10);
    const take = (weight: number): string => {
      if (count.take(weight) === 'admitted') return 'admitted';
      count.settleAlone(weight);
      return count.take(weight);
    };
    expect([take(50), take(45), take(6), take(5)]).toEqual(['admitted', 'admitted', 'refused', 'admitted']);
  });
});

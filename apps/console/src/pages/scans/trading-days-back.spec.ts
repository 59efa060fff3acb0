import { startDaysBefore } from './trading-days-back';

/** Weekends are closed, and one week is. */
const isOpen = (day: Date) =>
  ![0, 6].includes(day.getUTCDay()) && !(day.toISOString() >= '2026-10-01' && day.toISOString() < '2026-10-08');

const asked: string[] = [];
const countTo = (end: string) => (start: string) => {
  asked.push(start);
  let count = 0;
  for (const day = new Date(start); day.toISOString().slice(0, 10) <= end; day.setUTCDate(day.getUTCDate() + 1)) {
    count += Number(isOpen(day));
  }
  return Promise.resolve(count);
};

describe('startDaysBefore', () => {
  it.each([
    ['2026-11-20', 20],
    ['2026-11-20', 1],
    ['2026-10-12', 20],
    ['2026-11-20', 60],
    ['2026-11-22', 3],
  ])('up to %s finds the range of %d trading days, in a few requests', async (end, days) => {
    asked.length = 0;
    const start = await startDaysBefore(end, days, countTo(end));
    expect(await countTo(end)(start)).toBe(days);
    expect(asked.length).toBeLessThan(9);
  });

  it('gives up if nothing fits', async () => {
    let questions = 0;
    const never = () => {
      questions += 1;
      return Promise.resolve(0);
    };
    expect(await startDaysBefore('2026-11-20', 5, never)).toMatch(/^2026-1/);
    expect(questions).toBe(7);
  });
});

import fc from 'fast-check';
import { axisDays } from './axis-days';
import type { Bar } from './bar';

/** Weekdays from a Friday on. */
const bars = Array.from({ length: 1400 }, (_, index): Bar => {
  const day = new Date(Date.UTC(2021, 0, 1 + Math.floor((index + 4) / 5) * 2 + index)).toISOString().slice(0, 10);
  return {
    ...{ tradeDate: day, firstDate: day, open: 1, high: 1, low: 1, close: 1, volume: 1 },
    ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
  };
});
const texts = (from: number, to: number, barSpace: number): string[] =>
  axisDays(bars, 'day', from, to, barSpace).map(({ text }) => text);

describe('the days of the axis', () => {
  it('are weeks, months, quarters or years, as there is room', () => {
    expect(texts(100, 130, 14).every((text) => /^\d\d-\d\d$/.test(text))).toBe(true);
    expect(texts(1, 260, 3).slice(0, 3)).toEqual(['21-02', '21-03', '21-04']);
    expect(texts(1, 700, 1)).toEqual([
      '21-04',
      '21-07',
      '21-10',
      '2022',
      '22-04',
      '22-07',
      '22-10',
      '2023',
      '23-04',
      '23-07',
    ]);
    expect(texts(1, 1400, 0.12)).toEqual(['2022', '2024', '2026']);
    expect(texts(1, 1400, 0.3)).toEqual(['2022', '2023', '2024', '2025', '2026']);
  });

  it('never run into each other, nor over the left edge', () => {
    fc.assert(
      fc.property(
        fc.nat(1300),
        fc.integer({ min: 2, max: 900 }),
        fc.double({ min: 0.2, max: 40, noNaN: true }),
        (from, count, space) => {
          const days = axisDays(bars, 'day', from, from + count, space);
          for (const [index, day] of days.entries()) {
            expect((day.index - from + 1) * space).toBeGreaterThanOrEqual(17);
            const next = days[index + 1];
            if (next !== undefined) expect((next.index - day.index) * space).toBeGreaterThanOrEqual(50);
          }
        },
      ),
    );
  });
});

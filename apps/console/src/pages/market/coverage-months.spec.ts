import { coverageMonths, getAdjacentDay, type MarketDay, type Move } from './coverage-months';

const day = (text: string): MarketDay => ({ day: text, bars: 1, expected: 1, share: 1, state: 'complete' });
const months = coverageMonths(['2026-10-30', '2026-11-02', '2026-11-03', '2026-11-27', '2026-12-01'].map(day));

it('months are listed newest first, each day in the column of its date', () => {
  expect(months.map(({ month }) => month)).toEqual(['2026-12', '2026-11', '2026-10']);
  expect(months.map(({ days }) => days.map((one) => one?.day.slice(8)).filter(Boolean))).toEqual([
    ['01'],
    ['02', '03', '27'],
    ['30'],
  ]);
  expect(months[1]?.days).toHaveLength(31);
  expect(months[1]?.days[26]?.day).toBe('2026-11-27');
});

it.each<[string, Move, string]>([
  ['2026-11-03', 'right', '2026-11-27'],
  ['2026-11-27', 'right', '2026-11-27'],
  ['2026-11-27', 'left', '2026-11-03'],
  ['2026-11-27', 'first', '2026-11-02'],
  ['2026-11-02', 'last', '2026-11-27'],
  ['2026-11-27', 'up', '2026-12-01'],
  ['2026-12-01', 'down', '2026-11-02'],
  ['2026-12-01', 'up', '2026-12-01'],
  ['2026-10-30', 'up', '2026-11-27'],
])('the adjacent day from %s %s is %s', (from, move, to) => {
  expect(getAdjacentDay(months, from, move)).toBe(to);
});

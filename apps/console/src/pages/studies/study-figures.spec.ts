import { conclude, directionOf, findOpposedHalves, yearsBefore } from './study-figures';

const excess = (low: number | null, high: number | null, insufficient = false) => ({
  meanExcessPct: 0.5,
  meanExcessLowPct: low,
  meanExcessHighPct: high,
  insufficient,
});

it.each([
  ['above zero', excess(0.1, 0.9), 'up'],
  ['below zero', excess(-0.9, -0.1), 'down'],
  ['around zero', excess(-0.1, 0.9), undefined],
  ['that touches zero', excess(0, 0.9), undefined],
  ['of too few cases', excess(0.1, 0.9, true), undefined],
  ['that is not known', excess(null, null), undefined],
])('an interval %s', (_, figures, direction) => {
  expect(directionOf(figures)).toBe(direction);
});

it.each([
  ['too few cases', { ...excess(0.1, 0.9, true), randomListP: 0 }, { kind: 'tooFew' }],
  ['an interval around zero', { ...excess(-0.1, 0.9), randomListP: 0 }, { kind: 'noDifference' }],
  ['better than nearly all random lists', { ...excess(0.1, 0.9), randomListP: 0.01 }, { kind: 'better' }],
  ['as good as many random lists', { ...excess(0.1, 0.9), randomListP: 0.86 }, { kind: 'luckAsWell', share: 0.86 }],
  ['worse than nearly all random lists', { ...excess(-0.9, -0.1), randomListP: 1 }, { kind: 'worse' }],
  ['as bad as many random lists', { ...excess(-0.9, -0.1), randomListP: 0.5 }, { kind: 'luckAsBadly', share: 0.5 }],
  ['no random lists', { ...excess(0.1, 0.9), randomListP: null }, { kind: 'better' }],
])('%s: what may be concluded', (_, figures, conclusion) => {
  expect(conclude(figures)).toEqual(conclusion);
});

it('halves are opposed where their means have opposite signs', () => {
  const half = (name: 'first' | 'second', meanExcessPct: number | null) => ({
    ...{ half: name, n: 40, nEff: 31, hitRatePct: 50, meanExcessPct, insufficient: false },
    ...{ meanExcessLowPct: null, meanExcessHighPct: null },
  });
  expect(findOpposedHalves([half('first', 1.2), half('second', -0.4)])).toEqual({ first: 1.2, second: -0.4 });
  expect(findOpposedHalves([half('first', 1.2), half('second', 0.4)])).toBeUndefined();
  expect(findOpposedHalves([half('first', 1.2), half('second', null)])).toBeUndefined();
  expect(findOpposedHalves([half('second', -1)])).toBeUndefined();
});

it('years are counted back to the same day', () => {
  expect(yearsBefore('2026-11-20', 3)).toBe('2023-11-20');
  expect(yearsBefore('2028-02-29', 3)).toBe('2025-02-28');
});

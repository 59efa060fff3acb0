import { concludeFrom } from './study-conclusion';

const judged = (low: number | null, high: number | null, randomListP: number | null, insufficient = false) => ({
  ...{ meanExcessLowPct: low, meanExcessHighPct: high, randomListP, insufficient },
});

it.each([
  ['too few cases, whatever they show', judged(1, 2, 0, true), { kind: 'tooLittle' }],
  ['an interval that holds zero', judged(-0.1, 2, 0.001), { kind: 'noDifference' }],
  ['an interval that begins at zero', judged(0, 2, 0.001), { kind: 'noDifference' }],
  ['no interval', judged(null, null, 0.001), { kind: 'noDifference' }],
  ['an interval over zero', judged(0.1, 2, 0.05), { kind: 'better' }],
  ['an interval over zero without random lists', judged(0.1, 2, null), { kind: 'better' }],
  ['an interval under zero', judged(-2, -0.1, 0.97), { kind: 'worse' }],
  ['an interval under zero without random lists', judged(-2, -0.1, null), { kind: 'worse' }],
  ['random lists that did as well', judged(0.1, 2, 0.25), { kind: 'luckAsWell', sharePct: 25 }],
  ['random lists that did no better', judged(-2, -0.1, 0.75), { kind: 'luckAsBadly', sharePct: 25 }],
])('%s: %j', (_what, figures, conclusion) => {
  expect(concludeFrom(figures)).toEqual(conclusion);
});

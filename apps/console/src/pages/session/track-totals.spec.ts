import { type Judgement, totalsOf } from './track-totals';

const judgement = (changes: Partial<Judgement>, right: (boolean | null)[]): Judgement => ({
  model: 'rules',
  kind: 'phase',
  period: 'day',
  periodEnd: '2026-11-20',
  value: 'accumulation',
  dataThrough: '2026-11-20',
  hindsight: false,
  replay: false,
  aiRunId: null,
  scores: right.map((value, index) => ({
    horizon: ([5, 10, 20] as const)[index] ?? 60,
    state: value === null ? 'unfillable' : 'scored',
    exitDate: null,
    returnPct: null,
    excessPct: null,
    right: value,
  })),
  ...changes,
});

describe('totals of a session’s judgements', () => {
  it('count by model, kind and horizon, and leave out hindsight and what was never scored', () => {
    const totals = totalsOf([
      judgement({}, [true, false]),
      judgement({}, [true, null]),
      judgement({ hindsight: true }, [false, false]),
      judgement({ kind: 'outlook' }, []),
      judgement({ model: 'other' }, [false]),
    ]);
    expect(totals.map(({ model, kind, horizons }) => [model, kind, Object.fromEntries(horizons)])).toEqual([
      ['rules', 'phase', { 5: { right: 2, scored: 2 }, 10: { right: 0, scored: 1 } }],
      ['rules', 'outlook', {}],
      ['other', 'phase', { 5: { right: 0, scored: 1 } }],
    ]);
  });
});

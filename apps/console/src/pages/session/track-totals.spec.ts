import { type Judgement, countTotals } from './track-totals';

const judgement = (changes: Partial<Judgement>, right: (boolean | null)[], counted = true): Judgement => ({
  model: 'rules',
  version: 'rules-v1',
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
    counted: counted && value !== null,
  })),
  ...changes,
});

describe('the totals of a session’s judgements', () => {
  it('count samples by model, kind and horizon, replays separately', () => {
    const totals = countTotals([
      judgement({}, [true, false]),
      judgement({}, [true, null]),
      judgement({}, [false, false], false),
      judgement({ replay: true }, [false]),
      judgement({ kind: 'outlook' }, []),
      judgement({ model: 'other' }, [false]),
    ]);
    expect(
      totals.map(({ model, kind, replay, horizons }) => [model, kind, replay, Object.fromEntries(horizons)]),
    ).toEqual([
      ['rules', 'phase', false, { 5: { right: 2, scored: 2 }, 10: { right: 0, scored: 1 } }],
      ['rules', 'phase', true, { 5: { right: 0, scored: 1 } }],
      ['rules', 'outlook', false, {}],
      ['other', 'phase', false, { 5: { right: 0, scored: 1 } }],
    ]);
  });
});

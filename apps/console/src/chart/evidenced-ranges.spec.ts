import type { Schemas } from '../api/client';
import { listLetters, listRanges } from './evidenced-ranges';

type Evidence = Schemas['RecordEvidenceResponse'];
type Range = Evidence['ranges'][number];

const record = {
  ...{ id: 1, sessionId: 1, supplyDemand: null, alignFlag: null, primaryPhaseHint: null, cycleSubTags: [] },
  ...{ cycleEvents: [], evidenceNote: null, manualRemarkHistory: [], origin: 'ai', aiRunId: null },
  ...{ dataThrough: null, isLatest: false, version: 1, createdAt: '', updatedAt: '' },
} satisfies Partial<Schemas['DailyRecordResponse']>;
const range = (id: string, changes: Partial<Range> = {}): Range => ({
  ...{ id, from: '2026-09-01', to: null, support: 10, resistance: 12, side: 'accumulation', origin: 'climax' },
  ...changes,
});
const evidence = (
  asOf: string,
  ranges: Range[],
  letter: Evidence['phase']['letter'] = null,
): { evidence: Evidence } => ({
  evidence: {
    ...{ version: 'rules-v2', asOf, events: [], ranges, phase: { since: asOf, letter, reason: '' } },
    ...{ invalidation: null, nextLook: null },
  },
});
const daily = (tradeDate: string, said: { evidence: Evidence | null }) => ({ ...record, ...said, tradeDate });
const weekly = (weekEndDate: string, said: { evidence: Evidence | null }) => ({ ...record, ...said, weekEndDate });

describe('the ranges of records’ evidence', () => {
  it('come from the newest record of each, newest first', () => {
    const detail = {
      dailyRows: [
        daily('2026-11-20', evidence('2026-11-20', [range('b', { support: 11 })])),
        daily(
          '2026-11-19',
          evidence('2026-11-19', [range('b', { support: 10.5 }), range('a', { to: '2026-11-02', support: 8 })]),
        ),
      ],
      weeklyRows: [weekly('2026-11-13', evidence('2026-11-13', [range('a', { support: 7 })]))],
    };
    expect(listRanges(detail)).toEqual([
      { ...range('b', { support: 11 }), asOf: '2026-11-20' },
      { ...range('a', { to: '2026-11-02', support: 8 }), asOf: '2026-11-19' },
    ]);
  });

  it('end with the last record that names them, if newer ones do not', () => {
    const detail = {
      dailyRows: [
        daily('2026-11-20', evidence('2026-11-20', [range('b')])),
        daily('2026-11-19', evidence('2026-11-20', [range('a', { support: 8 })])),
      ],
      weeklyRows: [],
    };
    expect(listRanges(detail).map(({ id, to }) => [id, to])).toEqual([
      ['b', null],
      ['a', '2026-11-19'],
    ]);
  });

  it('last if the running week names them, whose end lies ahead', () => {
    const detail = {
      dailyRows: [daily('2026-11-18', evidence('2026-11-18', [range('a')]))],
      weeklyRows: [weekly('2026-11-20', evidence('2026-11-18', [range('a'), range('b', { support: 8 })]))],
    };
    expect(listRanges(detail).map(({ id, to }) => [id, to])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('are one if each day’s record reports a box again; one before it, or of other lines, is another', () => {
    const detail = {
      dailyRows: [
        daily('2026-11-20', evidence('2026-11-20', [range('c', { from: '2026-08-03', support: 10.2 })])),
        daily('2026-11-19', evidence('2026-11-20', [range('b', { from: '2026-08-02' })])),
        daily('2026-11-18', evidence('2026-11-20', [range('low', { from: '2026-08-02', support: 9 })])),
        daily('2026-11-17', evidence('2026-11-20', [range('past', { from: '2026-05-06', to: '2026-07-31' })])),
      ],
      weeklyRows: [],
    };
    expect(listRanges(detail).map(({ id }) => id)).toEqual(['c', 'low', 'past']);
  });

  it('are none without evidence', () => {
    expect(listRanges({ dailyRows: [daily('2026-11-20', { evidence: null })], weeklyRows: [] })).toEqual([]);
  });
});

describe('the letters of records’ evidence', () => {
  it('are those of weeks from their Mondays and of days, oldest first, a day after its week', () => {
    const detail = {
      dailyRows: [
        daily('2026-11-13', evidence('2026-11-13', [], 'C')),
        daily('2026-11-12', evidence('2026-11-13', [])),
      ],
      weeklyRows: [weekly('2026-11-13', evidence('2026-11-13', [], 'B'))],
    };
    expect(listLetters(detail)).toEqual([
      { from: '2026-11-12', to: '2026-11-12', letter: null },
      { from: '2026-11-09', to: '2026-11-13', letter: 'B' },
      { from: '2026-11-13', to: '2026-11-13', letter: 'C' },
    ]);
  });
});

import { fillChanges } from './fill-changes';
import type { DailyRecord } from './session-detail';

const record = (changes: Partial<DailyRecord>): DailyRecord => ({
  id: 1,
  sessionId: 1,
  supplyDemand: 'balanced',
  alignFlag: null,
  primaryPhaseHint: 'accumulation',
  cycleSubTags: ['phase_c'],
  cycleEvents: [],
  evidenceNote: 'note',
  manualRemarkHistory: [],
  origin: 'manual',
  aiRunId: null,
  dataThrough: null,
  evidence: null,
  isLatest: false,
  version: 1,
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  tradeDate: '2026-11-20',
  ...changes,
});

describe('the changes of a fill', () => {
  it('are listed field by field next to the values before', () => {
    const before = [record({})];
    const after = record({ supplyDemand: 'demand_dominant', cycleEvents: ['SPRING'], evidenceNote: 'note' });
    const [change] = fillChanges(before, [after]);
    expect(change?.fields).toEqual([
      { field: 'supplyDemand', before: 'balanced', after: 'demand_dominant' },
      { field: 'cycleEvents', before: [], after: ['SPRING'] },
    ]);
    expect(change?.before).toBe(before[0]);
  });

  it('are all fields of a new record', () => {
    const [change] = fillChanges([record({ tradeDate: '2026-11-19' })], [record({})]);
    expect(change?.before).toBeNull();
    expect(change?.fields.map(({ field }) => field)).toEqual([
      'supplyDemand',
      'primaryPhaseHint',
      'cycleSubTags',
      'evidenceNote',
    ]);
  });

  it('are none if the record is unchanged', () => {
    expect(fillChanges([record({})], [record({ id: 2, origin: 'ai' })])[0]?.fields).toEqual([]);
  });
});

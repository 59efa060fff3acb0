import type { Schemas } from '../api/client';
import { toMarks } from './marks';

type Daily = Schemas['DailyRecordResponse'];
type Weekly = Schemas['WeeklyRecordResponse'];

const record = {
  ...{ id: 1, sessionId: 1, supplyDemand: null, alignFlag: null, primaryPhaseHint: null, cycleSubTags: [] },
  ...{ cycleEvents: [], evidenceNote: null, manualRemarkHistory: [], origin: 'manual', aiRunId: null },
  ...{ dataThrough: null, evidence: null, isLatest: false, version: 1, createdAt: '', updatedAt: '' },
} satisfies Omit<Daily, 'tradeDate'>;
const daily = (tradeDate: string, cycleEvents: Daily['cycleEvents'], origin: Daily['origin'] = 'manual'): Daily => ({
  ...{ ...record, tradeDate, cycleEvents, origin },
});
const weekly = (
  weekEndDate: string,
  primaryPhaseHint: Weekly['primaryPhaseHint'],
  cycleEvents: Weekly['cycleEvents'] = [],
): Weekly => ({ ...record, weekEndDate, primaryPhaseHint, cycleEvents });

describe('the marks of records on a chart', () => {
  it('are events of both kinds of record on their days, oldest first, with their source', () => {
    const { events } = toMarks({
      dailyRows: [daily('2026-11-19', ['ST', 'TEST'], 'ai'), daily('2026-11-11', ['SC'])],
      weeklyRows: [weekly('2026-11-13', null, ['AR'])],
    });
    expect(events).toEqual([
      { day: '2026-11-11', event: 'SC', origin: 'manual' },
      { day: '2026-11-13', event: 'AR', origin: 'manual' },
      { day: '2026-11-19', event: 'ST', origin: 'ai' },
      { day: '2026-11-19', event: 'TEST', origin: 'ai' },
    ]);
  });

  it('are drawn where events happened, once for the day and the week that contain them', () => {
    const seen = (asOf: string, event: 'SC' | 'AR', happenedOn: string, recognisedOn: string) => ({
      evidence: {
        ...{ version: 'rules-v2', asOf, ranges: [], phase: { since: asOf, letter: null, reason: '' } },
        events: [{ event, happenedOn, recognisedOn, price: 10.5, rangeId: null, figures: {} }],
        ...{ invalidation: null, nextLook: null },
      },
    });
    const { events } = toMarks({
      dailyRows: [
        { ...daily('2026-11-19', ['SC'], 'ai'), ...seen('2026-11-20', 'SC', '2026-11-17', '2026-11-19') },
        { ...daily('2026-11-18', ['SC'], 'ai'), ...seen('2026-11-20', 'SC', '2026-11-17', '2026-11-18') },
        daily('2026-11-17', ['SC'], 'manual'),
      ],
      weeklyRows: [{ ...weekly('2026-11-20', null, ['SC']), ...seen('2026-11-20', 'SC', '2026-11-17', '2026-11-19') }],
    });
    expect(events).toEqual([
      ...[
        { day: '2026-11-17', event: 'SC', origin: 'ai', seen: { on: '2026-11-19', price: 10.5, asOf: '2026-11-20' } },
      ],
      ...[{ day: '2026-11-17', event: 'SC', origin: 'manual' }],
    ]);
  });

  it('are phases from Mondays to the weeks’ ends; equal neighbours are one, the newest continues', () => {
    const { phases } = toMarks({
      dailyRows: [],
      // The server has the newest first; the week of the national holiday ends on a Wednesday.
      weeklyRows: [
        weekly('2026-10-16', 'markup'),
        weekly('2026-10-09', 'accumulation'),
        weekly('2026-09-30', 'accumulation'),
        weekly('2026-09-25', 'markdown'),
      ],
    });
    expect(phases).toEqual([
      { from: '2026-09-21', to: '2026-09-25', phase: 'markdown' },
      { from: '2026-09-28', to: '2026-10-09', phase: 'accumulation' },
      { from: '2026-10-12', to: null, phase: 'markup' },
    ]);
  });

  it('leave weeks without a record or a hint blank', () => {
    const { phases } = toMarks({
      dailyRows: [],
      weeklyRows: [weekly('2026-10-16', 'markup'), weekly('2026-10-30', 'markup'), weekly('2026-11-06', null)],
    });
    expect(phases).toEqual([
      { from: '2026-10-12', to: '2026-10-16', phase: 'markup' },
      { from: '2026-10-26', to: '2026-10-30', phase: 'markup' },
    ]);
  });

  it('are none for a session without records', () => {
    expect(toMarks({ dailyRows: [], weeklyRows: [] })).toEqual({ phases: [], events: [], ranges: [], letters: [] });
  });
});

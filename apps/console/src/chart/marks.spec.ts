import type { Schemas } from '../api/client';
import { marksOf } from './marks';

type Daily = Schemas['DailyRecordReply'];
type Weekly = Schemas['WeeklyRecordReply'];

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

describe('what records put on a chart', () => {
  it('are events of both kinds of record on their days, oldest first, with who said so', () => {
    const { events } = marksOf({
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

  it('are phases from Mondays to the weeks’ ends; equal neighbours are one, the newest goes on', () => {
    const { phases } = marksOf({
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
    const { phases } = marksOf({
      dailyRows: [],
      weeklyRows: [weekly('2026-10-16', 'markup'), weekly('2026-10-30', 'markup'), weekly('2026-11-06', null)],
    });
    expect(phases).toEqual([
      { from: '2026-10-12', to: '2026-10-16', phase: 'markup' },
      { from: '2026-10-26', to: '2026-10-30', phase: 'markup' },
    ]);
  });

  it('are nothing for a session without records', () => {
    expect(marksOf({ dailyRows: [], weeklyRows: [] })).toEqual({ phases: [], events: [] });
  });
});

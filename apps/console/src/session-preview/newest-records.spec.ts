import type { Schemas } from '../api/client';
import { newestRecords } from './newest-records';

const rest = {
  sessionId: 1,
  supplyDemand: null,
  alignFlag: null,
  primaryPhaseHint: null,
  cycleSubTags: [],
  cycleEvents: [],
  evidenceNote: null,
  manualRemarkHistory: [],
  origin: 'ai',
  aiRunId: null,
  dataThrough: null,
  evidence: null,
  isLatest: false,
  createdAt: '',
  updatedAt: '',
} as const;
const day = (id: number, tradeDate: string): Schemas['DailyRecordResponse'] =>
  ({ ...rest, id, tradeDate }) as unknown as Schemas['DailyRecordResponse'];
const week = (id: number, weekEndDate: string): Schemas['WeeklyRecordResponse'] =>
  ({ ...rest, id, weekEndDate }) as unknown as Schemas['WeeklyRecordResponse'];

it('records of days and weeks are mixed, newest first, the week before its last day', () => {
  const records = newestRecords(
    {
      dailyRows: [day(5, '2026-11-20'), day(4, '2026-11-19'), day(3, '2026-11-13')],
      weeklyRows: [week(2, '2026-11-20'), week(1, '2026-11-13')],
    },
    4,
  );
  expect(records.map(({ key }) => key)).toEqual(['week-2', 'day-5', 'day-4', 'week-1']);
});

import type { DigestData } from '#lib/events';
import { calendarDayOf } from '#lib/kernel';
import { type ChannelEvent, type Message, type PendingEvent, writeMessage } from '#lib/notifications/testing';

/** A scan with 35 hits, of which the digest names ten. */
export const SAMPLE_MESSAGE: Message = {
  title: '扫描完成：35 只，较昨日新增 12 只',
  lines: [
    '600000 浦发银行 缩量 0.42，距年线 -3.1%',
    '000001 平安银行 缩量 0.38，距年线 -1.7%',
    '600519 贵州茅台 缩量 0.51，距年线 +0.4%',
    '300750 宁德时代 缩量 0.47，距年线 -2.2%',
    '601318 中国平安 缩量 0.36，距年线 -4.0%',
    '002594 比亚迪 缩量 0.44，距年线 +1.2%',
    '600036 招商银行 缩量 0.40，距年线 -0.8%',
    '000858 五粮液 缩量 0.49，距年线 -2.9%',
    '601012 隆基绿能 缩量 0.33，距年线 -5.6%',
    '600001 *ST <邯钢> & Co 缩量 0.45，距年线 -3.3%',
  ],
  total: 35,
  link: 'https://cycle.example.com/scans/42?day=2026-11-27',
};

export const SAMPLE_EVENT: ChannelEvent = {
  id: 'evt_42',
  type: 'scan.completed',
  timestamp: '2026-11-27T10:05:00.000Z',
  data: { scanId: 42, day: '2026-11-27', hits: 35, added: 12, codes: ['600000', '000001', '600519'] },
};

const DAY = calendarDayOf('2026-11-27');
const NEXT_DAY = calendarDayOf('2026-11-30');
const none = { total: 0, top: [] };
const maotai = { sessionId: 7, code: '600519', stockName: '贵州茅台' };

const EVENING: DigestData = {
  ...{ ruleId: 3, userId: 1, day: DAY, through: '2026-11-27T13:00:00.000000Z' },
  market: { dataThrough: DAY, expected: DAY },
  due: {
    ...{ total: 12, overdue: 1 },
    top: [
      { ...maotai, dueOn: calendarDayOf('2026-11-26') },
      { sessionId: 8, code: '000001', stockName: '平安银行', dueOn: DAY },
    ],
  },
  hits: {
    total: 2,
    top: [
      { code: '300750', stockName: '宁德时代', screenName: '海龟' },
      { code: '600001', stockName: '*ST <邯钢>', screenName: '海龟' },
    ],
  },
  scans: none,
  phases: { total: 1, top: [{ ...maotai, from: 'accumulation', to: 'markup', by: 'ai' }] },
  drains: { total: 1, top: [{ drainId: 5, kind: 'daily', tradeDay: DAY, filled: 40, skipped: 2, failed: 1 }] },
  failures: none,
};

const MORNING: DigestData = {
  ...{ ruleId: 4, userId: 1, day: NEXT_DAY, through: '2026-11-30T00:45:00.000000Z' },
  market: { dataThrough: DAY, expected: DAY },
  due: { ...none, overdue: 0 },
  ...{ hits: none, scans: none, phases: none, drains: none, failures: none },
};

/** A digest of an evening, and one of a morning without news. */
export const SAMPLE_DIGESTS: readonly { readonly message: Message; readonly event: ChannelEvent }[] = [
  sampleOf({ id: 43, type: 'digest.evening', run: null, createdAt: '2026-11-27T13:00:00.000Z', data: EVENING }),
  sampleOf({ id: 44, type: 'digest.morning', run: null, createdAt: '2026-11-30T00:45:00.000Z', data: MORNING }),
];

function sampleOf(event: PendingEvent): { message: Message; event: ChannelEvent } {
  const { id, type, createdAt, data } = event;
  return {
    message: writeMessage([event], 'https://cycle.example.com'),
    event: { id: `evt_${String(id)}`, type, timestamp: createdAt, data: { ...data } },
  };
}

import { eventSentences } from './event-sentences';
import { type EventNames, eventWords, type LoggedEvent } from './event-words';

const NAMES: EventNames = {
  t: eventSentences.zh,
  phases: { markup: '拉升' },
  wyckoff: (code) => ({ SC: '恐慌抛售' })[code] ?? code,
  screen: (id) => (id === 'top_gainers' ? '涨幅榜' : id),
};
const ENGLISH: EventNames = { ...NAMES, t: eventSentences.en, phases: { markup: 'Markup' }, wyckoff: (code) => code };
const LOGGED = { id: 1, run: null, createdAt: '2026-03-04T10:00:00.000Z' };
const DAY = '2026-03-04';
const STOCK = { code: '600519', stockName: '贵州茅台' };

it.each<[Pick<LoggedEvent, 'type' | 'data'>, string, string, string]>([
  [
    {
      type: 'scan.completed',
      data: { scanId: 7, status: 'completed', startDate: DAY, endDate: DAY, hits: 3, created: 2, top: [] },
    },
    '2026-03-04 至 2026-03-04 的扫描：命中 3 只，新建 2 个跟踪',
    'Scan of 2026-03-04 to 2026-03-04: 3 hits, 2 new sessions',
    '/scans/7',
  ],
  [
    { type: 'session.phase_changed', data: { ...STOCK, sessionId: 4, from: null, to: 'markup', by: 'person' } },
    '600519 贵州茅台 无 → 拉升（手工）',
    '600519 贵州茅台 none → Markup (by hand)',
    '/sessions/4',
  ],
  [
    {
      type: 'session.event',
      data: {
        code: '600001',
        stockName: null,
        sessionId: 5,
        record: 'daily',
        day: DAY,
        events: ['SC', 'AR'],
        by: 'ai',
      },
    },
    '600001 2026-03-04 恐慌抛售、AR（AI）',
    '600001 2026-03-04 SC, AR (AI)',
    '/sessions/5',
  ],
  [
    { type: 'session.due', data: { day: DAY, sessions: [{ ...STOCK, sessionId: 1, dueOn: DAY }] } },
    '2026-03-04 有 1 个跟踪到期复核',
    '2026-03-04: 1 review is due',
    '/sessions?review_due=due&sort=next_review_at&order=asc',
  ],
  [
    {
      type: 'study.completed',
      data: { studyId: 9, screen: 'top_gainers', status: 'failed', from: DAY, to: DAY, cases: 0 },
    },
    '“涨幅榜” 2026-03-04 至 2026-03-04 的检验失败',
    'Study of “涨幅榜”, 2026-03-04 to 2026-03-04: failed',
    '/studies/9',
  ],
  [
    {
      type: 'drain.failed',
      data: { drainId: 2, kind: 'daily', tradeDay: DAY, filled: 1, skipped: 2, failed: 3 },
    },
    '2026-03-04 的批量补填：填写 1，跳过 2，失败 3',
    'Drain of 2026-03-04: 1 filled, 2 skipped, 3 failed',
    '/ai/drains/2',
  ],
  [
    {
      type: 'digest.evening',
      data: {
        ...{ ruleId: 1, userId: 1, day: DAY, through: LOGGED.createdAt, market: { dataThrough: DAY, expected: DAY } },
        due: { total: 4, overdue: 1, top: [] },
        hits: { total: 3, top: [] },
        scans: { total: 0, top: [] },
        phases: { total: 0, top: [] },
        drains: { total: 0, top: [] },
        failures: { total: 2, top: [] },
      },
    },
    '2026-03-04 的摘要：到期复核 4，新命中 3，失败 2',
    'Digest of 2026-03-04: 4 reviews due, 3 new hits, 2 failures',
    '/settings/notifications',
  ],
])('%j', (event, zh, en, path) => {
  const logged = { ...LOGGED, ...event } as LoggedEvent;
  expect(eventWords(logged, NAMES)).toEqual({ sentence: zh, path });
  expect(eventWords(logged, ENGLISH)).toEqual({ sentence: en, path });
});

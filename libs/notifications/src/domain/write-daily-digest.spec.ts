import { calendarDayOf } from '#lib/kernel';
import { type DueReview, gatherDigest, type ToldFact } from './gather-digest';
import { writeDailyDigest } from './write-daily-digest';

const [BEFORE, DAY] = [calendarDayOf('2026-03-03'), calendarDayOf('2026-03-04')];
const stock = { code: '600519', stockName: '贵州茅台' };
const ABOUT = {
  ...{ ruleId: 1, userId: 2, day: DAY, through: '2026-03-04T13:00:00.000000Z' },
  market: { dataThrough: DAY, expected: DAY },
};
const due = (no: number, priority: number, dueOn = DAY): DueReview => ({
  ...{ sessionId: no, code: String(600000 + no), stockName: null, dueOn, priority },
});
const drain = { drainId: 5, kind: 'daily', tradeDay: DAY, filled: 40, skipped: 2, failed: 1 };
const matched = (screenName: string, fresh: number, named: number): ToldFact => ({
  type: 'screen.matched',
  data: {
    ...{ ruleId: 1, screen: 'x', screenName, day: DAY, matched: 30, fresh },
    top: Array.from({ length: named }, () => ({ ...stock, close: 1700, pctChange: 1 })),
  },
});

it('tells each kind of facts in a section of its own', () => {
  const facts: ToldFact[] = [
    matched('海龟', 2, 2),
    {
      type: 'scan.completed',
      data: { scanId: 3, status: 'completed', startDate: BEFORE, endDate: DAY, hits: 12, created: 11, top: [] },
    },
    { type: 'session.phase_changed', data: { ...stock, sessionId: 9, from: null, to: 'markup', by: 'ai' } },
    { type: 'drain.completed', data: drain },
    { type: 'drain.failed', data: { ...drain, kind: 'weekly' } },
    { type: 'market.late', data: { day: DAY, source: 'tdx' } },
    { type: 'backup.failed', data: { day: DAY, reason: '磁盘已满' } },
    { type: 'budget.spent', data: { day: DAY, budget: 'all', userId: null } },
  ];
  const digest = gatherDigest(ABOUT, [due(1, 5), due(2, 80, BEFORE)], facts);
  expect(writeDailyDigest('digest.evening', digest)).toEqual({
    title: '2026-03-04 收盘摘要',
    lines: ['行情截至 2026-03-04，已完整'],
    total: 1,
    sections: [
      { heading: '【到期复核 2 个，其中逾期 1 个】', lines: ['600002（应于 2026-03-03）', '600001'], total: 2 },
      { heading: '【新命中 2 只】', lines: Array<string>(2).fill('600519 贵州茅台（海龟）'), total: 2 },
      {
        heading: '【扫描 1 次】',
        lines: ['一年地量扫描完成：12 只命中，新建 11 个会话（2026-03-03 至 2026-03-04）'],
        total: 1,
      },
      { heading: '【阶段变化 1 个】', lines: ['600519 贵州茅台 无 → 拉升（模型）'], total: 1 },
      {
        heading: '【批量填写 1 次】',
        lines: ['2026-03-04 的日线 AI 批量填写完成：填写 40，跳过 2，失败 1'],
        total: 1,
      },
      {
        heading: '【失败 4 项】',
        lines: [
          '2026-03-04 的周线 AI 批量填写没有完成：填写 40，跳过 2，失败 1',
          '2026-03-04 的行情到 19:00 还不完整',
          '2026-03-04 的备份失败：磁盘已满',
          '2026-03-04 的模型预算已用完',
        ],
        total: 4,
      },
    ],
  });
});

it('keeps the first ten of a section, those of the highest priority, and counts the rest', () => {
  const many = Array.from({ length: 25 }, (_, no) => due(no, no));
  const digest = gatherDigest(ABOUT, many, [matched('甲', 40, 10), matched('乙', 3, 3)]);
  expect(digest.due.top.map(({ sessionId }) => sessionId)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
  expect(digest).toMatchObject({ due: { total: 25, overdue: 0 }, hits: { total: 43 } });
  expect(digest.hits.top).toHaveLength(10);
});

it.each([
  ['digest.evening', DAY, ['行情截至 2026-03-04，已完整', '今日无变化']],
  ['digest.morning', DAY, ['行情截至 2026-03-04，已完整', '昨夜无变化']],
  ['digest.evening', BEFORE, ['行情截至 2026-03-03，2026-03-04 还不完整', '今日无变化']],
  ['digest.evening', null, ['还没有完整的行情', '今日无变化']],
] as const)('%s without news, with data through %s', (event, dataThrough, lines) => {
  const digest = gatherDigest({ ...ABOUT, market: { dataThrough, expected: DAY } }, [], []);
  expect(writeDailyDigest(event, digest)).toMatchObject({ lines, total: 2, sections: [] });
});

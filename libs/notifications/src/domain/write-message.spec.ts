import type { EventData, EventType } from '#lib/events';
import type { PendingEvent } from './pending-event';
import { writeMessage } from './write-message';

const DAY = '2026-03-04' as never;
const stock = { code: '600519', stockName: '贵州茅台' };

function event<Type extends EventType>(type: Type, data: EventData[Type]): PendingEvent {
  return { id: 1, type, run: null, createdAt: '2026-03-04T08:00:00.000Z', data } as PendingEvent;
}

const drain = { drainId: 5, kind: 'daily', tradeDay: DAY, filled: 40, skipped: 2, failed: 1 };

it.each<[PendingEvent, string, readonly string[], string]>([
  [
    event('scan.completed', {
      ...{ scanId: 3, status: 'completed', startDate: DAY, endDate: DAY, hits: 12, created: 11 },
      top: [{ ...stock, entryDate: DAY }],
    }),
    '一年地量扫描完成：12 只命中，新建 11 个会话（2026-03-04 至 2026-03-04）',
    ['600519 贵州茅台 2026-03-04'],
    '/scans/3',
  ],
  [
    event('screen.matched', {
      ...{ ruleId: 1, screen: 'turtle', screenName: '海龟', day: DAY, matched: 30, fresh: 2 },
      top: [{ ...stock, close: 1700, pctChange: -1.256 }],
    }),
    '海龟：2026-03-04 新命中 2 只（共 30 只）',
    ['600519 贵州茅台 收盘 1700.00 -1.26%'],
    '/screens/turtle',
  ],
  [
    event('session.phase_changed', { ...stock, sessionId: 9, from: null, to: 'accumulation', by: 'ai' }),
    '阶段变化：600519 贵州茅台 无 → 吸筹（模型）',
    ['600519 贵州茅台 无 → 吸筹（模型）'],
    '/sessions/9',
  ],
  [
    event('session.event', { ...stock, sessionId: 9, record: 'daily', day: DAY, events: ['SOS', 'JAC'], by: 'person' }),
    '威科夫事件：600519 贵州茅台 2026-03-04 SOS、JAC（手工）',
    ['600519 贵州茅台 2026-03-04 SOS、JAC（手工）'],
    '/sessions/9',
  ],
  [
    event('session.due', {
      day: DAY,
      sessions: [
        { ...stock, sessionId: 9, dueOn: '2026-03-02' as never },
        { code: '600001', stockName: null, sessionId: 10, dueOn: DAY },
      ],
    }),
    '2026-03-04：2 个会话到了复核日',
    ['600519 贵州茅台（应于 2026-03-02）', '600001'],
    '/sessions?review_due=due&sort=next_review_at&order=asc',
  ],
  [
    event('price.crossed', { ...stock, ruleId: 1, day: DAY, close: 1700, pctChange: 2 }),
    '价格提醒：600519 贵州茅台 2026-03-04 收盘 1700.00 +2.00%',
    [],
    '/market/stocks/600519',
  ],
  [event('drain.completed', drain), '2026-03-04 的日线 AI 批量填写完成', ['填写 40，跳过 2，失败 1'], '/ai/drains/5'],
  [event('drain.failed', drain), '2026-03-04 的日线 AI 批量填写没有完成', ['填写 40，跳过 2，失败 1'], '/ai/drains/5'],
  [event('market.late', { day: DAY, source: 'tdx' }), '2026-03-04 的行情到 19:00 还不完整', ['来源：tdx'], '/market'],
  [event('market.complete', { day: DAY, bars: 5400 }), '2026-03-04 的行情已完整', ['5400 只股票有日线'], '/market'],
  [
    event('study.completed', { studyId: 4, screen: 'turtle', status: 'completed', from: DAY, to: DAY, cases: 7 }),
    '历史检验完成：turtle',
    ['2026-03-04 至 2026-03-04，7 个样本'],
    '/studies/4',
  ],
  [
    event('backup.failed', { day: DAY, reason: 'disk_full' }),
    '2026-03-04 的备份失败',
    ['原因：disk_full'],
    '/settings',
  ],
  [
    event('budget.spent', { day: DAY, budget: 'all', userId: null }),
    '2026-03-04 的模型预算已用完',
    ['明天零点恢复'],
    '/ai',
  ],
  [
    event('channel.disabled', { channelId: 1, userId: 1, name: '群', reason: 'gone' }),
    '通知渠道“群”已停用',
    ['原因：gone'],
    '/settings/notifications',
  ],
])('tells %j', (told, title, lines, path) => {
  const message = writeMessage([told], 'https://cycle.example');
  expect(message).toMatchObject({ title, lines, link: `https://cycle.example${path}` });
  expect(writeMessage([told], undefined).link).toBeNull();
});

it('tells many in one message, with a line each', () => {
  const one = event('session.phase_changed', { ...stock, sessionId: 1, from: 'markup', to: null, by: 'person' });
  const other = event('session.phase_changed', { ...stock, sessionId: 2, from: null, to: 'markup', by: 'person' });
  expect(writeMessage([one, other], undefined)).toMatchObject({ title: '2 个会话的阶段变化', total: 2 });
});

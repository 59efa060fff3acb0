import { EVENT_TYPES, type EventData, type EventType, type Fact, recordEvent } from '#lib/events';
import { calendarDayOf } from '#lib/kernel';
import { deliver } from '#lib/notifications/testing';
import { FAKE_CONFIGS } from '../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../support/fakes/notifications/fake-services';
import { fakeWorld } from '../support/fakes/notifications/fake-world';
import { SAMPLE_MESSAGE } from '../support/fakes/notifications/sample-message';
import { expectEventsFit } from '../support/openapi/event-schemas';
import { ADMIN, TestApi } from '../support/worlds/test-api';

const DAY = calendarDayOf('2026-03-04');
const STOCK = { code: '600000', stockName: '浦发银行' };
const UNKNOWN = { code: '600001', stockName: null };
const DRAIN = { drainId: 5, kind: 'daily', tradeDay: DAY, filled: 3, skipped: 2, failed: 1 };

const SCAN: EventData['scan.completed'] = {
  ...{ scanId: 1, status: 'completed', startDate: DAY, endDate: DAY, hits: 2, created: 1 },
  top: [{ ...STOCK, entryDate: DAY }],
};
const DIGEST: EventData['digest.evening'] = {
  ...{ ruleId: 1, userId: 1, day: DAY, through: '2026-03-04T13:00:00.000001Z' },
  market: { dataThrough: null, expected: DAY },
  due: { total: 1, overdue: 1, top: [{ ...STOCK, sessionId: 1, dueOn: DAY }] },
  hits: { total: 1, top: [{ ...UNKNOWN, screenName: '涨幅榜' }] },
  scans: { total: 1, top: [SCAN] },
  phases: { total: 1, top: [{ ...STOCK, sessionId: 1, from: null, to: 'markup', by: 'ai' }] },
  drains: { total: 1, top: [DRAIN] },
  failures: {
    total: 2,
    top: [
      { type: 'drain.failed', data: DRAIN },
      { type: 'budget.spent', data: { day: DAY, budget: 'user', userId: 1 } },
    ],
  },
};

/** One of each type: the compiler asks for it. Ids that a reader's own rules have are 1. */
const SAMPLES: { readonly [Type in EventType]: EventData[Type] } = {
  'scan.completed': SCAN,
  'screen.matched': {
    ...{ ruleId: 1, screen: 'top_gainers', screenName: '涨幅榜', day: DAY, matched: 3, fresh: 2 },
    top: [
      { ...STOCK, close: 10.5, pctChange: 1.25 },
      { ...UNKNOWN, close: 1, pctChange: null },
    ],
  },
  'session.phase_changed': { ...STOCK, sessionId: 1, from: null, to: 'markup', by: 'person' },
  'session.event': { ...UNKNOWN, sessionId: 1, record: 'weekly', day: DAY, events: ['SOS'], by: 'ai' },
  'session.due': { day: DAY, sessions: [{ ...STOCK, sessionId: 1, dueOn: DAY }] },
  'price.crossed': { ...STOCK, ruleId: 1, day: DAY, close: 10.5, pctChange: null },
  'drain.completed': DRAIN,
  'drain.failed': DRAIN,
  'market.late': { day: DAY, source: 'tushare' },
  'market.complete': { day: DAY, bars: 5123 },
  'study.completed': { studyId: 1, screen: 'top_gainers', status: 'failed', from: DAY, to: DAY, cases: 0 },
  'backup.failed': { day: DAY, reason: 'no space' },
  'budget.spent': { day: DAY, budget: 'all', userId: null },
  'digest.evening': DIGEST,
  'digest.morning': DIGEST,
  'channel.disabled': { channelId: 1, userId: 1, name: '群', reason: 'The address is gone' },
};

let fake: FakeNotificationServices;
let api: TestApi;
let token: string;

beforeAll(async () => {
  fake = await FakeNotificationServices.start();
  api = await TestApi.start({ environment: { NOTIFY_ALLOW_HOSTS: fake.host } });
  token = await api.login(ADMIN);
  const config = FAKE_CONFIGS.webhook;
  const channel = { name: 'hook', kind: 'webhook', endpoint: `${fake.url}/hook`, config };
  await api.call('POST', '/api/notifications/channels', { bearer: token, json: channel });
  const rule = { name: 'prices', event: 'market.complete', channel_ids: [1] };
  await api.call('POST', '/api/notifications/rules', { bearer: token, json: rule });
});
afterAll(async () => {
  await api.stop();
  await fake.stop();
});

async function sendHook(type: EventType, data: Record<string, unknown>): Promise<void> {
  const event = { id: 'evt_1', type, timestamp: '2026-03-04T05:06:07.008Z', data };
  const sending = { endpoint: `${fake.url}/hook`, config: FAKE_CONFIGS.webhook, message: SAMPLE_MESSAGE, event };
  const { outcome } = await deliver({ kind: 'webhook', ...sending }, fakeWorld([fake.host]));
  if (outcome !== 'sent') throw new Error(`the webhook of ${type} was not sent`);
}

it('every type has its schema: in the list of events, which is held against the document, and as a webhook', async () => {
  for (const type of EVENT_TYPES) {
    const fact = { type, data: SAMPLES[type] } as Fact;
    await api.database.transaction((tx) => recordEvent(tx, fact));
    await sendHook(type, { ...fact.data });
  }
  const reply = await api.call('GET', '/api/notifications/events?limit=50', { bearer: token });
  const { events } = reply.body.data as { events: { type: string; data: unknown }[] };
  expect(events.map(({ type }) => type).reverse()).toEqual(EVENT_TYPES);
  expect(fake.taken).toHaveLength(EVENT_TYPES.length);
  await expectEventsFit(api.database, fake.taken);
});

it('a webhook that is too large names what it leaves out', async () => {
  fake.reset();
  const sessions = Array.from({ length: 500 }, (_, at) => ({ ...STOCK, sessionId: at, dueOn: DAY }));
  await sendHook('session.due', { day: DAY, sessions });
  expect(fake.taken[0]?.body).toMatchObject({ data: { day: DAY, omitted: ['sessions'] } });
  await expectEventsFit(api.database, fake.taken);
});

it.each<[string, Record<string, unknown>]>([
  ['a field more', { day: DAY, bars: 1, more: 1 }],
  ['a field less', { day: DAY }],
  ['a field of another type', { day: DAY, bars: '1' }],
])('%s is noticed', async (_name, data) => {
  fake.reset();
  await sendHook('market.complete', data);
  await expect(expectEventsFit(api.database, fake.taken)).rejects.toThrow('MarketCompleteWebhook');
});

import { recordEvent } from '#lib/events';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { MarketDaysService } from '#lib/market-sync';
import { DailyDigestsService } from '#lib/notifications';
import { ScheduleGate } from '#lib/queue';
import { NotificationSchedules } from '../../apps/worker/src/notifications/notification-schedules';
import { putSmallMarket } from '../support/database/small-market';
import { emptyTables } from '../support/database/empty-tables';
import { FAKE_CONFIGS } from '../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../support/fakes/notifications/fake-services';
import { until } from '../support/until';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { WallClock } from '../support/worlds/records-world';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

interface DigestBody {
  readonly type: string;
  readonly data: Readonly<Record<'due' | 'hits' | 'scans' | 'phases' | 'drains' | 'failures', { total: number }>> & {
    readonly day: string;
    readonly market: object;
  };
}

const PATIENCE_MS = 30_000;
// A Tuesday to a Thursday, open days all of them.
const [TUESDAY, WEDNESDAY, THURSDAY] = ['2026-03-03', '2026-03-04', '2026-03-05'] as const;
const EVENINGS = { event: 'digest.evening', conditions: {} };
const MORNINGS = { event: 'digest.morning', conditions: {} };

const clock = new WallClock();
let fake: FakeNotificationServices;
let service: TestService;
let plain: TestUser;

jest.setTimeout(120_000);

beforeAll(async () => {
  clock.set(`${TUESDAY}T12:00:00`);
  fake = await FakeNotificationServices.start();
  service = await TestService.start({ NOTIFY_ALLOW_HOSTS: fake.host, PUBLIC_URL: 'https://cycle.example' }, { clock });
  plain = await createPlainUser(service.api);
  await putSmallMarket(service.database, { from: '2026-02-02', to: WEDNESDAY }, [
    { code: '600519', name: '贵州茅台' },
    { code: '000001', name: '平安银行' },
  ]);
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});
beforeEach(async () => {
  const tables = ['event', 'notification_channel', 'notification_rule', 'tracking_session', 'schedule_run'] as const;
  await emptyTables(service.database, [...tables]);
  fake.reset();
});

// One that is on its way when a test ends would arrive in the next test.
afterEach(() =>
  until('every digest has arrived', PATIENCE_MS, async () => {
    const missing = await service.database.query(
      `select from event e where type in ('digest.evening', 'digest.morning')
         and not exists (select from notification_delivery d where d.event_id = e.id and d.state = 'sent')`,
    );
    return missing.length === 0;
  }),
);

async function data<Data>(reply: Promise<Reply>): Promise<Data> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body.data as Data;
}

const call = (method: string, path: string, json: object, bearer = service.token) =>
  service.api.call(method, path, { json, bearer });

const addRule = (rule: object, channelIds: readonly number[], bearer?: string) =>
  call('POST', '/api/notifications/rules', { name: 'digest', channel_ids: channelIds, ...rule }, bearer);

async function addHook(bearer?: string): Promise<number> {
  const body = { name: 'hook', kind: 'webhook', endpoint: `${fake.url}/hook`, config: FAKE_CONFIGS.webhook };
  const made = await data<{ channel: { id: number } }>(call('POST', '/api/notifications/channels', body, bearer));
  return made.channel.id;
}

async function makeRule(rule: object, bearer?: string): Promise<number> {
  const { rule: made } = await data<{ rule: { id: number } }>(addRule(rule, [await addHook(bearer)], bearer));
  return made.id;
}

const digests = () => service.getFromWorker(DailyDigestsService);

async function lookAt(shanghai: string): Promise<number> {
  clock.set(shanghai);
  return digests().recordDue();
}

/** A fact that no rule but a digest tells. */
async function recordPhase(code: string): Promise<void> {
  await service.database.transaction((tx) =>
    recordEvent(tx, {
      type: 'session.phase_changed',
      data: { sessionId: 1, code, stockName: null, from: null, to: 'markup', by: 'person' },
    }),
  );
}

async function sent(count: number): Promise<DigestBody[]> {
  await until(`${String(count)} digests arrive`, PATIENCE_MS, () => fake.taken.length >= count);
  return fake.taken.map(({ body }) => body as unknown as DigestBody);
}

const countOf = async (type: string) =>
  (await service.database.query('select from event where type = $1', [type])).length;

it.each([
  ['digest.evening', { at: '15:29' }, 'conditions.at'],
  ['digest.evening', { at: '23:56' }, 'conditions.at'],
  ['digest.evening', { at: '9pm' }, 'conditions.at'],
  ['digest.morning', { at: '09:26' }, 'conditions.at'],
  ['digest.morning', { at: ['08:45'] }, 'conditions.at'],
  ['digest.morning', { scope: 'all' }, 'conditions.scope'],
])('a rule on %s refuses %j', async (event, conditions, field) => {
  const reply = await addRule({ event, conditions }, []);
  expect(reply.status).toBe(400);
  expect(reply.body.fields).toEqual([expect.objectContaining({ field })]);
});

it('tells a day: what is due, what happened, and how far the market data go', async () => {
  const ids: number[] = [];
  for (const code of ['600519', '000001']) {
    const opened = await data<{ session: { id: number } }>(
      call('POST', '/api/stock-cycle/sessions', { code, entry_date: '2026-03-02' }),
    );
    ids.push(opened.session.id);
  }
  const [first, second] = ids.map((id) => `/api/stock-cycle/sessions/${String(id)}`);
  await data(call('PATCH', first ?? '', { next_review_at: WEDNESDAY, current_primary_phase: 'markup' }));
  await data(call('PATCH', second ?? '', { next_review_at: TUESDAY, priority_delta: 1 }));
  await makeRule({ ...EVENINGS, conditions: { at: '20:30' } });
  expect(await lookAt(`${WEDNESDAY}T20:29:59`)).toBe(0);
  expect(await lookAt(`${WEDNESDAY}T20:30:00`)).toBe(1);
  const [digest] = await sent(1);
  expect(digest).toMatchObject({
    type: 'digest.evening',
    data: {
      day: WEDNESDAY,
      market: { dataThrough: WEDNESDAY, expected: WEDNESDAY },
      due: { total: 2, overdue: 1, top: [{ code: '000001', dueOn: TUESDAY }, { code: '600519' }] },
      phases: { total: 1, top: [{ code: '600519', stockName: '贵州茅台', to: 'markup' }] },
      failures: { total: 0 },
    },
  });
  const { deliveries } = await data<{ deliveries: { message: object }[] }>(
    service.api.call('GET', '/api/notifications/deliveries', { bearer: service.token }),
  );
  expect(deliveries.map(({ message }) => message)).toEqual([
    expect.objectContaining({
      title: `${WEDNESDAY} 收盘摘要`,
      lines: [`行情截至 ${WEDNESDAY}，已完整`],
      link: 'https://cycle.example/',
    }),
  ]);
});

it('what happens after the evening digest is in the next morning’s, and in no digest twice', async () => {
  await makeRule(EVENINGS);
  const { rule } = await data<{ rule: { channelIds: number[] } }>(addRule(MORNINGS, []));
  expect(rule.channelIds).toEqual([]);
  await service.database.query(
    `insert into notification_rule_channel select r.id, c.id from notification_rule r, notification_channel c
     where r.event = 'digest.morning'`,
  );
  await recordPhase('600001');
  expect(await lookAt(`${TUESDAY}T21:00:00`)).toBe(1);
  clock.set(`${TUESDAY}T21:05:00`);
  await recordPhase('600002');
  expect(await lookAt(`${WEDNESDAY}T08:45:00`)).toBe(1);
  const told = await sent(2);
  expect(told.map(({ type, data: { phases } }) => ({ type, phases }))).toEqual([
    {
      type: 'digest.evening',
      phases: expect.objectContaining({ total: 1, top: [expect.objectContaining({ code: '600001' })] }) as object,
    },
    {
      type: 'digest.morning',
      phases: expect.objectContaining({ total: 1, top: [expect.objectContaining({ code: '600002' })] }) as object,
    },
  ]);
  // The morning expects the day before; the evening its own.
  expect(told.map(({ data: { market } }) => market)).toEqual([
    { dataThrough: WEDNESDAY, expected: TUESDAY },
    { dataThrough: WEDNESDAY, expected: TUESDAY },
  ]);
  // An evening sums up the time since the evening before it.
  expect(await lookAt(`${WEDNESDAY}T21:00:00`)).toBe(1);
  expect((await sent(3))[2]).toMatchObject({ data: { phases: { total: 1, top: [{ code: '600002' }] } } });
  expect(await lookAt(`${THURSDAY}T08:45:00`)).toBe(1);
  expect((await sent(4))[3]).toMatchObject({ data: { phases: { total: 0 } } });
});

it('tells the night in each morning digest of a user, also by a second rule', async () => {
  await makeRule(MORNINGS);
  const { channel } = await data<{ channel: { id: number } }>(
    call('POST', '/api/notifications/channels', {
      ...{ name: 'second', kind: 'webhook', endpoint: `${fake.url}/hook`, config: FAKE_CONFIGS.webhook },
    }),
  );
  await data(addRule({ event: 'digest.morning', conditions: { at: '09:00' } }, [channel.id]));
  await recordPhase('600001');
  expect(await lookAt(`${WEDNESDAY}T08:45:00`)).toBe(1);
  expect(await lookAt(`${WEDNESDAY}T09:00:00`)).toBe(1);
  expect((await sent(2)).map(({ data: { phases } }) => phases.total)).toEqual([1, 1]);
});

it('comes also when nothing changed, so that silence is a fault', async () => {
  await makeRule(MORNINGS);
  expect(await lookAt(`${THURSDAY}T08:45:00`)).toBe(1);
  await sent(1);
  const [row] = await service.database.query<{ lines: string[] }>(
    `select message->'lines' as lines from notification_delivery`,
  );
  expect(row?.lines).toEqual([`行情截至 ${WEDNESDAY}，已完整`, '昨夜无变化']);
});

it('is written once, however many workers look, and on open days alone', async () => {
  for (const rule of [EVENINGS, EVENINGS, EVENINGS]) {
    const { channel } = await data<{ channel: { id: number } }>(
      call('POST', '/api/notifications/channels', {
        ...{
          name: `hook ${String(Math.random())}`,
          kind: 'webhook',
          endpoint: `${fake.url}/hook`,
          config: FAKE_CONFIGS.webhook,
        },
      }),
    );
    await data(addRule(rule, [channel.id]));
  }
  // A Saturday.
  expect(await lookAt('2026-03-07T21:00:00')).toBe(0);
  clock.set(`${WEDNESDAY}T21:00:00`);
  const worker = digests();
  const other = service.api.app.get(DailyDigestsService, { strict: false });
  const recorded = await Promise.all([worker, other, worker, other, worker, other].map((each) => each.recordDue()));
  expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await countOf('digest.evening')).toBe(3);
  await sent(3);
  expect(await lookAt(`${WEDNESDAY}T23:59:59`)).toBe(0);
  expect(await countOf('digest.evening')).toBe(3);
});

it('no fact is lost or told twice where facts, tellers and digests come at once', async () => {
  await makeRule(EVENINGS);
  const codes = Array.from({ length: 60 }, (_, no) => String(600000 + no));
  const facts = (async () => {
    for (const code of codes) await recordPhase(code);
  })();
  const days = ['2026-03-02', TUESDAY, WEDNESDAY, THURSDAY, '2026-03-06'];
  for (const day of days) {
    clock.set(`${day}T21:00:00`);
    await digests().recordDue();
  }
  await facts;
  expect(await lookAt('2026-03-09T21:00:00')).toBe(1);
  const [row] = await service.database.query<{ total: number }>(
    `select sum((data->'phases'->>'total')::int)::int as total from event where type = 'digest.evening'`,
  );
  expect(row?.total).toBe(60);
});

it('a worker that was down tells the same day, and no other', async () => {
  await makeRule(EVENINGS);
  const { channel } = await data<{ channel: { id: number } }>(
    call('POST', '/api/notifications/channels', {
      name: 'two',
      kind: 'webhook',
      endpoint: `${fake.url}/hook`,
      config: FAKE_CONFIGS.webhook,
    }),
  );
  await data(addRule(MORNINGS, [channel.id]));
  await service.stopWorker();
  clock.set(`${WEDNESDAY}T09:30:00`);
  await service.startWorker();
  await startSchedules();
  expect(await countOf('digest.morning')).toBe(0);
  clock.set(`${WEDNESDAY}T23:59:00`);
  await startSchedules();
  await startSchedules();
  expect((await sent(1)).map(({ type, data: { day } }) => [type, day])).toEqual([['digest.evening', WEDNESDAY]]);
  clock.set(`${THURSDAY}T00:00:00`);
  await startSchedules();
  expect(await countOf('digest.evening')).toBe(1);
});

it('is of the user alone: hits of others, their digests and disabled rules are none of one’s own', async () => {
  const own = await makeRule(EVENINGS, plain.token);
  await makeRule(EVENINGS);
  const screen = await data<{ rule: { id: number } }>(
    addRule({ event: 'screen.matched', conditions: { screen: 'top_gainers' } }, [], plain.token),
  );
  const top = [{ code: '600519', stockName: '贵州茅台', close: 10, pctChange: 1 }];
  const matched = {
    ruleId: screen.rule.id,
    screen: 'top_gainers',
    screenName: '涨幅榜',
    day: TUESDAY,
    matched: 5,
    fresh: 1,
  };
  await service.database.transaction((tx) =>
    recordEvent(tx, { type: 'screen.matched', data: { ...matched, day: calendarDayOf(TUESDAY), top } }),
  );
  expect(await lookAt(`${TUESDAY}T21:00:00`)).toBe(2);
  const events = await data<{ events: { data: { ruleId: number; hits: { total: number } } }[] }>(
    service.api.call('GET', '/api/notifications/events?type=digest.evening', { bearer: plain.token }),
  );
  expect(events.events.map(({ data: { ruleId, hits } }) => [ruleId, hits.total])).toEqual([[own, 1]]);
  const told = await sent(2);
  expect(told.map(({ data: { hits } }) => hits.total).toSorted((one, two) => one - two)).toEqual([0, 1]);
  await data(call('PATCH', `/api/notifications/rules/${String(own)}`, { enabled: false }, plain.token));
  expect(await lookAt(`${WEDNESDAY}T21:00:00`)).toBe(1);
});

/** As a worker does when it starts. */
async function startSchedules(): Promise<void> {
  const schedules = new NotificationSchedules(
    clock,
    service.getFromWorker(ScheduleGate),
    service.getFromWorker(TradingCalendarService),
    service.getFromWorker(MarketSourceService),
    service.getFromWorker(MarketDaysService),
    service.getFromWorker(DailyDigestsService),
  );
  await schedules.onApplicationBootstrap();
}

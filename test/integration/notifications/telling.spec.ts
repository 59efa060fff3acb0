import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '#lib/events';
import { ChannelsService, DigestsService, RulesService, SenderService } from '#lib/notifications';
import { FAKE_CONFIGS } from '../../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../../support/fakes/notifications/fake-services';
import { emptyTables } from '../../support/database/empty-tables';
import { TestApi } from '../../support/worlds/test-api';

const USER = 1;

let fake: FakeNotificationServices;
let api: TestApi;
let digests: DigestsService;
let sender: SenderService;
let channels: ChannelsService;

beforeAll(async () => {
  fake = await FakeNotificationServices.start();
  api = await TestApi.start({ environment: { NOTIFY_ALLOW_HOSTS: fake.host } });
  digests = api.app.get(DigestsService, { strict: false });
  sender = api.app.get(SenderService, { strict: false });
  channels = api.app.get(ChannelsService, { strict: false });
});
afterAll(async () => {
  await api.stop();
  await fake.stop();
});
beforeEach(async () => {
  fake.reset();
  await emptyTables(api.database, ['event', 'notification_channel', 'notification_rule'], { restartIds: true });
});

async function addHook(name: string): Promise<number> {
  const draft = { name, kind: 'webhook', endpoint: `${fake.url}/hook`, config: FAKE_CONFIGS.webhook } as const;
  const { channel } = await channels.create(USER, { ...draft, enabled: true });
  return channel.id;
}

async function tellOfScans(channelIds: readonly number[]): Promise<void> {
  const rules = api.app.get(RulesService, { strict: false });
  await rules.create(USER, { name: 'scans', event: 'market.complete', channelIds, enabled: true });
}

/** A fact of its own for each number. */
const record = (no: number) =>
  api.database.transaction((tx) =>
    recordEvent(tx, { type: 'market.complete', key: String(no), data: { day: '2026-03-04' as never, bars: no } }),
  );

const { signal } = new AbortController();

async function sendAll(): Promise<void> {
  while (await sender.sendNext(signal));
}

const states = async (): Promise<string[]> =>
  (await api.database.query<{ state: string }>('select state from notification_delivery order by id')).map(
    ({ state }) => state,
  );

it('tells and sends each event to each channel once, however many processes work at it', async () => {
  const ids = [await addHook('one'), await addHook('two'), await addHook('three')];
  await tellOfScans(ids);
  const workers = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      await digests.tell();
      await sendAll();
      await sleep(5);
    }
  };
  const facts = async (from: number): Promise<void> => {
    for (let no = from; no < from + 20; no += 1) await record(no);
  };
  await Promise.all([facts(0), facts(20), workers(), workers(), workers(), workers()]);
  await digests.tell();
  await sendAll();
  expect(await states()).toEqual(Array<string>(120).fill('sent'));
  const told = fake.taken.map(
    ({ headers, body }) => `${headers['webhook-id'] ?? ''} ${String((body['data'] as { bars: number }).bars)}`,
  );
  expect(told).toHaveLength(120);
  expect(new Set(told).size).toBe(40);
}, 60_000);

it('records a fact with its key once, also where two transactions find it at once', async () => {
  const recorded = await Promise.all(Array.from({ length: 8 }, () => record(1)));
  expect(recorded.filter(Boolean)).toHaveLength(1);
});

it('forgets a fact whose transaction is undone', async () => {
  const undone = api.database.transaction(async (tx) => {
    await recordEvent(tx, { type: 'market.late', key: 'x', data: { day: '2026-03-04' as never, source: 'tdx' } });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await digests.tell()).toBe(0);
});

it('makes an attempt again that ended with its process, under the same id', async () => {
  await tellOfScans([await addHook('one')]);
  await record(1);
  await digests.tell();
  fake.script('hang');
  const process = new AbortController();
  const sending = sender.sendNext(process.signal);
  while (fake.received.length === 0) await sleep(5);
  process.abort();
  await sending;
  expect(await states()).toEqual(['pending']);
  await sendAll();
  expect(await states()).toEqual(['sent']);
  const [first, second] = fake.received.map(({ headers }) => headers['webhook-id']);
  expect(second).toBe(first);
});

it('waits for the lease of a process that is gone, and lets that process note nothing any more', async () => {
  const id = await addHook('one');
  await tellOfScans([id]);
  await record(1);
  await digests.tell();
  fake.script('hang');
  const late = new AbortController();
  const sending = sender.sendNext(late.signal);
  while (fake.received.length === 0) await sleep(5);
  expect(await sender.sendNext(signal)).toBe(false);
  // Its lease runs out: another process takes the channel, and sends.
  await api.database.query(`update notification_channel set lease_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  expect(await sender.sendNext(signal)).toBe(true);
  expect(await states()).toEqual(['sent']);
  late.abort();
  await sending;
  expect(await states()).toEqual(['sent']);
});

it('keeps the pace of a service', async () => {
  const draft = {
    name: 'robot',
    kind: 'wecom',
    endpoint: fake.url,
    config: FAKE_CONFIGS.wecom,
    enabled: true,
  } as const;
  const { channel } = await channels.create(USER, draft);
  await tellOfScans([channel.id]);
  for (let no = 0; no < 3; no += 1) await record(no);
  await digests.tell();
  await sendAll();
  expect(fake.taken).toHaveLength(1);
  const [row] = await api.database.query<{ waitMs: number }>(
    `select extract(epoch from free_at - now()) * 1000 as "waitMs" from notification_channel where id = $1`,
    [channel.id],
  );
  // 18 a minute; some of it has passed.
  expect(Number(row?.waitMs)).toBeGreaterThan(0);
  expect(Number(row?.waitMs)).toBeLessThan(3400);
});

it('gives up after the last attempt, and switches a webhook off', async () => {
  const id = await addHook('one');
  await addHook('two');
  await tellOfScans([id]);
  await record(1);
  await digests.tell();
  await api.database.query('update notification_delivery set attempts = 9');
  fake.script({ status: 500, body: 'broken' });
  await sendAll();
  expect(await states()).toEqual(['failed']);
  expect((await channels.get(USER, id)).enabled).toBe(false);
  await digests.tell();
  await sendAll();
  expect(fake.taken.map(({ body }) => body['type'])).toEqual(['channel.disabled']);
});

it('fails, and stays on, where the settings cannot be read', async () => {
  const id = await addHook('one');
  await tellOfScans([id]);
  await api.database.query(`update notification_channel set config_box = 'x'::bytea where id = $1`, [id]);
  await record(1);
  await digests.tell();
  await sendAll();
  expect(await states()).toEqual(['failed']);
  expect(await channels.get(USER, id)).toMatchObject({ enabled: true, config: null });
});

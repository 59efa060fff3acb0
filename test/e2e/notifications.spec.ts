import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelKind } from '#lib/notifications';
import { FAKE_CONFIGS } from '../support/fakes/notifications/fake-credentials';
import { json } from '../support/fakes/notifications/fake-reply';
import { FakeNotificationServices } from '../support/fakes/notifications/fake-services';
import { expectEventsFit } from '../support/openapi/event-schemas';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

interface Channel {
  readonly id: number;
  readonly config: Record<string, unknown>;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
}

interface Delivery {
  readonly id: number;
  readonly eventType: string;
  readonly channelId: number;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastAnswer: string | null;
  readonly serviceAnswer: string | null;
  readonly nextAttemptAt: string | null;
  readonly message: { readonly title: string; readonly lines: readonly string[]; readonly total: number };
}

const DAY = '2024-03-01';

let fake: FakeNotificationServices;
let service: TestService;
let plain: TestUser;
let count = 0;

beforeAll(async () => {
  fake = await FakeNotificationServices.start();
  service = await TestService.start({ NOTIFY_ALLOW_HOSTS: fake.host, PUBLIC_URL: 'https://cycle.example' });
  plain = await createPlainUser(service.api);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await fake.stop();
});
afterEach(async () => {
  await expectEventsFit(service.database, fake.taken);
  fake.reset();
});

const call = (method: string, path: string, jsonBody?: object, bearer = plain.token): Promise<Reply> =>
  service.api.call(method, `/api/notifications${path}`, {
    bearer,
    ...(jsonBody === undefined ? {} : { json: jsonBody }),
  });

async function data<Data>(reply: Promise<Reply>): Promise<Data> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body.data as Data;
}

async function addChannel(kind: ChannelKind & keyof typeof FAKE_CONFIGS, name = `${kind} ${String((count += 1))}`) {
  const endpoint = kind === 'webhook' ? `${fake.url}/hook` : fake.url;
  const body = { name, kind, endpoint, config: FAKE_CONFIGS[kind] };
  return (await data<{ channel: Channel }>(call('POST', '/channels', body))).channel;
}

async function addRule(event: string, channels: readonly Channel[], more: object = {}): Promise<number> {
  const body = { name: event, event, channel_ids: channels.map(({ id }) => id), ...more };
  return (await data<{ rule: { id: number } }>(call('POST', '/rules', body))).rule.id;
}

const deliveriesOf = async ({ id }: Channel): Promise<Delivery[]> =>
  (await data<{ deliveries: Delivery[] }>(call('GET', `/deliveries?channel_id=${String(id)}`))).deliveries;

async function untilDelivery(channel: Channel, state: string): Promise<Delivery> {
  for (let look = 0; look < 200; look += 1) {
    const found = (await deliveriesOf(channel)).find((delivery) => delivery.state === state);
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`no delivery became ${state}: ${JSON.stringify(await deliveriesOf(channel))}`);
}

async function openSession(code: string): Promise<number> {
  const body = { code, entry_date: DAY };
  const reply = await service.call('POST', '/api/stock-cycle/sessions', { json: body });
  return (await data<{ session: { id: number } }>(Promise.resolve(reply))).session.id;
}

const setPhase = (id: number, phase: string) =>
  service.call('PATCH', `/api/stock-cycle/sessions/${String(id)}`, { json: { current_primary_phase: phase } });

describe('channels', () => {
  it('keep secrets to themselves, and a mask that is sent back changes nothing', async () => {
    const { id, config } = await addChannel('dingtalk');
    expect(config).toEqual({ access_token: '••••a1b2', secret: '••••cret' });
    const path = `/channels/${String(id)}`;
    await data(call('PATCH', path, { config, name: 'renamed' }));
    expect(await data(call('POST', `${path}/test`))).toMatchObject({ delivered: true });
    const [row] = await service.database.query<{ box: string }>(
      `select encode(config_box, 'escape') as box from notification_channel where id = $1`,
      [id],
    );
    expect(row?.box).not.toContain('a1b2');
    expect(service.api.logs).not.toContain(FAKE_CONFIGS.dingtalk.access_token);
  });

  it('say what a test message came to', async () => {
    const { id } = await addChannel('wecom');
    expect(await data(call('POST', `/channels/${String(id)}/test`))).toEqual({ delivered: true, reason: 'Sent' });
    fake.script(json({ errcode: 93000, errmsg: 'invalid webhook url' }));
    const refused = await data<{ delivered: boolean; reason: string }>(call('POST', `/channels/${String(id)}/test`));
    expect(refused.delivered).toBe(false);
    expect(refused.reason).not.toContain(FAKE_CONFIGS.wecom.key);
  });

  it('make a secret for a webhook, and show it once', async () => {
    const body = { name: 'hook', kind: 'webhook', endpoint: `${fake.url}/hook` };
    const { channel, secret } = await data<{ channel: Channel; secret: string }>(call('POST', '/channels', body));
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await data(call('GET', `/channels/${String(channel.id)}`)))).not.toContain(secret);
  });

  it.each([
    ['another kind', { kind: 'pager' }, 'kind'],
    ['no key', { config: {} }, 'config.key'],
    ['an unknown field', { config: { key: 'abc', url: 'x' } }, 'config'],
    ['an endpoint with a path', { endpoint: 'https://example.com/x' }, 'endpoint'],
    ['a private endpoint', { endpoint: 'https://127.0.0.1:8443' }, 'endpoint'],
    ['no name', { name: '' }, 'name'],
  ])('refuse %s', async (_what, change, field) => {
    const body = { name: 'bad', kind: 'wecom', config: { key: 'abc' }, ...change };
    const { status, body: answer } = await call('POST', '/channels', body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(`"${field}"`);
  });

  it('belong to one user, and have one name each', async () => {
    const { id } = await addChannel('ntfy', 'mine');
    expect((await call('POST', '/channels', { name: 'mine', kind: 'wecom', config: { key: 'abc' } })).status).toBe(409);
    const path = `/channels/${String(id)}`;
    for (const [method, route] of [
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/test`],
    ] as const) {
      const json = method === 'PATCH' ? { name: 'x' } : undefined;
      expect((await call(method, route, json, service.token)).status).toBe(404);
    }
    expect(await data(call('DELETE', path))).toEqual({ id, deleted: true });
    expect((await call('GET', path)).status).toBe(404);
  });
});

describe('rules', () => {
  it.each([
    ['another event', { event: 'moon.full' }, 'event'],
    ['conditions that the event does not have', { conditions: { codes: ['600000'] } }, 'conditions.codes'],
    ['quiet hours that are none', { quiet_hours: '25:00-07:00' }, 'quiet_hours'],
    ['a channel of nobody', { channel_ids: [999_999] }, 'channel_ids'],
    ['a price without comparisons', { event: 'price.crossed', conditions: { code: '600000' } }, 'conditions.items'],
    ['another scope', { event: 'session.due', conditions: { scope: 'mine' } }, 'conditions.scope'],
  ])('refuse %s', async (_what, change, field) => {
    const body = { name: 'bad', event: 'scan.completed', channel_ids: [], ...change };
    const { status, body: answer } = await call('POST', '/rules', body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(`"${field}"`);
  });

  it('change, and are gone when they are deleted', async () => {
    const channel = await addChannel('ntfy');
    const id = await addRule('session.due', [channel], { conditions: { scope: 'watchlist' } });
    const path = `/rules/${String(id)}`;
    const { rule } = await data<{ rule: object }>(call('PATCH', path, { enabled: false, quiet_hours: '22:00-07:30' }));
    expect(rule).toMatchObject({ enabled: false, quietHours: '22:00-07:30', conditions: { scope: 'watchlist' } });
    expect((await call('PATCH', path, {})).status).toBe(400);
    expect((await call('PATCH', path, { name: 'x' }, service.token)).status).toBe(404);
    await data(call('DELETE', path));
    expect((await call('GET', path)).status).toBe(404);
  });

  it('name a screen that exists, with parameters that it has', async () => {
    const body = { name: 'hits', event: 'screen.matched', channel_ids: [] };
    expect((await call('POST', '/rules', { ...body, conditions: { screen: 'nothing' } })).status).toBe(404);
    const wrong = { screen: 'top_gainers', params: { top: 'many' } };
    expect((await call('POST', '/rules', { ...body, conditions: wrong })).status).toBe(400);
  });
});

describe('what happens', () => {
  it('reaches every channel of a rule once, with a link', async () => {
    const channels = [await addChannel('wecom'), await addChannel('webhook')];
    const rule = await addRule('session.phase_changed', channels, { conditions: { codes: ['600001'] } });
    await setPhase(await openSession('600001'), 'accumulation');
    for (const channel of channels) {
      const { message, attempts } = await untilDelivery(channel, 'sent');
      expect(message.title).toContain('600001');
      expect(message.title).toContain('吸筹');
      expect(attempts).toBe(1);
    }
    expect(fake.taken).toHaveLength(2);
    expect(fake.taken.find(({ kind }) => kind === 'webhook')?.body).toMatchObject({
      type: 'session.phase_changed',
      data: { code: '600001', to: 'accumulation', by: 'person' },
    });
    expect(fake.taken.find(({ kind }) => kind === 'wecom')?.raw).toContain('https://cycle.example/sessions/');
    await data(call('DELETE', `/rules/${String(rule)}`));
  });

  it('is not told of other phases, of no change, and by rules that are off', async () => {
    const channel = await addChannel('ntfy');
    const conditions = { codes: ['600002'], phases: ['markup'] };
    const rule = await addRule('session.phase_changed', [channel], { conditions });
    const off = await addRule('session.phase_changed', [channel], { enabled: false });
    const session = await openSession('600002');
    await setPhase(session, 'accumulation');
    await setPhase(session, 'accumulation');
    await setPhase(session, 'markup');
    await untilDelivery(channel, 'sent');
    await sleep(300);
    expect(await deliveriesOf(channel)).toHaveLength(1);
    for (const id of [rule, off]) await data(call('DELETE', `/rules/${String(id)}`));
  });

  it('of many sessions at once is one message', async () => {
    await service.stopWorker();
    const channel = await addChannel('wecom');
    const rule = await addRule('session.phase_changed', [channel]);
    for (let at = 0; at < 15; at += 1) await setPhase(await openSession(String(600_100 + at)), 'markup');
    await service.startWorker();
    const { message } = await untilDelivery(channel, 'sent');
    expect(message).toMatchObject({ title: '15 个会话的阶段变化', total: 15 });
    expect(fake.taken).toHaveLength(1);
    expect(fake.taken[0]?.raw).toContain('其余 5 条');
    await data(call('DELETE', `/rules/${String(rule)}`));
  }, 30_000);

  it('in quiet hours waits for their end', async () => {
    const channel = await addChannel('ntfy');
    const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 16);
    const [hour = 0, minute = 0] = now.split(':').map(Number);
    const until = `${String((hour + 2) % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    const conditions = { codes: ['600003'] };
    const rule = await addRule('session.phase_changed', [channel], { conditions, quiet_hours: `${now}-${until}` });
    await setPhase(await openSession('600003'), 'markup');
    const { nextAttemptAt } = await untilDelivery(channel, 'waiting');
    const waitMs = new Date(nextAttemptAt ?? 0).getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(90 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(120 * 60_000);
    await data(call('DELETE', `/rules/${String(rule)}`));
  });
});

describe('a service that refuses', () => {
  it('is asked again later, or when somebody says so', async () => {
    const channel = await addChannel('bark');
    const rule = await addRule('session.phase_changed', [channel], { conditions: { codes: ['600004'] } });
    fake.script('drop');
    await setPhase(await openSession('600004'), 'markup');
    const { id, attempts, lastAnswer } = await untilDelivery(channel, 'waiting');
    expect({ attempts, told: lastAnswer !== null }).toEqual({ attempts: 1, told: true });
    expect((await call('POST', `/deliveries/${String(id)}/resend`, undefined, service.token)).status).toBe(404);
    await data(call('POST', `/deliveries/${String(id)}/resend`));
    expect(await untilDelivery(channel, 'sent')).toMatchObject({ id, lastStatus: 200 });
    await data(call('DELETE', `/rules/${String(rule)}`));
  });

  it('for good is switched off, and its owner hears of it elsewhere', async () => {
    const gone = await addChannel('wecom', 'the one that is gone');
    const rule = await addRule('session.phase_changed', [gone], { conditions: { codes: ['600005'] } });
    fake.script(json({ errcode: 93000, errmsg: 'invalid webhook url' }));
    await setPhase(await openSession('600005'), 'markup');
    expect(await untilDelivery(gone, 'disabled')).toMatchObject({ serviceAnswer: null });
    const shown = (await data<{ channel: Channel }>(call('GET', `/channels/${String(gone.id)}`))).channel;
    expect(shown.enabled).toBe(false);
    expect(shown.disabledReason).not.toBeNull();
    const { deliveries } = await data<{ deliveries: Delivery[] }>(call('GET', '/deliveries?limit=200'));
    const path = `/deliveries/${String(deliveries.find(({ channelId }) => channelId === gone.id)?.id)}/resend`;
    expect(await call('POST', path)).toMatchObject({ status: 409, body: { code: 'channel_disabled' } });
    for (let look = 0; look < 100; look += 1) {
      if (fake.received.some(({ raw }) => raw.includes('the one that is gone'))) break;
      await sleep(50);
    }
    expect(fake.received.some(({ raw }) => raw.includes('the one that is gone'))).toBe(true);
    await data(call('PATCH', `/channels/${String(gone.id)}`, { enabled: true }));
    await data(call('DELETE', `/rules/${String(rule)}`));
  });

  it('for the rate uses up no attempt', async () => {
    const channel = await addChannel('wecom');
    const rule = await addRule('session.phase_changed', [channel], { conditions: { codes: ['600006'] } });
    fake.script(json({ errcode: 45009, errmsg: 'api freq out of limit' }));
    await setPhase(await openSession('600006'), 'markup');
    const { attempts, nextAttemptAt } = await untilDelivery(channel, 'waiting');
    expect(attempts).toBe(0);
    expect(new Date(nextAttemptAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 50_000);
    await data(call('DELETE', `/rules/${String(rule)}`));
  });
});

it('lists what happened, and of others’ rules nothing', async () => {
  const { events, pagination } = await data<{ events: { type: string }[]; pagination: { total: number } }>(
    call('GET', '/events?type=session.phase_changed&limit=5'),
  );
  expect(events.every(({ type }) => type === 'session.phase_changed')).toBe(true);
  expect(pagination.total).toBeGreaterThanOrEqual(events.length);
  const disabled = await data<{ events: object[] }>(
    call('GET', '/events?type=channel.disabled', undefined, service.token),
  );
  expect(disabled.events).toEqual([]);
  expect((await call('GET', '/events?type=moon.full')).status).toBe(400);
});

import { Client } from 'pg';
import { json } from '../support/fakes/notifications/fake-reply';
import type { FakeReply } from '../support/fakes/notifications/fake-reply';
import { until } from '../support/until';
import { DatabaseGate, type GatePoint } from './support/database-gate';
import { describeWithRedis, RedisServer } from './support/redis-server';
import { TellingService } from './support/telling-service';

const RECOVERY_MS = 60_000;

const FACT: GatePoint = { trigger: 'after insert on event' };
const PLAN: GatePoint = { trigger: 'after insert on notification_delivery', when: 'new.channel_id = 2' };
const LEASE: GatePoint = { trigger: 'before update on notification_channel', when: 'old.lease_token is null' };
/** A worker looks whether it still holds the channel before it sends, and before it notes. */
const HOLD: GatePoint = { trigger: 'before update on notification_channel', when: 'old.lease_token = new.lease_token' };
const NOTE: GatePoint = { trigger: 'before update on notification_delivery' };

const SENT = { channel: 'one', state: 'sent', attempts: 1, isTold: true };

jest.setTimeout(240_000);

describe('what is to be told, where a process dies', () => {
  let telling: TellingService;

  beforeAll(async () => {
    telling = await TellingService.create();
  });
  afterAll(() => telling.remove());
  beforeEach(() => telling.begin('one'));

  const closeGate = (point: GatePoint) => DatabaseGate.close(telling.service.databaseUrl, point);

  /** A worker is killed while a statement of it stops at the point. */
  async function killWorkerAt(point: GatePoint): Promise<void> {
    const gate = await closeGate(point);
    const worker = await telling.service.startWorker();
    const pid = await gate.untilReached(RECOVERY_MS);
    await worker.kill();
    // Else a statement that is a transaction of its own would still commit.
    await telling.service.database.query('select pg_terminate_backend($1)', [pid]);
    await gate.open();
  }

  /** Another worker sends the rest. @param requests That the service got in all. */
  async function expectTold(requests: number): Promise<void> {
    await telling.service.startWorker();
    await telling.untilSent(RECOVERY_MS);
    expect(await telling.deliveries()).toEqual([SENT]);
    await expectRequests(requests);
  }

  /** There is one event, and all requests are of it. */
  async function expectRequests(count: number): Promise<void> {
    const ids = await telling.eventIds();
    expect(ids).toHaveLength(1);
    expect(telling.webhookIds()).toEqual(Array<string>(count).fill(`evt_${String(ids[0])}`));
  }

  it('the API between the statement of the fact and its commit: neither fact nor event, and the repetition makes both', async () => {
    const gate = await closeGate(FACT);
    const lost = telling.changePhase();
    await gate.untilReached(RECOVERY_MS);
    await telling.service.api.kill();
    await gate.open();
    expect(await lost).toBeUndefined();
    await telling.service.startApi();
    expect([await telling.phase(), await telling.eventIds()]).toEqual(['transition', []]);

    expect(await telling.changePhase()).toBe(200);
    expect(await telling.phase()).toBe('markup');
    await expectTold(1);
  });

  it('the API at the commit: a repetition finds the fact, which a worker that starts later tells', async () => {
    const listener = new Client({ connectionString: telling.service.databaseUrl });
    await listener.connect();
    await listener.query('listen event');
    const killed = new Promise<void>((resolve, reject) => {
      listener.once('notification', () => void telling.service.api.kill().then(resolve, reject));
    });
    await telling.changePhase();
    await killed;
    await listener.end();
    expect(await telling.phase()).toBe('markup');
    expect(await telling.eventIds()).toHaveLength(1);

    await telling.service.startApi();
    expect(await telling.changePhase()).toBe(200);
    await expectTold(1);
  });

  it('the hint of a commit is lost: the worker finds the event by itself', async () => {
    await telling.service.startWorker();
    await telling.changePhase();
    await telling.untilSent(RECOVERY_MS);
    await telling.service.database.query(
      'insert into event (type, data) select type, data from event where type = $1',
      ['session.phase_changed'],
    );
    await telling.untilSent(RECOVERY_MS);
    const ids = await telling.eventIds();
    expect(ids).toHaveLength(2);
    expect(telling.webhookIds()).toEqual(ids.map((id) => `evt_${String(id)}`));
  });

  it('the worker while it plans: no delivery is written, then one for each channel', async () => {
    await telling.begin('one', 'two');
    await telling.changePhase();
    await killWorkerAt(PLAN);
    expect(await telling.deliveries()).toEqual([]);

    await telling.service.startWorker();
    await telling.untilSent(RECOVERY_MS);
    expect(await telling.deliveries()).toEqual([SENT, { ...SENT, channel: 'two' }]);
    await expectRequests(2);
  });

  it('the worker between the commit of a delivery and its lease: another one sends it at once', async () => {
    await telling.changePhase();
    await killWorkerAt(LEASE);
    expect(await telling.deliveries()).toEqual([{ ...SENT, state: 'pending', attempts: 0 }]);
    expect(await telling.endLeases()).toBe(0);
    await expectTold(1);
  });

  it('the worker between its lease and the request: another one sends it after the lease', async () => {
    await telling.changePhase();
    await killWorkerAt(HOLD);
    expect(telling.webhookIds()).toEqual([]);
    expect(await telling.endLeases()).toBe(1);
    await expectTold(1);
  });

  it('the worker between request and response: sent again under the same id', async () => {
    telling.fake.script('hang');
    const worker = await telling.service.startWorker();
    await telling.changePhase();
    await telling.untilReceived(1, RECOVERY_MS);
    await worker.kill();
    expect(await telling.deliveries()).toEqual([{ ...SENT, state: 'pending', attempts: 0 }]);
    expect(await telling.endLeases()).toBe(1);
    await expectTold(2);
  });

  it('the worker between response and note: sent again under the same id', async () => {
    await telling.changePhase();
    await killWorkerAt(NOTE);
    expect(telling.fake.taken).toHaveLength(1);
    expect(await telling.deliveries()).toEqual([{ ...SENT, state: 'pending', attempts: 0 }]);
    expect(await telling.endLeases()).toBe(1);
    await expectTold(2);
  });

  it('a worker that is frozen beyond its lease notes nothing after the one that sent', async () => {
    const { database } = telling.service;
    let answer: (reply: FakeReply) => void = () => undefined;
    telling.fake.script(new Promise<FakeReply>((resolve) => (answer = resolve)));
    const frozen = await telling.service.startWorker();
    await telling.changePhase();
    await telling.untilReceived(1, RECOVERY_MS);
    frozen.freeze();
    expect(await telling.endLeases()).toBe(1);
    const second = await telling.service.startWorker();
    await telling.untilSent(RECOVERY_MS);
    await until('the second one has released the channel', RECOVERY_MS, async () => {
      return (await database.query('select 1 from notification_channel where lease_token is not null')).length === 0;
    });
    await second.kill();
    const rows = () => database.query('select xmin::text as writer, d.* from notification_delivery d');
    const before = await rows();

    // Its attempt is over when it releases the channel, which is no longer its own.
    await database.query(`
      create table released ();
      create function tell_released() returns trigger language plpgsql as $$
      begin
        insert into released default values;
        return null;
      end $$;
      create trigger tell_released after update on notification_channel for each statement
        when (current_query() like '%lease_token = null%') execute function tell_released()`);
    frozen.thaw();
    answer(json({}, 500));
    await until('the late one is through', RECOVERY_MS, async () => {
      return (await database.query('select 1 from released')).length > 0;
    });
    expect(await rows()).toEqual(before);
    expect(await telling.deliveries()).toEqual([SENT]);
    await expectRequests(2);
    expect(frozen.isRunning).toBe(true);
    await database.query('drop trigger tell_released on notification_channel; drop table released');
  });

  it('the connection between response and note is lost: the same worker sends again under the same id', async () => {
    const gate = await closeGate(NOTE);
    const worker = await telling.service.startWorker();
    await telling.changePhase();
    const pid = await gate.untilReached(RECOVERY_MS);
    await telling.service.database.query('select pg_terminate_backend($1)', [pid]);
    await gate.open();
    await telling.untilSent(RECOVERY_MS);
    expect(await telling.deliveries()).toEqual([SENT]);
    await expectRequests(2);
    expect(worker.isRunning).toBe(true);
  });

  it('a service that fails while workers are replaced: the waits go on where they were', async () => {
    telling.fake.script(json({}, 500), json({}, 500));
    await telling.changePhase();
    const killed = await telling.service.startWorker();
    await untilAttempts(1);
    await killed.kill();
    await telling.endWaits();

    const ended = await telling.service.startWorker();
    await untilAttempts(2);
    expect(await ended.end()).toBe(0);
    expect(await waitSeconds()).toBeGreaterThan(200);
    expect(await waitSeconds()).toBeLessThanOrEqual(330);
    await telling.endWaits();

    await telling.service.startWorker();
    await telling.untilSent(RECOVERY_MS);
    expect(await telling.deliveries()).toEqual([{ ...SENT, attempts: 3 }]);
    await expectRequests(3);
  });

  /** So many attempts are noted, and the channel is released. */
  async function untilAttempts(count: number): Promise<void> {
    await until(`${String(count)} attempts are noted`, RECOVERY_MS, async () => {
      const noted = await telling.service.database.query(
        `select 1 from notification_delivery d join notification_channel c on c.id = d.channel_id
         where d.attempts = $1 and c.lease_token is null`,
        [count],
      );
      return noted.length === 1;
    });
  }

  async function waitSeconds(): Promise<number> {
    const [row] = await telling.service.database.query<{ seconds: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as seconds from notification_delivery',
    );
    return row?.seconds ?? 0;
  }
});

describeWithRedis('what is to be told, where Redis is lost', () => {
  let redis: RedisServer;
  let telling: TellingService;

  beforeAll(async () => {
    redis = await RedisServer.start();
    telling = await TellingService.create({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await telling.remove();
    await redis.remove();
  });

  it('is told all the same', async () => {
    await telling.begin('one');
    await telling.service.startWorker();
    await redis.kill();
    expect(await telling.changePhase()).toBe(200);
    await telling.untilSent(RECOVERY_MS);
    expect(await telling.deliveries()).toEqual([SENT]);
    expect(telling.webhookIds()).toHaveLength(1);
  });
});

import { Drains, DrainSchedule, type DrainReport, type DrainView } from '#lib/ai';
import { AppError } from '#lib/kernel';
import { until } from '../support/until';
import { FillWorld } from '../support/fill-world';
import { createPlainUser } from '../support/plain-user';
import { putSmallMarket } from '../support/small-market';

const TODAY = '2025-12-19';
const CODES = Array.from({ length: 12 }, (_, index) => String(100 + index).padStart(6, '0'));
const PATH = '/ai-fill-drains';
const PATIENCE_MS = 60_000;

jest.setTimeout(120_000);

describe('drains of the fill queues', () => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start({ AI_DRAIN_LANES: '3' });
    await putSmallMarket(
      world.database,
      { from: '2025-06-02', to: TODAY },
      CODES.map((code) => ({ code })),
    );
    await world.countDays();
  });
  afterAll(() => world.service.stop());
  beforeEach(() => world.empty());

  const sessions = async (count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (const code of CODES.slice(0, count)) ids.push(await world.session({ code }));
    return ids;
  };
  const start = async (kind: 'daily' | 'weekly' = 'daily'): Promise<number> => {
    const reply = await world.call('POST', PATH, { json: { kind } });
    expect(reply.status).toBe(202);
    return (reply.body.data as { drainId: number }).drainId;
  };
  const report = async (id: number): Promise<DrainReport> =>
    (await world.call('GET', `${PATH}/${id}`)).body.data as DrainReport;
  const ended = async (id: number): Promise<DrainReport> => {
    await until(`drain ${id} ends`, PATIENCE_MS, async () => (await report(id)).finishedAt !== null);
    return report(id);
  };
  const countRecords = async (): Promise<{ rows: number; days: number }> => {
    const [row] = await world.database.query<{ rows: number; days: number }>(
      `select count(*)::int as rows, count(distinct (session_id, trade_date))::int as days from daily_record
       where deleted_at is null`,
    );
    return row ?? { rows: -1, days: -1 };
  };
  const schedule = () => world.service.api.app.get(DrainSchedule, { strict: false });

  it('fills what waits, and says so while it does and afterwards', async () => {
    const ids = await sessions(12);
    const id = await start();
    const events = await world.service.call('GET', `/api/stock-cycle${PATH}/${id}/events`, { unchecked: true });
    expect(events.text).toContain('event: completed');
    expect(await report(id)).toMatchObject({
      id,
      kind: 'daily',
      origin: 'manual',
      status: 'completed',
      tradeDay: TODAY,
      today: TODAY,
      total: 12,
      done: 12,
      filled: 12,
      skipped: 0,
      failed: 0,
      generated: 120,
      overwritten: 0,
      startedBy: 'admin',
      error: null,
      outcomes: [],
    });
    expect(await countRecords()).toEqual({ rows: 120, days: 120 });
    expect(new Set(world.panel.asked.map((question) => question.session.sessionId))).toEqual(new Set(ids));
    expect((await world.call('GET', '/sessions/ai-fill-daily-queue')).body.data).toMatchObject({ total: 0 });

    const weekly = await ended(await start('weekly'));
    expect(weekly).toMatchObject({ status: 'completed', filled: 12, generated: 84 });
    const list = (await world.call('GET', `${PATH}?limit=1`)).body.data as { drains: DrainView[]; pagination: object };
    expect(list.drains).toMatchObject([{ id: weekly.id, kind: 'weekly', filled: 12 }]);
    expect(list.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true });
  });

  it('has ended at once where nothing waits', async () => {
    expect(await report(await start())).toMatchObject({ status: 'completed', total: 0, done: 0 });
  });

  it('a failing session stops none of the others; the report says why', async () => {
    const [broken = 0, silent = 0, closing = 0, ...rest] = await sessions(8);
    world.panel.behave(async ({ session: { sessionId } }) => {
      if (sessionId === broken) throw AppError.unavailable('ai_failed', 'no model answered');
      if (sessionId === silent) return { judgements: [] };
      if (sessionId === closing) await world.call('PATCH', `/sessions/${closing}`, { json: { close: true } });
      return {};
    });
    const drain = await ended(await start());
    expect(drain).toMatchObject({ status: 'completed', done: 8, filled: rest.length, skipped: 1, failed: 2 });
    expect(drain.outcomes).toEqual([
      {
        status: 'failed',
        reason: 'ai_failed: no model answered',
        count: 1,
        sessions: [{ sessionId: broken, code: CODES[0] }],
      },
      {
        status: 'failed',
        reason: expect.stringContaining('no model gave a usable judgement') as string,
        count: 1,
        sessions: [{ sessionId: silent, code: CODES[1] }],
      },
      {
        status: 'skipped',
        reason: expect.stringContaining('session_closed') as string,
        count: 1,
        sessions: [{ sessionId: closing, code: CODES[2] }],
      },
    ]);
  });

  it('has failed where not one session could be filled', async () => {
    await sessions(3);
    world.panel.behave(() => {
      throw AppError.unavailable('ai_not_configured', 'no model', { retryable: false });
    });
    expect(await ended(await start())).toMatchObject({ status: 'failed', failed: 3, filled: 0 });
    expect(world.panel.asked).toHaveLength(3);
  });

  it('one of a kind runs at a time, in as many lanes as it may have', async () => {
    await sessions(9);
    let busy = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    world.panel.behave(async () => {
      most = Math.max(most, (busy += 1));
      await held;
      busy -= 1;
      return {};
    });
    const ids = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(new Set(ids).size).toBe(1);
    const weekly = await start('weekly');
    expect(ids).not.toContain(weekly);
    await until('the lanes are busy', PATIENCE_MS, () => busy >= 3);
    release();
    expect(await ended(ids[0] ?? 0)).toMatchObject({ status: 'completed', filled: 9 });
    await ended(weekly);
    expect(most).toBeLessThanOrEqual(6);
    expect(await countRecords()).toEqual({ rows: 90, days: 90 });
    expect(await start()).not.toBe(ids[0]);
  });

  it('a cancelled one writes nothing more', async () => {
    await sessions(6);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    world.panel.behave(async () => {
      await held;
      return {};
    });
    const id = await start();
    await until('models are asked', PATIENCE_MS, () => world.panel.asked.length === 3);
    const cancelled = await world.call('DELETE', `${PATH}/${id}`);
    expect(cancelled.body.data).toMatchObject({ id, status: 'cancelled' });
    release();
    expect(await world.call('DELETE', `${PATH}/${id}`)).toMatchObject({ status: 409, body: { code: 'drain_ended' } });
    await until('no job is left', PATIENCE_MS, async () => {
      const jobs = await world.database.query(`select 1 from job where state in ('queued', 'running')`);
      return jobs.length === 0;
    });
    expect(await countRecords()).toEqual({ rows: 0, days: 0 });
    // The next one does what this one left.
    world.panel.reset();
    expect(await ended(await start())).toMatchObject({ filled: 6 });
  });

  it('is for administrators to start and cancel, for callers of the contract to read', async () => {
    const plain = await createPlainUser(world.service.api, `drains-${Date.now()}`);
    const as = { bearer: plain.token };
    expect((await world.call('POST', PATH, { ...as, json: { kind: 'daily' } })).status).toBe(403);
    const id = await start();
    expect((await world.call('GET', `${PATH}/${id}`, as)).status).toBe(200);
    expect((await world.call('DELETE', `${PATH}/${id}`, as)).status).toBe(403);
  });

  it.each([
    [{}, 'kind'],
    [{ kind: 'monthly' }, 'kind'],
    [{ kind: 1 }, 'kind'],
    [{ kind: 'daily', limit: 5 }, 'limit'],
  ])('refuses %j', async (json, field) => {
    const reply = await world.call('POST', PATH, { json });
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ field }] } });
  });

  it('knows no drain that never was', async () => {
    for (const [method, path] of [
      ['GET', `${PATH}/99`],
      ['DELETE', `${PATH}/99`],
      ['GET', `${PATH}/99/events`],
    ] as const) {
      expect((await world.call(method, path)).body).toMatchObject({ code: 'not_found' });
    }
    expect((await world.call('GET', `${PATH}/x`)).status).toBe(400);
  });

  describe('by the clock', () => {
    const listed = async (): Promise<DrainView[]> =>
      (await world.service.api.app.get(Drains, { strict: false }).list({ limit: 50, offset: 0 })).drains.toReversed();
    /** The day's drain, once it is there and has ended. */
    const scheduled = async (kind: string, tradeDay: string): Promise<DrainReport> => {
      const find = async (): Promise<DrainView | undefined> =>
        (await listed()).find((drain) => drain.kind === kind && drain.tradeDay === tradeDay);
      await until(`the ${kind} drain of ${tradeDay} is there`, PATIENCE_MS, async () => (await find()) !== undefined);
      return ended((await find())?.id ?? 0);
    };

    it('start when the day is complete, not before 17:30; weekly straight after daily; once', async () => {
      await sessions(4);
      world.clock.set(`${TODAY}T17:29:59`);
      // Thursday's was missed and is made up for, with Thursday as its today.
      expect(await schedule().startDue()).toEqual([{ kind: 'daily', tradeDay: '2025-12-18' }]);
      await scheduled('daily', '2025-12-18');
      await scheduled('weekly', '2025-12-18');
      expect((await countRecords()).rows).toBe(40);
      expect(await schedule().startDue()).toEqual([]);

      world.clock.set(`${TODAY}T17:30:00`);
      const looks = await Promise.all(Array.from({ length: 20 }, () => schedule().startDue()));
      expect(looks.flat()).toEqual([{ kind: 'daily', tradeDay: TODAY }]);
      expect(await scheduled('daily', TODAY)).toMatchObject({ filled: 4, generated: 4 });
      expect(await scheduled('weekly', TODAY)).toMatchObject({ filled: 4, generated: 0, overwritten: 4 });
      expect((await listed()).map(({ kind, tradeDay, origin }) => [kind, tradeDay, origin])).toEqual([
        ['daily', '2025-12-18', 'schedule'],
        ['weekly', '2025-12-18', 'schedule'],
        ['daily', TODAY, 'schedule'],
        ['weekly', TODAY, 'schedule'],
      ]);
      // The weekend has none of its own.
      world.clock.set('2025-12-21T21:00:00');
      expect(await schedule().startDue()).toEqual([]);
    });

    it('wait for a day that is not complete until 20:30', async () => {
      await sessions(1);
      await world.database.query('update market_day set bars = 3 where trade_date = $1', [TODAY]);
      world.clock.set(`${TODAY}T20:29:59`);
      expect(await schedule().startDue()).toEqual([]);
      world.clock.set(`${TODAY}T20:30:00`);
      expect(await schedule().startDue()).toEqual([{ kind: 'daily', tradeDay: TODAY }]);
      await scheduled('weekly', TODAY);
      await world.countDays();
    });

    it('keep their trade day as today past midnight', async () => {
      const [due = 0] = await sessions(2);
      await world.database.query(`update tracking_session set next_review_at = '2025-12-20' where id = $1`, [due]);
      world.clock.set('2025-12-20T00:30:00');
      await schedule().startDue();
      expect(await scheduled('daily', TODAY)).toMatchObject({ tradeDay: TODAY, today: TODAY, total: 1 });
      await scheduled('weekly', TODAY);
    });

    it('stop where the exchange has not published the year, and in an empty market', async () => {
      await sessions(1);
      world.clock.set('2031-01-06T21:00:00');
      expect(await schedule().startDue()).toEqual([]);
      world.clock.set(`${TODAY}T21:00:00`);
      await world.database.query(`update market_state set source = 'none'`);
      expect(await schedule().startDue()).toEqual([]);
      await world.database.query(`update market_state set source = 'files'`);
    });

    it('with nothing to fill are over at once, the weekly one too', async () => {
      expect(await schedule().startDue()).toEqual([
        { kind: 'daily', tradeDay: TODAY },
        { kind: 'weekly', tradeDay: TODAY },
      ]);
      expect(await schedule().startDue()).toEqual([]);
    });
  });
});

import { DrainsService, DrainScheduleService, type DrainReport, type DrainView } from '#lib/ai';
import { CHAT_ERROR_SCOPES, type ModelError, PanelError } from '#lib/ai/testing';
import { AppError } from '#lib/kernel';
import { until } from '../support/until';
import { FillWorld } from '../support/worlds/fill-world';
import { createPlainUser } from '../support/worlds/plain-user';
import { putSmallMarket } from '../support/database/small-market';

const TODAY = '2025-12-19';
const CODES = Array.from({ length: 7 }, (_, index) => String(100 + index).padStart(6, '0'));
/** Days that a session of these suites has to fill: the newest three of its stock's. */
const ENTRY = { date: '2025-12-17', days: 3 };
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

  const sessions = async (count: number, entryDate = ENTRY.date): Promise<number[]> => {
    const ids: number[] = [];
    for (const code of CODES.slice(0, count)) ids.push(await world.session({ code, entry_date: entryDate }));
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
    await until(`drain ${id} ends`, PATIENCE_MS, async () => {
      const ends = await world.database.query('select from ai_drain where id = $1 and finished_at is not null', [id]);
      return ends.length > 0;
    });
    return report(id);
  };
  const countRecords = async (): Promise<{ rows: number; days: number }> => {
    const [row] = await world.database.query<{ rows: number; days: number }>(
      `select count(*)::int as rows, count(distinct (session_id, trade_date))::int as days from daily_record
       where deleted_at is null`,
    );
    return row ?? { rows: -1, days: -1 };
  };
  const schedule = () => world.service.api.app.get(DrainScheduleService, { strict: false });

  it('fill all sessions that wait, and report progress and result', async () => {
    const ids = await sessions(6, '2025-11-03');
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
      total: 6,
      done: 6,
      filled: 6,
      skipped: 0,
      failed: 0,
      generated: 60,
      overwritten: 0,
      startedBy: 'admin',
      error: null,
      outcomes: [],
    });
    expect(await countRecords()).toEqual({ rows: 60, days: 60 });
    expect(new Set(world.panel.asked.map((question) => question.session.sessionId))).toEqual(new Set(ids));
    expect((await world.call('GET', '/sessions/ai-fill-daily-queue')).body.data).toMatchObject({ total: 0 });

    const weekly = await ended(await start('weekly'));
    expect(weekly).toMatchObject({ status: 'completed', filled: 6, generated: 42 });
    const list = (await world.call('GET', `${PATH}?limit=1`)).body.data as { drains: DrainView[]; pagination: object };
    expect(list.drains).toMatchObject([{ id: weekly.id, kind: 'weekly', filled: 6 }]);
    expect(list.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true });
  });

  it('end at once if nothing waits', async () => {
    expect(await report(await start())).toMatchObject({ status: 'completed', total: 0, done: 0 });
  });

  it('continue with the others after a session that fails, and report why it failed', async () => {
    const [broken = 0, silent = 0, closing = 0, ...rest] = await sessions(6);
    world.panel.behave(async ({ session: { sessionId } }) => {
      if (sessionId === broken) throw AppError.unavailable('ai_failed', 'no model answered');
      if (sessionId === silent) return { judgements: [] };
      if (sessionId === closing) await world.call('PATCH', `/sessions/${closing}`, { json: { close: true } });
      return {};
    });
    const drain = await ended(await start());
    expect(drain).toMatchObject({ status: 'completed', done: 6, filled: rest.length, skipped: 1, failed: 2 });
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

  it('fail if no session could be filled', async () => {
    await sessions(3);
    world.panel.behave(() => ({ judgements: [] }));
    expect(await ended(await start())).toMatchObject({ status: 'failed', failed: 3, filled: 0 });
    expect(world.panel.asked).toHaveLength(3);
  });

  describe('models that fail', () => {
    const fault = (code: ModelError['code'], model = 'fake'): ModelError => ({
      ...{ model, code, message: `it says ${code}`, scope: CHAT_ERROR_SCOPES[code], retryAfterMs: null },
    });

    it('for a while: every session is filled when they are back, and the report counts the errors', async () => {
      await sessions(6);
      const codes = ['rate_limited', 'server_error', 'timeout', 'unreachable', 'circuit_open', 'no_slot'] as const;
      let failures = 0;
      world.panel.behave(() => {
        const code = codes[failures];
        failures += 1;
        if (code !== undefined) throw new PanelError([fault(code)]);
        return {};
      });
      const drain = await ended(await start());
      expect(drain).toMatchObject({ status: 'completed', filled: 6, failed: 0, filledByFewer: 0, waiting: 0 });
      expect(drain.modelFaults.map(({ model, code, count, sessions: lost }) => [model, code, count, lost])).toEqual(
        [...codes].sort().map((code) => ['fake', code, 1, 0]),
      );
      expect(await countRecords()).toEqual({ rows: 6 * ENTRY.days, days: 6 * ENTRY.days });
      expect(world.panel.asked).toHaveLength(6 + codes.length);
    });

    it('at one session again and again: it is abandoned after six waits, the others are filled', async () => {
      const [broken = 0] = await sessions(3);
      world.panel.behave(({ session: { sessionId } }) => {
        if (sessionId === broken) throw new PanelError([fault('timeout')]);
        return {};
      });
      const drain = await ended(await start());
      expect(drain).toMatchObject({ status: 'completed', filled: 2, failed: 1 });
      expect(drain.modelFaults).toMatchObject([{ model: 'fake', code: 'timeout', count: 7, sessions: 1 }]);
    });

    it('with a requested wait: the lane pauses without a connection, and a cancellation ends it', async () => {
      await sessions(3);
      world.panel.behave(() => {
        throw new PanelError([{ ...fault('rate_limited'), retryAfterMs: 3_600_000 }]);
      });
      const id = await start();
      await until('all wait', PATIENCE_MS, async () => (await report(id)).waiting === 3);
      await until('no transaction is open', PATIENCE_MS, async () => {
        const open = await world.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        );
        return open.length === 0;
      });
      expect((await world.call('DELETE', `${PATH}/${id}`)).body.data).toMatchObject({ status: 'cancelled' });
      await until('no job is left', PATIENCE_MS, async () => {
        const jobs = await world.database.query(`select 1 from job where state in ('queued', 'running')`);
        return jobs.length === 0;
      });
    });

    it('and do not recover: the drain stops instead of using up its sessions', async () => {
      await sessions(3);
      Object.assign(world.drainPatience, { drainMs: 100, mostWaits: 1000 });
      world.panel.behave(() => {
        throw new PanelError([fault('unreachable')]);
      });
      const drain = await ended(await start());
      Object.assign(world.drainPatience, { drainMs: 120_000, mostWaits: 6 });
      expect(drain).toMatchObject({
        status: 'stopped',
        done: 0,
        stopReason: { code: 'unreachable', message: 'fake: it says unreachable' },
      });
    });

    it.each(['unauthorized', 'no_credit', 'refused', 'budget_spent'] as const)(
      'permanently (%s): the drain stops with one reason, and continues with the rest',
      async (code) => {
        await sessions(7);
        let asked = 0;
        world.panel.behave(() => {
          asked += 1;
          if (asked > 3) throw new PanelError([fault(code)]);
          return {};
        });
        const id = await start();
        const stopped = await ended(id);
        expect(stopped).toMatchObject({
          status: 'stopped',
          filled: 3,
          failed: 0,
          stopReason: { code, message: `fake: it says ${code}` },
          outcomes: [],
        });
        expect(asked).toBeLessThanOrEqual(3 + 3);
        world.panel.reset();
        const reply = await world.call('POST', `${PATH}/${id}/continue`);
        expect(reply).toMatchObject({ status: 202, body: { data: { drainId: id } } });
        expect(await ended(id)).toMatchObject({ status: 'completed', total: 7, filled: 7, stopReason: null });
        expect(world.panel.asked).toHaveLength(4);
        expect(await countRecords()).toEqual({ rows: 7 * ENTRY.days, days: 7 * ENTRY.days });
        expect((await world.call('POST', `${PATH}/${id}/continue`)).body).toMatchObject({ code: 'drain_ended' });
      },
    );

    it('for lack of a server: the drain stops', async () => {
      await sessions(2);
      world.panel.behave(() => {
        throw AppError.unavailable('ai_not_configured', 'no model', { retryable: false });
      });
      const stopReason = { code: 'not_configured', message: 'fake: no model' };
      expect(await ended(await start())).toMatchObject({ status: 'stopped', done: 0, stopReason });
    });

    it('among several: one that is gone is named, and the drain stops only without a strict majority', async () => {
      await sessions(4);
      world.panel.models = ['a', 'b', 'c'];
      world.panel.behave(() => ({ modelErrors: [fault('no_credit', 'b')] }));
      const drain = await ended(await start());
      expect(drain).toMatchObject({ status: 'completed', filled: 4, filledByFewer: 4, stopReason: null });
      expect(drain.modelFaults).toMatchObject([{ model: 'b', code: 'no_credit', count: 4, sessions: 4 }]);

      world.panel.behave(() => ({ modelErrors: [fault('no_credit', 'b'), fault('unauthorized', 'c')] }));
      await world.database.query('delete from daily_record');
      expect(await ended(await start())).toMatchObject({
        status: 'stopped',
        stopReason: { code: 'no_credit' },
        done: 0,
      });
    });

    it('among several: one that fails for a while is waited for, then skipped', async () => {
      await sessions(1);
      world.panel.models = ['a', 'b'];
      let asked = 0;
      world.panel.behave(() => {
        asked += 1;
        return asked < 3 ? { modelErrors: [fault('rate_limited', 'b')] } : {};
      });
      expect(await ended(await start())).toMatchObject({ filled: 1, filledByFewer: 0 });
      expect(asked).toBe(3);

      await world.database.query('delete from daily_record');
      world.panel.behave(() => ({ modelErrors: [fault('rate_limited', 'b')] }));
      expect(await ended(await start())).toMatchObject({ filled: 1, filledByFewer: 1 });
    });

    it('and a continued drain: it retries failed sessions, and skips those that were filled meanwhile', async () => {
      const [broken = 0, filled = 0] = await sessions(4);
      world.panel.behave(({ session: { sessionId } }) =>
        sessionId === broken || sessionId === filled ? { judgements: [] } : {},
      );
      const id = await start();
      expect(await ended(id)).toMatchObject({ status: 'completed', filled: 2, failed: 2 });
      world.panel.reset();
      await world.daily(filled);
      expect((await world.call('POST', `${PATH}/${id}/continue`)).status).toBe(202);
      expect(await ended(id)).toMatchObject({ status: 'completed', filled: 3, skipped: 1, failed: 0 });
      expect(world.panel.asked.map(({ session }) => session.sessionId)).toEqual([filled, broken]);
    });

    it('and a continued drain: it is rejected while another drain of the kind is in flight; a running one returns its id', async () => {
      await sessions(2);
      world.panel.behave(() => {
        throw new PanelError([fault('no_credit')]);
      });
      const stopped = await start();
      await ended(stopped);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      world.panel.behave(async () => {
        await held;
        return {};
      });
      const running = await start();
      const refused = await world.call('POST', `${PATH}/${stopped}/continue`);
      expect(refused).toMatchObject({ status: 409, body: { code: 'drain_in_flight' } });
      expect((await world.call('POST', `${PATH}/${running}/continue`)).body.data).toEqual({ drainId: running });
      release();
      await ended(running);
    });
  });

  it('count only the death of a worker against a session, not an attempt that the database ended', async () => {
    const [blips = 0, deaths = 0] = await sessions(2);
    await world.service.stopWorker();
    const id = await start();
    await world.database.query('update job set attempts = 5, crashes = 5');
    await world.database.query(
      `update ai_drain_session set lane = position, seen_crashes = case when session_id = $1 then 5 else 4 end,
         tries = case when session_id = $1 then 30 else 5 end, losses = case when session_id = $1 then 0 else 4 end`,
      [blips],
    );
    await world.service.startWorker();
    const drain = await ended(id);
    expect(drain).toMatchObject({ filled: 1, failed: 1 });
    expect(drain.outcomes).toMatchObject([
      { reason: 'worker_lost: the worker was lost at this session 5 times', sessions: [{ sessionId: deaths }] },
    ]);
  });

  it('run one at a time for each kind, in as many lanes as allowed', async () => {
    await sessions(7);
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
    expect(await ended(ids[0] ?? 0)).toMatchObject({ status: 'completed', filled: 7 });
    await ended(weekly);
    expect(most).toBeLessThanOrEqual(6);
    expect(await countRecords()).toEqual({ rows: 7 * ENTRY.days, days: 7 * ENTRY.days });
    expect(await start()).not.toBe(ids[0]);
  });

  it('write nothing more after a cancellation', async () => {
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

  it('are started and cancelled by administrators only, and read by callers of the contract', async () => {
    const plain = await createPlainUser(world.service.api, `drains-${Date.now()}`);
    const as = { bearer: plain.token };
    expect((await world.call('POST', PATH, { ...as, json: { kind: 'daily' } })).status).toBe(403);
    const id = await start();
    expect((await world.call('GET', `${PATH}/${id}`, as)).status).toBe(200);
    expect((await world.call('DELETE', `${PATH}/${id}`, as)).status).toBe(403);
    expect((await world.call('POST', `${PATH}/${id}/continue`, as)).status).toBe(403);
  });

  it.each([
    [{}, 'kind'],
    [{ kind: 'monthly' }, 'kind'],
    [{ kind: 1 }, 'kind'],
    [{ kind: 'daily', limit: 5 }, 'limit'],
  ])('reject %j', async (json, field) => {
    const reply = await world.call('POST', PATH, { json });
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ field }] } });
  });

  it('respond 404 for a drain that does not exist', async () => {
    for (const [method, path] of [
      ['GET', `${PATH}/99`],
      ['DELETE', `${PATH}/99`],
      ['POST', `${PATH}/99/continue`],
      ['GET', `${PATH}/99/events`],
    ] as const) {
      expect((await world.call(method, path)).body).toMatchObject({ code: 'not_found' });
    }
    expect((await world.call('GET', `${PATH}/x`)).status).toBe(400);
  });

  describe('by the clock', () => {
    const listed = async (): Promise<DrainView[]> =>
      (
        await world.service.api.app.get(DrainsService, { strict: false }).list({ limit: 50, offset: 0 })
      ).drains.toReversed();
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
      expect((await countRecords()).rows).toBe(4 * (ENTRY.days - 1));
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

    it('of a day that is not complete run provisionally at 20:30, and finally when the rest has arrived', async () => {
      const late = CODES.slice(2, 6);
      await sessions(6);
      const bars = await world.database.query<object>(
        `delete from daily_bar where trade_date = $1 and code = any($2) returning *`,
        [TODAY, late],
      );
      expect(bars).toHaveLength(4);
      await world.countDays();
      world.clock.set(`${TODAY}T20:29:59`);
      expect(await schedule().startDue()).toEqual([]);
      world.clock.set(`${TODAY}T20:30:00`);
      expect(await schedule().startDue()).toEqual([{ kind: 'daily', tradeDay: TODAY }]);
      const provisional = await scheduled('daily', TODAY);
      expect(provisional).toMatchObject({ provisional: true, status: 'completed' });
      expect(await scheduled('weekly', TODAY)).toMatchObject({ provisional: true });
      expect(await schedule().startDue()).toEqual([]);
      const askedBefore = world.panel.asked.length;

      world.clock.set(`${TODAY}T20:50:00`);
      await world.database.query(
        `insert into daily_bar select * from jsonb_populate_recordset(null::daily_bar, $1::jsonb)`,
        [JSON.stringify(bars)],
      );
      await world.countDays();
      const looks = await Promise.all(Array.from({ length: 20 }, () => schedule().startDue()));
      expect(looks.flat()).toEqual([{ kind: 'daily', tradeDay: TODAY }]);
      const passes = async (kind: string) =>
        (await listed()).filter((drain) => drain.kind === kind && drain.tradeDay === TODAY);
      await until('both final passes end', PATIENCE_MS, async () => {
        const all = [...(await passes('daily')), ...(await passes('weekly'))];
        return all.length === 4 && all.every(({ finishedAt }) => finishedAt !== null);
      });
      expect((await passes('daily')).map((drain) => [drain.provisional, drain.failed])).toEqual([
        [true, 0],
        [false, 0],
      ]);
      // Everything is filled, and only what lagged was asked for again.
      const [filled] = await world.database.query<{ rows: number }>(
        `select count(*)::int as rows from daily_record where trade_date = $1`,
        [TODAY],
      );
      expect(filled).toEqual({ rows: 6 });
      const again = world.panel.asked.slice(askedBefore).filter(({ kind }) => kind === 'daily');
      expect(new Set(again.map(({ session }) => session.code))).toEqual(new Set(late));
      expect(await schedule().startDue()).toEqual([]);
    });

    it('without anything to fill leave the day to data that arrive later', async () => {
      await sessions(2);
      await world.daily(1);
      await world.daily(2);
      await world.database.query('update market_day set bars = 3 where trade_date = $1', [TODAY]);
      world.clock.set(`${TODAY}T20:30:00`);
      await schedule().startDue();
      await scheduled('daily', TODAY);
      await world.countDays();
      await world.database.query('delete from daily_record where session_id = 2');
      world.clock.set(`${TODAY}T21:00:00`);
      await until('the final pass starts', PATIENCE_MS, async () => {
        await schedule().startDue();
        return (await listed()).some(({ kind, provisional }) => kind === 'daily' && !provisional);
      });
      await until('the session is filled', PATIENCE_MS, async () => (await countRecords()).rows === 2 * ENTRY.days);
      await until('all ended', PATIENCE_MS, async () => (await listed()).every((drain) => drain.finishedAt !== null));
    });

    it('keep their trade day as today past midnight', async () => {
      const [due = 0] = await sessions(2);
      await world.database.query(`update tracking_session set next_review_at = '2025-12-20' where id = $1`, [due]);
      world.clock.set('2025-12-20T00:30:00');
      await schedule().startDue();
      expect(await scheduled('daily', TODAY)).toMatchObject({ tradeDay: TODAY, today: TODAY, total: 1 });
      await scheduled('weekly', TODAY);
    });

    it('do not start if the exchange has not published the year, or in an empty market', async () => {
      await sessions(1);
      world.clock.set('2031-01-06T21:00:00');
      expect(await schedule().startDue()).toEqual([]);
      world.clock.set(`${TODAY}T21:00:00`);
      await world.database.query(`update market_state set source = 'none'`);
      expect(await schedule().startDue()).toEqual([]);
      await world.database.query(`update market_state set source = 'files'`);
    });

    it('with nothing to fill end at once, also the weekly one', async () => {
      expect(await schedule().startDue()).toEqual([
        { kind: 'daily', tradeDay: TODAY },
        { kind: 'weekly', tradeDay: TODAY },
      ]);
      expect(await schedule().startDue()).toEqual([]);
    });
  });
});

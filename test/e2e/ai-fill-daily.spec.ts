import { AppError } from '#lib/kernel';
import { judged } from '../support/fakes/fake-panel';
import { FillWorld } from '../support/worlds/fill-world';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { createPlainUser } from '../support/worlds/plain-user';

/** The last ten trading days up to Friday 2025-12-19, oldest first. */
const WINDOW = openDaysBefore('2025-12-20', 10);
const [FIRST = '', SECOND = ''] = WINDOW;
const LAST = WINDOW.at(-1) ?? '';
/** A stock that did not trade for two of these days. */
const GAP = WINDOW.slice(3, 5);

describe('POST /sessions/{id}/ai-fill-daily', () => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start();
    await putSmallMarket(world.database, { from: '2024-06-03', to: '2025-12-19' }, [
      { code: '000001' },
      { code: '000002', volumes: Object.fromEntries(GAP.map((day) => [day, null])) },
      { code: '000003', firstBar: WINDOW[4] ?? '' },
    ]);
    await world.countDays();
  });
  afterAll(() => world.service.stop());
  beforeEach(() => world.empty());

  const write = async (session: number, json: Record<string, unknown>): Promise<{ id: number }> => {
    const reply = await world.call('POST', `/sessions/${session}/daily`, { json });
    expect(reply.status).toBe(200);
    return (reply.body.data as { daily: { id: number } }).daily;
  };

  it('creates the last ten days with a bar, and returns them', async () => {
    const session = await world.session();
    const { status, body } = await world.daily(session);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sessionId: session,
      generated: 10,
      overwritten: 0,
      skipped: 0,
      errors: [],
      aiRunIds: [],
      promptCopy: null,
      sessionPhaseSync: null,
      cycleAutoClose: null,
    });
    expect(Object.keys(body.data)).not.toContain('promptCsvPayload');
    expect(body.data.records.map((record) => record.tradeDate)).toEqual(WINDOW.toReversed());
    expect(body.data.records[0]).toMatchObject({
      sessionId: session,
      origin: 'ai',
      dataThrough: LAST,
      isLatest: true,
      evidenceNote: 'the fake model says so',
      manualRemarkHistory: [],
    });
    const { dailyRows } = await world.detail(session);
    expect(dailyRows).toEqual(body.data.records);
    expect(dailyRows.filter((row) => row.isLatest)).toHaveLength(1);
  });

  it('requests these days with at least 60 adjusted bars before them, and none after', async () => {
    const session = await world.session({ stock_name: '样本', name_set: true, summary_note: '一句' });
    await world.daily(session);
    expect(world.panel.asked).toHaveLength(1);
    const [question] = world.panel.asked;
    if (question?.kind !== 'daily') throw new Error('not a daily question');
    expect(question).toMatchObject({ days: WINDOW, dataThrough: LAST });
    expect(question.session).toMatchObject({
      sessionId: session,
      code: '000001',
      stockName: '样本',
      summaryNote: '一句',
    });
    const dates = question.bars.map((bar) => bar.tradeDate);
    expect(dates.slice(-10)).toEqual(WINDOW);
    expect(dates.filter((date) => date < FIRST).length).toBeGreaterThanOrEqual(60);
  });

  it('never goes before the entry date', async () => {
    const session = await world.session({ entry_date: WINDOW[7] });
    const { body } = await world.daily(session);
    expect(body.data.records.map((record) => record.tradeDate)).toEqual(WINDOW.slice(7).toReversed());
  });

  it('counts only days with a bar: a suspension moves the window back, a new listing has few', async () => {
    const suspended = await world.session({ code: '000002' });
    const days = (await world.daily(suspended)).body.data.records.map((record) => record.tradeDate);
    expect(days).toHaveLength(10);
    expect(days.filter((day) => GAP.includes(day))).toEqual([]);
    const listed = await world.session({ code: '000003' });
    expect((await world.daily(listed)).body.data.generated).toBe(6);
  });

  it('overwrites the last trading day completely and keeps its history; other days are left alone', async () => {
    const session = await world.session();
    const last = await write(session, {
      trade_date: LAST,
      evidence_note: 'mine',
      cycle_events: ['SPRING'],
      supply_demand: 'demand_dominant',
    });
    const old = await write(session, { trade_date: SECOND, evidence_note: 'mine too', align_flag: 'diverging' });
    const { body } = await world.daily(session);
    expect(body.data).toMatchObject({ generated: 8, overwritten: 1, skipped: 1 });
    const { dailyRows } = await world.detail(session);
    expect(dailyRows).toHaveLength(10);
    expect(dailyRows.find((row) => row.tradeDate === LAST)).toMatchObject({
      id: last.id,
      origin: 'ai',
      dataThrough: LAST,
      evidenceNote: 'the fake model says so',
      cycleEvents: [],
      supplyDemand: 'balanced',
      manualRemarkHistory: [{ note: 'mine', userId: 1 }],
    });
    expect(dailyRows.find((row) => row.tradeDate === SECOND)).toMatchObject({
      id: old.id,
      origin: 'manual',
      dataThrough: null,
      evidenceNote: 'mine too',
      alignFlag: 'diverging',
    });
    expect(world.panel.asked[0]).toMatchObject({ days: WINDOW.filter((day) => day !== SECOND) });
  });

  it('with only_missing leaves every existing day alone, including the last', async () => {
    const session = await world.session();
    await write(session, { trade_date: LAST, evidence_note: 'mine' });
    const first = await world.daily(session, { json: { only_missing: true } });
    expect(first.body.data).toMatchObject({ generated: 9, overwritten: 0, skipped: 1 });
    expect((await world.detail(session)).dailyRows[0]).toMatchObject({ origin: 'manual', evidenceNote: 'mine' });
    const again = await world.daily(session, { json: { only_missing: true } });
    expect(again.body.data).toMatchObject({ generated: 0, overwritten: 0, skipped: 10, records: [] });
    expect(world.panel.asked).toHaveLength(1);
    expect((await world.daily(session, { json: {} })).body.data).toMatchObject({ overwritten: 1 });
  });

  it('restores what a person wrote with that person as its author', async () => {
    const session = await world.session();
    const { id } = await write(session, { trade_date: LAST, evidence_note: 'mine', cycle_events: ['SPRING'] });
    await world.daily(session);
    const [filled] = (await world.detail(session)).dailyRows;
    expect(filled).toMatchObject({ id, origin: 'ai', evidenceNote: 'the fake model says so', version: 2 });
    await world.daily(session);
    const reply = await world.call('POST', `/daily/${id}/revert`, { json: { version: 1 } });
    expect(reply.status).toBe(200);
    expect((await world.detail(session)).dailyRows[0]).toMatchObject({
      origin: 'manual',
      aiRunId: null,
      dataThrough: null,
      evidenceNote: 'mine',
      cycleEvents: ['SPRING'],
      manualRemarkHistory: [{ note: 'mine' }],
    });
  });

  it('requests only the last day in a second fill', async () => {
    const session = await world.session();
    await world.daily(session);
    const { body } = await world.daily(session);
    expect(body.data).toMatchObject({ generated: 0, overwritten: 1, skipped: 9 });
    expect(world.panel.asked.map((question) => (question.kind === 'daily' ? question.days : []))).toEqual([
      WINDOW,
      [LAST],
    ]);
  });

  it('reports for each day why nothing is written', async () => {
    const session = await world.session();
    await world.daily(session);
    const { skippedReasons } = (await world.daily(session)).body.data;
    expect(skippedReasons).toEqual(WINDOW.slice(0, -1).map((date) => ({ date, reason: 'exists' })));
    await world.database.query(`update tracking_session set entry_date = $1`, ['2025-12-22']);
    const reply = await world.daily(session);
    expect(reply.body.data).toMatchObject({ generated: 0, overwritten: 0, skipped: 0 });
    expect(reply.body.data.skippedReasons).toEqual(WINDOW.map((date) => ({ date, reason: 'before_entry' })));
  });

  describe('with dry_run', () => {
    const dryRun = (session: number, json: Record<string, unknown> = {}) =>
      world.daily(session, { json: { dry_run: true, ...json } });
    const stored = () => world.database.query('select * from daily_record order by id');

    it('requests answers from the models, returns the difference field by field, and writes nothing', async () => {
      const session = await world.session();
      await write(session, { trade_date: LAST, supply_demand: 'supply_dominant', evidence_note: 'mine' });
      const before = [await stored(), await world.detail(session)];
      const { status, body } = await dryRun(session);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ dryRun: true, generated: 9, overwritten: 1, records: [] });
      expect([await stored(), await world.detail(session)]).toEqual(before);
      const { changes = [] } = body.data;
      expect(changes.map(({ date, action }) => [date, action])).toEqual(
        WINDOW.map((date) => [date, date === LAST ? 'overwrite' : 'create']),
      );
      expect(changes.at(-1)?.fields).toEqual(
        expect.arrayContaining([
          { field: 'supplyDemand', before: 'supply_dominant', after: 'balanced' },
          { field: 'evidenceNote', before: 'mine', after: 'the fake model says so' },
          { field: 'origin', before: 'manual', after: 'ai' },
        ]),
      );
      expect(changes[0]?.fields).toContainEqual({ field: 'supplyDemand', before: null, after: 'balanced' });
      expect(await world.database.query('select 1 from ai_judgement')).toEqual([]);

      // What it announced is what a fill does.
      const { body: written } = await world.daily(session);
      const { dryRun: _dryRun, changes: _changes, records: _none, ...told } = body.data;
      expect(written.data).toMatchObject(told);
      expect(written.data).not.toHaveProperty('changes');
    });

    it('and only_missing leaves existing days out of the difference', async () => {
      const session = await world.session();
      await write(session, { trade_date: LAST, supply_demand: 'supply_dominant' });
      const { body } = await dryRun(session, { only_missing: true });
      expect(body.data).toMatchObject({ generated: 9, overwritten: 0, skipped: 1 });
      expect(body.data.changes?.map(({ date }) => date)).toEqual(WINDOW.slice(0, -1));
    });

    it('reports no difference for an unchanged record', async () => {
      const session = await world.session();
      await world.daily(session);
      const { body } = await dryRun(session);
      expect(body.data.changes).toEqual([{ date: LAST, action: 'overwrite', fields: [] }]);
    });

    it.each([[{ dry_run: 'yes' }], [{ dry_run: 1 }], [{ dryRun: true }]])('rejects %j', async (json) => {
      const session = await world.session();
      expect((await world.daily(session, { json })).status).toBe(400);
      expect(world.panel.asked).toEqual([]);
    });

    it('is rejected if a fill would be: closed, unknown, without bars', async () => {
      const closed = await world.session();
      await world.call('PATCH', `/sessions/${closed}`, { json: { close: true } });
      expect((await dryRun(closed)).status).toBe(409);
      expect((await dryRun(999)).status).toBe(404);
      expect((await dryRun(await world.session({ code: '000009' }))).status).toBe(404);
    });
  });

  it('treats a deleted record as a missing one', async () => {
    const session = await world.session();
    const { id } = await write(session, { trade_date: FIRST });
    expect((await world.call('DELETE', `/daily/${id}`)).status).toBe(200);
    expect((await world.daily(session)).body.data).toMatchObject({ generated: 10, skipped: 0 });
  });

  it('leaves a provisional bar alone until 15:45', async () => {
    const session = await world.session();
    world.clock.set('2025-12-19T15:44:59');
    const early = await world.daily(session);
    expect(early.body.data.records[0]).toMatchObject({ tradeDate: WINDOW.at(-2), dataThrough: WINDOW.at(-2) });
    expect(early.body.data.skippedReasons.at(-1)).toEqual({ date: LAST, reason: 'provisional' });
    world.clock.set('2025-12-19T15:45:00');
    expect((await world.daily(session)).body.data.records.map((record) => record.tradeDate)).toEqual([LAST]);
  });

  it("reports the models' errors, and the days without a judgement", async () => {
    const session = await world.session();
    world.panel.behave(() => ({
      judgements: [...WINDOW.slice(0, 2), ...openDaysBefore(FIRST, 1)].map((day) => judged(day)),
      errors: WINDOW.slice(2, 3).map((date) => ({ date, field: 'cycle_events', error: 'not on the list' })),
      promptCopy: 'the prompt',
    }));
    const { body } = await world.daily(session);
    expect(body.data).toMatchObject({ generated: 2, overwritten: 0, skipped: 0, promptCopy: 'the prompt' });
    expect(body.data.errors).toHaveLength(8);
    expect(body.data.errors[0]).toEqual({ date: WINDOW[2], field: 'cycle_events', error: 'not on the list' });
    expect(body.data.errors[1]).toMatchObject({ date: WINDOW[3], field: null });
    expect((await world.detail(session)).dailyRows).toHaveLength(2);
  });

  it('reports that the session has run its course', async () => {
    const session = await world.session();
    world.panel.behave((question) => ({
      judgements: question.kind === 'daily' ? question.days.map((day) => judged(day, { cycleEvents: ['FTI'] })) : [],
    }));
    expect((await world.daily(session)).body.data.cycleAutoClose).toMatchObject({
      shouldClose: true,
      applied: false,
      rules: [{ rule: 'structure_failed', tradeDate: LAST }],
    });
  });

  it('responds 202 at once to a caller that prefers that, and the job reports the result', async () => {
    const session = await world.session();
    const { status, body } = await world.daily(session, { headers: { prefer: 'respond-async' } });
    expect(status).toBe(202);
    const { statusUrl } = body.data as unknown as { statusUrl: string };
    for (;;) {
      const job = (await world.service.call('GET', statusUrl)).body.data as { state: string; result: unknown };
      if (job.state === 'queued' || job.state === 'running') continue;
      expect(job).toMatchObject({ state: 'completed', result: { sessionId: session, generated: 10 } });
      break;
    }
  });

  it('rejects what it cannot fill, in the standard order of checks', async () => {
    const session = await world.session();
    const path = `/sessions/${session}/ai-fill-daily`;
    for (const json of [{ onlyMissing: true }, { only_missing: 'true' }]) {
      expect((await world.call('POST', path, { json })).body).toMatchObject({
        code: 'invalid_input',
        fields: [{ field: Object.keys(json)[0] }],
      });
    }
    expect((await world.call('POST', '/sessions/x/ai-fill-daily')).status).toBe(400);
    expect((await world.call('POST', '/sessions/999/ai-fill-daily', { json: { a: 1 } })).status).toBe(400);
    expect((await world.call('POST', '/sessions/999/ai-fill-daily')).body).toMatchObject({ code: 'not_found' });
    expect((await world.call('POST', path, { json: {} })).status).toBe(200);
    await world.call('PATCH', `/sessions/${session}`, { json: { close: true } });
    expect(await world.daily(session)).toMatchObject({ status: 409, body: { code: 'session_closed' } });
    const unknown = await world.session({ code: '999999' });
    expect(await world.daily(unknown)).toMatchObject({ status: 404, body: { code: 'no_market_data' } });
    expect(world.panel.asked).toHaveLength(1);
  });

  it('has nothing to fill for an entry after the last bar', async () => {
    const session = await world.session({ entry_date: '2025-12-20' });
    expect((await world.daily(session)).body.data).toMatchObject({ generated: 0, skipped: 0, records: [], errors: [] });
    expect(world.panel.asked).toEqual([]);
  });

  it('passes on an error of the models’ server', async () => {
    const session = await world.session();
    world.panel.behave(() => {
      throw AppError.unavailable('ai_failed', 'no model answered');
    });
    expect(await world.daily(session)).toMatchObject({ status: 503, body: { code: 'ai_failed' } });
    expect(world.panel.asked).toHaveLength(1);
    expect((await world.detail(session)).dailyRows).toEqual([]);
  });

  describe('with others at work', () => {
    it("keeps what a person writes during the models' request, except on the newest day", async () => {
      const session = await world.session();
      world.panel.behave(async () => {
        await write(session, { trade_date: SECOND, evidence_note: 'quicker' });
        await write(session, { trade_date: LAST, evidence_note: 'quicker too' });
        return {};
      });
      const { body } = await world.daily(session);
      expect(body.data).toMatchObject({ generated: 8, overwritten: 1, skipped: 1 });
      const { dailyRows } = await world.detail(session);
      expect(dailyRows.find((row) => row.tradeDate === SECOND)).toMatchObject({
        origin: 'manual',
        evidenceNote: 'quicker',
      });
      expect(dailyRows.find((row) => row.tradeDate === LAST)).toMatchObject({
        origin: 'ai',
        manualRemarkHistory: [{ note: 'quicker too' }],
      });
    });

    it('writes nothing to a session that closes meanwhile', async () => {
      const session = await world.session();
      world.panel.behave(async () => {
        await world.call('PATCH', `/sessions/${session}`, { json: { close: true } });
        return {};
      });
      expect(await world.daily(session)).toMatchObject({ status: 409, body: { code: 'session_closed' } });
      expect((await world.detail(session)).dailyRows).toEqual([]);
    });

    it('runs two equal requests of one caller as one job, and writes nothing twice for two callers', async () => {
      const session = await world.session();
      const other = await createPlainUser(world.service.api, `fills-${Date.now()}`);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      world.panel.behave(async () => {
        await held;
        return {};
      });
      const replies = [world.daily(session), world.daily(session), world.daily(session, { bearer: other.token })];
      while (world.panel.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
      release();
      const [one, two, three] = await Promise.all(replies);
      expect(one?.text).toBe(two?.text);
      expect([one?.status, three?.status]).toEqual([200, 200]);
      expect(world.panel.asked).toHaveLength(2);
      const generated = (one?.body.data.generated ?? 0) + (three?.body.data.generated ?? 0);
      expect(generated).toBe(10);
      expect((await world.detail(session)).dailyRows).toHaveLength(10);
    });
  });
});

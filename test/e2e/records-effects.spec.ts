import { AutoCloseService } from '#lib/tracking';
import { type SmallStock, putSmallMarket } from '../support/database/small-market';
import { type RecordResponse, RecordsWorld } from '../support/worlds/records-world';

interface SessionState {
  currentPrimaryPhase: string | null;
  status: string;
  endReason: string | null;
}

const stateOf = async (world: RecordsWorld, session: number): Promise<SessionState> => {
  const { body } = await world.call('GET', `/sessions/${session}`);
  return (body.data as unknown as { session: SessionState }).session;
};

describe('the phase of a session follows its weekly records', () => {
  let world: RecordsWorld;
  let session: number;

  beforeAll(async () => {
    world = await RecordsWorld.start();
  });
  afterAll(() => world.api.stop());
  beforeEach(async () => {
    await world.empty();
    session = await world.session();
  });

  const week = (date: string, hint?: string | null): Promise<RecordResponse> =>
    world.weekly(session, { week_end_date: date, ...(hint === undefined ? {} : { primary_phase_hint: hint }) });
  const phase = async () => (await stateOf(world, session)).currentPrimaryPhase;
  const row = async () =>
    (
      await world.api.database.query<{ version: number; origin: string; at: Date | null }>(
        `select version, primary_phase_origin as origin, primary_phase_set_at as at from tracking_session where id = $1`,
        [session],
      )
    )[0];

  it('to the newest one with a hint, and reports the change', async () => {
    const first = (await week('2025-12-12', 'accumulation')).body.data;
    expect(first.sessionPhaseSync).toEqual({
      changed: true,
      from: 'transition',
      to: 'accumulation',
      weeklyId: first.weekly.id,
    });
    expect(await phase()).toBe('accumulation');
    expect(await row()).toEqual({ version: 2, origin: 'weekly', at: new Date('2025-12-19T10:00:00.000Z') });
    expect((await week('2025-12-19')).body.data.sessionPhaseSync).toBeUndefined();
    expect(await phase()).toBe('accumulation');
  });

  it('not to an older week, written or edited', async () => {
    await week('2025-12-19', 'markup');
    const older = (await week('2025-12-12', 'markdown')).body.data;
    expect(older.sessionPhaseSync).toBeUndefined();
    const edited = await world.call('PATCH', `/weekly/${older.weekly.id}`, {
      json: { primary_phase_hint: 'distribution' },
    });
    expect(edited.body.data.sessionPhaseSync).toBeUndefined();
    expect((await world.call('DELETE', `/weekly/${older.weekly.id}`)).body.data.sessionPhaseSync).toBeUndefined();
    expect(await phase()).toBe('markup');
    expect((await row())?.version).toBe(2);
  });

  it('back to the older week when the newest is deleted or loses its hint', async () => {
    const older = (await week('2025-12-05', 'accumulation')).body.data.weekly.id;
    const middle = (await week('2025-12-12', 'markup')).body.data.weekly.id;
    const newest = (await week('2025-12-19', 'distribution')).body.data.weekly.id;
    const cleared = await world.call('PATCH', `/weekly/${newest}`, { json: { primary_phase_hint: null } });
    expect(cleared.body.data.sessionPhaseSync).toEqual({
      changed: true,
      from: 'distribution',
      to: 'markup',
      weeklyId: middle,
    });
    expect((await world.call('DELETE', `/weekly/${middle}`)).body.data).toEqual({
      id: middle,
      deleted: true,
      sessionPhaseSync: { changed: true, from: 'markup', to: 'accumulation', weeklyId: older },
    });
    expect((await world.call('DELETE', `/weekly/${older}`)).body.data).toEqual({ id: older, deleted: true });
    expect(await phase()).toBe('accumulation');
  });

  it('also over a phase that a person set by hand when a person writes the week', async () => {
    const { id } = (await week('2025-12-19', 'markup')).body.data.weekly;
    await world.call('PATCH', `/sessions/${session}`, { json: { current_primary_phase: 'markdown' } });
    const edited = await world.call('PATCH', `/weekly/${id}`, { json: { primary_phase_hint: 'distribution' } });
    expect(edited.body.data.sessionPhaseSync).toMatchObject({ from: 'markdown', to: 'distribution' });
  });

  it('and never a daily record', async () => {
    const reply = await world.daily(session, { trade_date: '2025-12-19', primary_phase_hint: 'markdown' });
    expect(reply.body.data.sessionPhaseSync).toBeUndefined();
    expect(await phase()).toBe('transition');
  });
});

/** Falls 20 % in the last week; its bars carry no previous close before it. */
const FALLEN: SmallStock = {
  code: '600519',
  closes: { '2025-12-15': 9.5, '2025-12-16': 9, '2025-12-17': 8.6, '2025-12-18': 8.3, '2025-12-19': 8 },
};

describe('automatic closing, reported', () => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start();
    await putSmallMarket(world.api.database, { from: '2025-06-02', to: '2025-12-19' }, [
      FALLEN,
      { code: '300750', board: 'chinext', closes: FALLEN.closes ?? {} },
      { code: '000001' },
    ]);
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  const rulesOf = (reply: RecordResponse): [string, string][] =>
    (reply.body.data.cycleAutoClose?.rules ?? []).map(({ rule, tradeDate }) => [rule, tradeDate]);

  it('names the rules that fire, and closes nothing', async () => {
    const session = await world.session({ entry_close_price: 10 });
    const reply = await world.daily(session, { trade_date: '2025-12-18', cycle_events: ['FTI'] });
    expect(reply.body.data.cycleAutoClose).toMatchObject({ shouldClose: true, applied: false });
    expect(rulesOf(reply)).toEqual([
      ['structure_failed', '2025-12-18'],
      ['entry_drawdown', '2025-12-19'],
      ['entry_low_broken', '2025-12-19'],
    ]);
    expect(await stateOf(world, session)).toMatchObject({ status: 'open', endReason: null });
    const { id } = reply.body.data.daily;
    expect(rulesOf(await world.call('PATCH', `/daily/${id}`, { json: { cycle_events: [] } }))).toHaveLength(2);
    expect(rulesOf(await world.call('DELETE', `/daily/${id}`))).toHaveLength(2);
  });

  it('gives a 20 % board more room, and ignores bars after today', async () => {
    const session = await world.session({ code: '300750', entry_close_price: 10 });
    expect(rulesOf(await world.daily(session, { trade_date: '2025-12-18' }))).toEqual([
      ['entry_low_broken', '2025-12-19'],
    ]);
    world.clock.set('2025-12-15T18:00:00');
    expect(rulesOf(await world.daily(session, { trade_date: '2025-12-15' }))).toEqual([]);
  });

  it('waits for the week to be over', async () => {
    const session = await world.session({ code: '000001' });
    await world.weekly(session, { week_end_date: '2025-12-12', primary_phase_hint: 'markdown' });
    world.clock.set('2025-12-19T15:44:59');
    const running = await world.weekly(session, { week_end_date: '2025-12-19', primary_phase_hint: 'markdown' });
    expect(rulesOf(running)).toEqual([]);
    world.clock.set('2025-12-19T15:45:00');
    const { id } = running.body.data.weekly;
    const over = await world.call('PATCH', `/weekly/${id}`, { json: { align_flag: 'aligned' } });
    expect(rulesOf(over)).toEqual([['weekly_markdown', '2025-12-19']]);
  });

  it('uses only the two newest weeks', async () => {
    const session = await world.session({ code: '000001' });
    await world.weekly(session, { week_end_date: '2025-11-28', primary_phase_hint: 'markdown' });
    const second = await world.weekly(session, { week_end_date: '2025-12-05', primary_phase_hint: 'markdown' });
    expect(rulesOf(second)).toEqual([['weekly_markdown', '2025-12-05']]);
    const third = await world.weekly(session, { week_end_date: '2025-12-12', primary_phase_hint: 'distribution' });
    expect(rulesOf(third)).toEqual([]);
  });

  it('follows the phase that the same write sets', async () => {
    const session = await world.session({ code: '000001', current_primary_phase: 'distribution' });
    expect(rulesOf(await world.daily(session, { trade_date: '2025-12-19', cycle_events: ['SOW'] }))).toEqual([]);
    const weekly = await world.weekly(session, { week_end_date: '2025-12-12', primary_phase_hint: 'markup' });
    expect(rulesOf(weekly)).toEqual([['structure_failed', '2025-12-19']]);
  });

  it('reports a session as stale if it has no record for 60 open days', async () => {
    const session = await world.session({ code: '000001', entry_date: '2025-06-03' });
    const old = await world.daily(session, { trade_date: '2025-09-01' });
    expect(rulesOf(old)).toEqual([['stale', '2025-12-19']]);
    expect(rulesOf(await world.weekly(session, { week_end_date: '2025-12-05' }))).toEqual([]);
  });

  it('reports the same to readers, for an open session only', async () => {
    const session = await world.session({ entry_close_price: 10 });
    const written = (await world.daily(session, { trade_date: '2025-12-18', cycle_events: ['FTI'] })).body.data;
    const autoClose = world.api.app.get(AutoCloseService);
    expect(await autoClose.probe(session)).toEqual(written.cycleAutoClose);
    await world.closeInTable(session);
    expect(await autoClose.probe(session)).toBeUndefined();
    expect(await autoClose.probe(999)).toBeUndefined();
  });

  it('takes the limits of a drawdown from the settings', async () => {
    const other = await RecordsWorld.start({ CYCLE_DRAWDOWN_20_PCT: '19' });
    try {
      await putSmallMarket(other.api.database, { from: '2025-06-02', to: '2025-12-19' }, [
        { code: '300750', board: 'chinext', closes: FALLEN.closes ?? {} },
      ]);
      const session = await other.session({ code: '300750', entry_close_price: 10 });
      const rules = rulesOf(await other.daily(session, { trade_date: '2025-12-18' })).map(([rule]) => rule);
      expect(rules).toContain('entry_drawdown');
    } finally {
      await other.api.stop();
    }
  });

  it('reports nothing for a session whose stock has no bars', async () => {
    const session = await world.session({ code: '688001', entry_close_price: 10, entry_date: '2024-01-02' });
    expect((await world.daily(session, { trade_date: '2024-01-03' })).body.data.cycleAutoClose).toBeUndefined();
  });
});

describe('automatic closing, applied', () => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start({ CYCLE_AUTO_CLOSE: 'apply' });
    await putSmallMarket(world.api.database, { from: '2025-06-02', to: '2025-12-19' }, [FALLEN]);
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  it('closes the session in the transaction of the record', async () => {
    const session = await world.session({ entry_close_price: 10 });
    await world.weekly(session, { week_end_date: '2025-12-05', primary_phase_hint: 'markdown' });
    const events = await world.daily(session, { trade_date: '2025-12-18' });
    expect(events.body.data.cycleAutoClose?.applied).toBe(false);
    const last = await world.weekly(session, { week_end_date: '2025-12-12', primary_phase_hint: 'markdown' });
    expect(last.body.data.weekly.weekEndDate).toBe('2025-12-12');
    expect(last.body.data.cycleAutoClose).toMatchObject({ shouldClose: true, applied: true });
    expect(await stateOf(world, session)).toMatchObject({ status: 'closed', endReason: 'auto: weekly_markdown' });
    expect((await world.daily(session, { trade_date: '2025-12-19' })).body.code).toBe('session_closed');
  });

  it('names every rule that closes it', async () => {
    const session = await world.session();
    await world.daily(session, { trade_date: '2025-12-18' });
    await world.weekly(session, { week_end_date: '2025-12-05', primary_phase_hint: 'markdown' });
    await world.api.database.query(`update daily_record set cycle_events = '{FTI}'`);
    await world.weekly(session, { week_end_date: '2025-12-12', primary_phase_hint: 'markdown' });
    expect((await stateOf(world, session)).endReason).toBe('auto: weekly_markdown, structure_failed');
  });

  it('does not close for a price alone', async () => {
    const session = await world.session({ entry_close_price: 10 });
    const reply = await world.daily(session, { trade_date: '2025-12-19' });
    expect(reply.body.data.cycleAutoClose).toMatchObject({ applied: false });
    expect((await stateOf(world, session)).status).toBe('open');
  });
});

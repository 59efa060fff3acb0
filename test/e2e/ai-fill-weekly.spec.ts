import { calendarDayOf } from '#lib/kernel';
import { datesOf, judged } from '../support/fakes/fake-panel';
import { FillWorld } from '../support/worlds/fill-world';
import { putSmallMarket } from '../support/database/small-market';

/** Last open days of the eight weeks up to the one of 2025-12-19, oldest first. */
const WEEKS = [
  '2025-10-31',
  '2025-11-07',
  '2025-11-14',
  '2025-11-21',
  '2025-11-28',
  '2025-12-05',
  '2025-12-12',
  '2025-12-19',
].map(calendarDayOf);
const NEWEST = '2025-12-19';

describe('POST /sessions/{id}/ai-fill-weekly', () => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start();
    await putSmallMarket(world.database, { from: '2024-06-03', to: '2025-12-19' }, [{ code: '000001' }]);
    await world.countDays();
  });
  afterAll(() => world.service.stop());
  beforeEach(() => world.empty());

  const session = (fields: Record<string, unknown> = {}) => world.session({ entry_date: '2025-06-02', ...fields });
  const write = async (id: number, json: Record<string, unknown>): Promise<{ id: number }> => {
    const reply = await world.call('POST', `/sessions/${id}/weekly`, { json });
    expect(reply.status).toBe(200);
    return (reply.body.data as { weekly: { id: number } }).weekly;
  };
  /** The models hint this phase for every week. */
  const hint = (primaryPhaseHint: 'accumulation' | 'markup' | 'markdown' | 'distribution' | null): void =>
    world.panel.behave((question) => ({
      judgements: datesOf(question).map((date) => judged(date, { primaryPhaseHint })),
    }));

  it('creates the last eight weeks, with the CSV that the models received', async () => {
    const id = await session();
    const { status, body } = await world.weekly(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ sessionId: id, generated: 8, overwritten: 0, skipped: 0, errors: [] });
    expect(body.data.records.map((record) => record.weekEndDate)).toEqual(WEEKS.toReversed());
    expect(body.data.records[0]).toMatchObject({ origin: 'ai', dataThrough: NEWEST, isLatest: true });
    const [question] = world.panel.asked;
    if (question?.kind !== 'weekly') throw new Error('not a weekly question');
    expect(question.weeks).toEqual(WEEKS);
    expect(body.data.promptCsvPayload).toEqual({ csvText: question.csvText, rows: question.rows });
    expect(question.rows.map((row) => row.period_type)).toEqual([...Array(4).fill('month'), ...Array(8).fill('week')]);
    expect((await world.detail(id)).weeklyRows).toEqual(body.data.records);
  });

  it('never goes before the week of the entry', async () => {
    const id = await session({ entry_date: '2025-12-03' });
    const { body } = await world.weekly(id, {});
    expect(body.data.records.map((record) => record.weekEndDate)).toEqual(WEEKS.slice(5).toReversed());
    // A Saturday lies behind the week's last open day.
    const weekend = await session({ entry_date: '2025-12-06', code: '000001', ended_at: '2025-12-19' });
    await world.database.query('update tracking_session set ended_at = now() where id = $1', [id]);
    await world.database.query('update tracking_session set ended_at = null where id = $1', [weekend]);
    expect((await world.weekly(weekend)).body.data.generated).toBe(2);
  });

  it('writes the running week with its week end date; its period ends with the last bar', async () => {
    world.clock.set('2025-12-18T09:00:00');
    const { body } = await world.weekly(await session());
    expect(body.data.records[0]).toMatchObject({ weekEndDate: NEWEST, dataThrough: '2025-12-17' });
    expect(body.data.promptCsvPayload.rows.at(-1)).toMatchObject({
      period_type: 'week',
      period_end: '2025-12-17',
      bars: 3,
      is_partial: true,
    });
  });

  it('updates only the newest week; earlier ones are never overwritten', async () => {
    const id = await session();
    const newest = await write(id, { week_end_date: NEWEST, evidence_note: 'mine' });
    await write(id, { week_end_date: WEEKS[3], evidence_note: 'mine too' });
    const { body } = await world.weekly(id);
    expect(body.data).toMatchObject({ generated: 6, overwritten: 1, skipped: 1 });
    const { weeklyRows } = await world.detail(id);
    expect(weeklyRows[0]).toMatchObject({
      id: newest.id,
      origin: 'ai',
      evidenceNote: 'the fake model says so',
      manualRemarkHistory: [{ note: 'mine' }],
    });
    expect(weeklyRows.find((row) => row.weekEndDate === WEEKS[3])).toMatchObject({
      origin: 'manual',
      evidenceNote: 'mine too',
    });
  });

  it('with dry_run reports what it would write, and what that would do to the session', async () => {
    const session = await world.session({ next_review_at: '2026-01-05' });
    const { body } = await world.weekly(session, { dry_run: true });
    const { changes = [], ...told } = body.data;
    expect(told).toMatchObject({ dryRun: true, records: [], reviewDateCleared: { nextReviewAt: '2026-01-05' } });
    expect(changes).toHaveLength(told.generated);
    expect(changes.at(-1)).toMatchObject({ date: '2025-12-19', action: 'create' });
    expect(await world.detail(session)).toMatchObject({ weeklyRows: [], session: { nextReviewAt: '2026-01-05' } });
    // The phase sync names the record, which a dry run takes back.
    const { dryRun: _dryRun, records: _none, sessionPhaseSync: _sync, ...rest } = told;
    expect((await world.weekly(session)).body.data).toMatchObject(rest);
  });

  it('with only_missing leaves every existing week alone, including the newest', async () => {
    const id = await session();
    await write(id, { week_end_date: NEWEST, evidence_note: 'mine' });
    const first = await world.weekly(id, { only_missing: true });
    expect(first.body.data).toMatchObject({ generated: 7, overwritten: 0, skipped: 1 });
    const again = await world.weekly(id, { only_missing: true });
    expect(again.body.data).toMatchObject({ generated: 0, overwritten: 0, skipped: 8, records: [], aiRunIds: [] });
    expect(again.body.data.skippedReasons).toHaveLength(8);
    expect(new Set(again.body.data.skippedReasons.map(({ reason }) => reason))).toEqual(new Set(['exists']));
    expect(again.body.data.promptCsvPayload.rows).toHaveLength(12);
    expect(world.panel.asked).toHaveLength(1);
    expect((await world.detail(id)).weeklyRows[0]).toMatchObject({ origin: 'manual', evidenceNote: 'mine' });
  });

  it('with only_missing keeps what a person writes meanwhile, also in the newest week', async () => {
    const id = await session();
    world.panel.behave(async () => {
      await write(id, { week_end_date: NEWEST, evidence_note: 'quicker' });
      return {};
    });
    expect((await world.weekly(id, { only_missing: true })).body.data).toMatchObject({ generated: 7, skipped: 1 });
    expect((await world.detail(id)).weeklyRows[0]).toMatchObject({ origin: 'manual', evidenceNote: 'quicker' });
  });

  it('keeps what the models report of the direction', async () => {
    const id = await session();
    await world.weekly(id);
    expect((await world.detail(id)).session).toMatchObject({
      aiConsensus: '震荡',
      aiConsensusAt: '2025-12-19T12:00:00.000Z',
    });
    world.panel.behave(() => ({ consensus: null }));
    await world.weekly(id);
    expect((await world.detail(id)).session).toMatchObject({ aiConsensus: null, aiConsensusAt: null });
  });

  it.each([
    ['accumulation', null],
    ['markup', null],
    ['distribution', '2026-01-15'],
    [null, '2026-01-15'],
  ] as const)('with a newest week in %s leaves the review date %s', async (phase, expected) => {
    const id = await session({ next_review_at: '2026-01-15', next_review_set_at: '2025-12-01T00:00:00Z' });
    hint(phase);
    const { reviewDateCleared } = (await world.weekly(id)).body.data;
    expect(reviewDateCleared).toEqual(expected === null ? { nextReviewAt: '2026-01-15', phase } : null);
    const { nextReviewAt, nextReviewSetAt } = (await world.detail(id)).session;
    expect(nextReviewAt).toBe(expected);
    expect(nextReviewSetAt === null).toBe(expected === null);
  });

  it('sets the session’s phase to that of the newest week', async () => {
    const id = await session({ current_primary_phase: 'transition' });
    hint('markup');
    const { sessionPhaseSync, records } = (await world.weekly(id)).body.data;
    expect(sessionPhaseSync).toEqual({ changed: true, from: 'transition', to: 'markup', weeklyId: records[0]?.id });
    expect((await world.detail(id)).session.currentPrimaryPhase).toBe('markup');
    expect((await world.weekly(id)).body.data.sessionPhaseSync).toBeNull();
  });

  it('does not overwrite a phase that a person set later than the week’s data', async () => {
    const id = await session();
    world.clock.set('2025-12-20T10:00:00');
    await world.call('PATCH', `/sessions/${id}`, { json: { current_primary_phase: 'distribution' } });
    hint('markup');
    const { sessionPhaseSync, records } = (await world.weekly(id)).body.data;
    expect(sessionPhaseSync).toEqual({
      changed: false,
      blocked: 'manual_phase',
      from: 'distribution',
      to: 'markup',
      weeklyId: records[0]?.id,
    });
    expect((await world.detail(id)).session.currentPrimaryPhase).toBe('distribution');
  });

  it('reports that the session has run its course', async () => {
    const id = await session();
    hint('markdown');
    expect((await world.weekly(id)).body.data.cycleAutoClose).toMatchObject({
      applied: false,
      rules: [{ rule: 'weekly_markdown', tradeDate: NEWEST }],
    });
  });

  it.each([
    [{ only_missing: 'true' }, 'only_missing'],
    [{ only_missing: 1 }, 'only_missing'],
    [{ onlyMissing: true }, 'onlyMissing'],
    [{ week_end_date: NEWEST }, 'week_end_date'],
  ])('rejects %j', async (json, field) => {
    const reply = await world.weekly(await session(), json);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ field }] } });
    expect(world.panel.asked).toEqual([]);
  });

  it('rejects a closed session', async () => {
    const id = await session({ ended_at: '2025-12-19T00:00:00Z' });
    expect(await world.weekly(id)).toMatchObject({ status: 409, body: { code: 'session_closed' } });
  });
});

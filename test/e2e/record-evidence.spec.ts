import type { RecordEvidence } from '#lib/tracking';
import { datesOf, judged } from '../support/fakes/fake-panel';
import { FillWorld } from '../support/worlds/fill-world';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import type { Reply } from '../support/worlds/test-api';

const WINDOW = openDaysBefore('2025-12-20', 10);
const LAST = WINDOW.at(-1) ?? '';

interface Row {
  id: number;
  version: number;
  origin: string;
  evidence: RecordEvidence | null;
}

const KINDS = [
  { kind: 'daily', field: 'trade_date' },
  { kind: 'weekly', field: 'week_end_date' },
] as const;

describe.each(KINDS)('evidence of $kind records', ({ kind, field }) => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start();
    await putSmallMarket(world.database, { from: '2024-06-03', to: '2025-12-19' }, [{ code: '000001' }]);
    await world.countDays();
  });
  afterAll(() => world.service.stop());
  beforeEach(async () => {
    await world.empty();
    world.panel.behave((question) => ({
      judgements: datesOf(question).map((date) => judged(date, { cycleEvents: ['SPRING', 'TEST'] })),
    }));
  });

  const fill = (session: number) => world[kind](session);
  const rows = async (session: number): Promise<Row[]> => {
    const detail = await world.detail(session);
    return kind === 'daily' ? detail.dailyRows : detail.weeklyRows;
  };
  const patch = async (id: number, json: unknown): Promise<Row> =>
    rowOf(await world.call('PATCH', `/${kind}/${id}`, { json }));
  const revert = async (id: number, version: number): Promise<Row> =>
    rowOf(await world.call('POST', `/${kind}/${id}/revert`, { json: { version } }));
  const rowOf = ({ status, body }: Reply): Row => {
    expect([status, body.error]).toEqual([200, undefined]);
    const row = (body.data as Record<string, Row>)[kind];
    if (row === undefined) throw new Error(`the reply has no ${kind} record`);
    return row;
  };
  const filled = async (): Promise<Row> => {
    const session = await world.session();
    await fill(session);
    const [newest] = await rows(session);
    if (newest === undefined) throw new Error('nothing was filled');
    return newest;
  };

  it("is returned next to any model's judgement, in the fill’s response and in the session", async () => {
    const session = await world.session();
    const { body } = await fill(session);
    const stored = await rows(session);
    expect(stored).toEqual(body.data.records);
    expect(stored.length).toBeGreaterThan(5);
    for (const { evidence } of stored) {
      expect(evidence?.asOf).toBe(LAST);
      expect(evidence?.version).toMatch(/^rules-v\d+$/);
      expect(evidence?.events.map(({ event }) => event)).toEqual(['SPRING', 'TEST']);
      expect(evidence?.phase.since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
    const [newest] = stored;
    expect(newest?.evidence?.events[0]).toMatchObject({ recognisedOn: LAST, price: expect.any(Number) as number });
  });

  it('is null if a person wrote the record, and comes with the fill that overwrites it', async () => {
    const session = await world.session();
    const reply = await world.call('POST', `/sessions/${session}/${kind}`, { json: { [field]: LAST } });
    const mine = rowOf(reply);
    expect(mine.evidence).toBeNull();
    await fill(session);
    const [overwritten] = await rows(session);
    expect(overwritten).toMatchObject({ id: mine.id, evidence: { asOf: LAST } });
    expect(await revert(mine.id, 1)).toMatchObject({ origin: 'manual', evidence: null });
  });

  it('stays if a person changes something else, and goes with other events or another phase', async () => {
    const { id, evidence } = await filled();
    expect(evidence).not.toBeNull();
    const noted = await patch(id, { evidence_note: 'mine', cycle_events: ['TEST', 'SPRING'], supply_demand: null });
    expect(noted.evidence).toEqual(evidence);
    expect((await patch(id, { primary_phase_hint: 'markup' })).evidence).toBeNull();
    expect((await revert(id, noted.version)).evidence).toEqual(evidence);
    expect((await patch(id, { cycle_events: ['SPRING'] })).evidence).toBeNull();
  });

  it('is restored with the version that had it, and with a restored record', async () => {
    const { id, evidence, version } = await filled();
    await patch(id, { cycle_events: null });
    expect(await revert(id, version)).toMatchObject({ origin: 'ai', evidence });
    expect((await world.call('DELETE', `/${kind}/${id}`)).status).toBe(200);
    expect(rowOf(await world.call('POST', `/${kind}/${id}/restore`))).toMatchObject({ id, evidence });
  });

  it('is computed by a dry run and not listed among its differences', async () => {
    const session = await world.session();
    const json = { dry_run: true };
    const { body } = kind === 'daily' ? await world.daily(session, { json }) : await world.weekly(session, json);
    const fields = (body.data.changes ?? []).flatMap((change) => change.fields.map((difference) => difference.field));
    expect(fields).toContain('cycleEvents');
    expect(fields).not.toContain('evidence');
  });
});

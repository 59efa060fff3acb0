import { createPlainUser } from '../support/worlds/plain-user';
import { RecordsWorld } from '../support/worlds/records-world';

const RECORD_KEYS = [
  ...['id', 'sessionId', 'supplyDemand', 'alignFlag', 'primaryPhaseHint', 'cycleSubTags', 'cycleEvents'],
  ...['evidenceNote', 'manualRemarkHistory', 'origin', 'aiRunId', 'dataThrough', 'evidence', 'isLatest', 'version'],
  ...['createdAt', 'updatedAt'],
];

const KINDS = [
  { kind: 'daily', field: 'trade_date', day: '2025-12-19', earlier: '2025-12-12', duplicate: 'duplicate_trade_day' },
  { kind: 'weekly', field: 'week_end_date', day: '2025-12-19', earlier: '2025-12-12', duplicate: 'duplicate_week' },
] as const;

describe.each(KINDS)('$kind records over HTTP', ({ kind, field, day, earlier, duplicate }) => {
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

  const create = (body: Record<string, unknown> = {}, on = session) =>
    world.call('POST', `/sessions/${on}/${kind}`, { json: { [field]: day, ...body } });
  const created = async (body: Record<string, unknown> = {}) => {
    const reply = await create(body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data[kind];
  };
  const patch = (id: number, json: unknown) => world.call('PATCH', `/${kind}/${id}`, { json });
  const remove = (id: number) => world.call('DELETE', `/${kind}/${id}`);
  const stored = async () => {
    const { body } = await world.call('GET', `/sessions/${session}`);
    return (body.data as unknown as Record<string, Record<string, unknown>[]>)[`${kind}Rows`] ?? [];
  };

  it('accept every field and return the whole record', async () => {
    const judgement = {
      supply_demand: 'demand_dominant',
      align_flag: 'neutral',
      primary_phase_hint: 'transition',
      cycle_sub_tags: ['phase_c', 'ground_volume'],
      cycle_events: ['SPRING', 'TEST'],
      evidence_note: '  缩量回踩\n\t低点抬高 ',
    };
    const record = await created(judgement);
    expect(Object.keys(record).sort()).toEqual([...RECORD_KEYS, kind === 'daily' ? 'tradeDate' : 'weekEndDate'].sort());
    expect(record).toMatchObject({
      sessionId: session,
      [kind === 'daily' ? 'tradeDate' : 'weekEndDate']: day,
      supplyDemand: 'demand_dominant',
      alignFlag: 'neutral',
      primaryPhaseHint: 'transition',
      cycleSubTags: ['phase_c', 'ground_volume'],
      cycleEvents: ['SPRING', 'TEST'],
      evidenceNote: '缩量回踩\n\t低点抬高',
      manualRemarkHistory: [{ at: '2025-12-19T10:00:00.000Z', userId: 1, note: '缩量回踩\n\t低点抬高' }],
      origin: 'manual',
      aiRunId: null,
      dataThrough: null,
      evidence: null,
      isLatest: true,
    });
    expect(await stored()).toEqual([record]);
  });

  it('accept a date alone, and leave all other fields empty', async () => {
    const reply = await create();
    expect(Object.keys(reply.body.data)).toEqual([kind]);
    expect(reply.body.data[kind]).toMatchObject({
      supplyDemand: null,
      alignFlag: null,
      primaryPhaseHint: null,
      cycleSubTags: [],
      cycleEvents: [],
      evidenceNote: null,
      manualRemarkHistory: [],
    });
  });

  it.each([
    ['supply_demand', 'bullish'],
    ['supply_demand', ''],
    ['align_flag', true],
    ['primary_phase_hint', 'nocategory'],
    ['cycle_events', ['SC', 'AR', 'ST']],
    ['cycle_events', ['SC', 'SC']],
    ['cycle_events', ['JOC']],
    ['cycle_events', ['sc']],
    ['cycle_events', 'SC'],
    ['cycle_events', [null]],
    ['cycle_sub_tags', ['no_such_tag']],
    ['cycle_sub_tags', ['phase_a', 'phase_a']],
    [
      'cycle_sub_tags',
      ['phase_a', 'phase_b', 'phase_c', 'phase_d', 'phase_e', 'breakout', 'breakdown', 'pullback', 'shakeout'],
    ],
    ['cycle_sub_tags', { 0: 'phase_a' }],
    ['evidence_note', '字'.repeat(20_001)],
    ['evidence_note', 'a\u0000b'],
    ['evidence_note', 'a\u0007b'],
    ['evidence_note', 7],
  ])('reject an invalid %s by name, on create and on edit (%#)', async (name, value) => {
    const { id } = await created();
    const replies = [await create({ [name]: value }), await patch(id, { [name]: value })];
    for (const reply of replies) {
      expect(reply.status).toBe(400);
      expect(reply.body.fields?.map((problem) => problem.field)).toEqual([name]);
    }
  });

  it('accept notes of 20,000 characters and eight tags', async () => {
    const tags = ['phase_a', 'phase_b', 'phase_c', 'phase_d', 'phase_e', 'breakout', 'breakdown', 'pullback'];
    const record = await created({ evidence_note: '𠮷'.repeat(20_000), cycle_sub_tags: tags });
    expect([...(record.evidenceNote ?? '')].length).toBe(20_000);
    expect(record.cycleSubTags).toEqual(tags);
  });

  it('change what is sent and keep the rest; null clears, a list to an empty one', async () => {
    const { id } = await created({ supply_demand: 'balanced', cycle_events: ['ST'], cycle_sub_tags: ['phase_b'] });
    const first = (await patch(id, { supply_demand: 'supply_dominant', cycle_events: null })).body.data[kind];
    expect(first).toMatchObject({ supplyDemand: 'supply_dominant', cycleEvents: [], cycleSubTags: ['phase_b'] });
    const second = (await patch(id, { supply_demand: null, cycle_sub_tags: null })).body.data[kind];
    expect(second).toMatchObject({ supplyDemand: null, cycleSubTags: [], isLatest: true });
    expect(second.updatedAt > second.createdAt).toBe(true);
  });

  it('never change their date, and reject an empty edit', async () => {
    const { id } = await created();
    for (const name of ['trade_date', 'week_end_date', 'tradeDate']) {
      const reply = await patch(id, { [name]: earlier, supply_demand: 'balanced' });
      expect([reply.status, reply.body.fields?.[0]?.field]).toEqual([400, name]);
    }
    for (const body of [{}, []]) expect((await patch(id, body)).status).toBe(400);
    expect(await stored()).toMatchObject([{ id, supplyDemand: null }]);
  });

  it('keep each note of a person in the history, once', async () => {
    const { id } = await created({ evidence_note: 'first' });
    world.clock.set('2025-12-19T18:30:00');
    await patch(id, { supply_demand: 'balanced' });
    await patch(id, { evidence_note: 'first' });
    await patch(id, { evidence_note: 'second' });
    const { manualRemarkHistory } = (await patch(id, { evidence_note: null })).body.data[kind];
    expect(manualRemarkHistory).toEqual([
      { at: '2025-12-19T10:00:00.000Z', userId: 1, note: 'first' },
      { at: '2025-12-19T10:30:00.000Z', userId: 1, note: 'second' },
      { at: '2025-12-19T10:30:00.000Z', userId: 1, note: null },
    ]);
    // The text is an AI's now; whoever sends it makes it his own.
    await world.api.database.query(
      `update ${kind}_record set evidence_note = 'by a model', origin = 'ai' where id = $1`,
      [id],
    );
    const own = (await patch(id, { evidence_note: 'by a model' })).body.data[kind];
    expect(own.manualRemarkHistory.at(-1)).toMatchObject({ note: 'by a model' });
    expect(own.origin).toBe('ai');
  });

  it('name the user who wrote', async () => {
    const { id, token } = await createPlainUser(world.api, `writer-${kind}`);
    const json = { [field]: day, evidence_note: 'mine' };
    const reply = await world.call('POST', `/sessions/${session}/${kind}`, { json, bearer: token });
    expect(reply.body.data[kind].manualRemarkHistory).toMatchObject([{ userId: id, note: 'mine' }]);
  });

  it('respond 409 to a second record of the day or week, and accept it after a delete', async () => {
    const { id } = await created();
    const again = await create({ supply_demand: 'balanced' });
    expect([again.status, again.body.code]).toEqual([409, duplicate]);
    expect((await remove(id)).body.data).toEqual({ id, deleted: true });
    expect((await remove(id)).status).toBe(404);
    expect((await patch(id, { supply_demand: 'balanced' })).status).toBe(404);
    const second = await created();
    expect(second.id).not.toBe(id);
    expect(await stored()).toHaveLength(1);
  });

  it('mark the newest date, whatever the order of writes', async () => {
    const newest = await created();
    const old = (await create({ [field]: earlier })).body.data[kind];
    expect([newest.isLatest, old.isLatest]).toEqual([true, false]);
    expect((await stored()).map((row) => [row['id'], row['isLatest']])).toEqual([
      [newest.id, true],
      [old.id, false],
    ]);
    await remove(newest.id);
    expect(await world.latest(kind, session)).toEqual([earlier]);
    await remove(old.id);
    expect(await world.latest(kind, session)).toEqual([]);
  });

  it('respond 404 for sessions and records that are unknown or deleted', async () => {
    const { id } = await created();
    expect((await create({}, 999)).body).toMatchObject({ success: false, code: 'not_found' });
    expect((await patch(999, { supply_demand: null })).status).toBe(404);
    expect((await remove(0)).status).toBe(404);
    expect((await remove(Number.MAX_SAFE_INTEGER)).status).toBe(404);
    await world.call('DELETE', `/sessions/${session}`);
    expect((await create()).status).toBe(404);
    expect((await patch(id, { supply_demand: null })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await world.call('DELETE', `/${kind}/x`)).status).toBe(400);
  });

  it('are frozen in a closed session, until it is reopened', async () => {
    const { id } = await created();
    await world.call('PATCH', `/sessions/${session}`, { json: { close: true } });
    for (const reply of [
      await create({ [field]: earlier }),
      await create(),
      await patch(id, { supply_demand: 'balanced' }),
      await remove(id),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'session_closed']);
    }
    expect(await stored()).toMatchObject([{ id, supplyDemand: null }]);
    await world.call('PATCH', `/sessions/${session}`, { json: { reopen: true } });
    expect((await remove(id)).status).toBe(200);
  });

  describe('have versions that', () => {
    const tagged = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
    const patchIf = (id: number, version: number, json: unknown) =>
      world.call('PATCH', `/${kind}/${id}`, { json, ...tagged(version) });
    const revert = (id: number, version: number, headers: Record<string, string> = {}) =>
      world.call('POST', `/${kind}/${id}/revert`, { json: { version }, headers });
    const restore = (id: number) => world.call('POST', `/${kind}/${id}/restore`);
    /** As a fill leaves a record: its words, its run and the version that it had before. */
    const judgedByModel = async (id: number) => {
      const [run] = await world.api.database.query<{ id: number }>(
        `insert into ai_run (job_id, session_id, kind, model, question_hash, data_through, replay)
         values (1, $1, $2, 'rules', repeat('0', 64), '2025-12-18', false) returning id`,
        [session, kind],
      );
      await world.api.database.query(
        `update ${kind}_record set origin = 'ai', ai_run_id = $2, data_through = '2025-12-18' where id = $1`,
        [id, run?.id],
      );
      return { origin: 'ai', aiRunId: run?.id, dataThrough: '2025-12-18' };
    };

    it('count up with each change, and are in the ETag', async () => {
      const reply = await create();
      const { id, version } = reply.body.data[kind];
      expect([version, reply.headers.get('etag')]).toEqual([1, '"1"']);
      const edited = await patch(id, { supply_demand: 'balanced' });
      expect([edited.body.data[kind].version, edited.headers.get('etag')]).toEqual([2, '"2"']);
      expect(await stored()).toMatchObject([{ id, version: 2 }]);
    });

    it('let the first of two people change a record; the second gets an error and changes nothing', async () => {
      const { id, version } = await created({ evidence_note: 'both read this' });
      expect((await patchIf(id, version, { evidence_note: 'first' })).status).toBe(200);
      const late = await patchIf(id, version, { evidence_note: 'second' });
      expect([late.status, late.body.code, 'details' in late.body && late.body.details]).toEqual([
        ...[412, 'version_changed', { version: 2 }],
      ]);
      const deleted = await world.call('DELETE', `/${kind}/${id}`, tagged(version));
      expect([deleted.status, deleted.body.code]).toEqual([412, 'version_changed']);
      expect(await stored()).toMatchObject([{ evidenceNote: 'first' }]);
      expect((await patchIf(id, 2, { evidence_note: 'second' })).status).toBe(200);
      // Without the header the last write wins, as the contract has it.
      expect((await patch(id, { evidence_note: 'third' })).status).toBe(200);
      expect((await world.call('DELETE', `/${kind}/${id}`, tagged(4))).status).toBe(200);
    });

    it('let one of many simultaneous writers of one version succeed', async () => {
      const { id, version } = await created();
      const replies = await Promise.all(
        [1, 2, 3, 4, 5].map((writer) => patchIf(id, version, { evidence_note: `of ${writer}` })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    });

    it('can be reverted with their author, and a revert can be reverted', async () => {
      const before = await created({ evidence_note: 'by a model', cycle_events: ['SPRING'] });
      const origin = await judgedByModel(before.id);
      await patch(before.id, { evidence_note: 'mine', cycle_events: [] });
      const back = await revert(before.id, 1);
      expect([back.status, back.headers.get('etag')]).toEqual([200, '"3"']);
      expect(back.body.data[kind]).toMatchObject({ evidenceNote: 'by a model', cycleEvents: ['SPRING'], ...origin });
      expect(back.body.data[kind].manualRemarkHistory.map(({ note }) => note)).toEqual(['by a model', 'mine']);
      expect((await revert(before.id, 2)).body.data[kind]).toMatchObject({ evidenceNote: 'mine', cycleEvents: [] });
    });

    it('stay unchanged by a revert to a version that is not kept, or of a changed record', async () => {
      const { id } = await created();
      await patch(id, { evidence_note: 'a' });
      const gone = await revert(id, 7);
      expect([gone.status, gone.body.code]).toEqual([409, 'version_gone']);
      const late = await revert(id, 1, { 'if-match': '"1"' });
      expect([late.status, late.body.code]).toEqual([412, 'version_changed']);
      expect((await revert(id, 0)).status).toBe(400);
      expect(await stored()).toMatchObject([{ evidenceNote: 'a', version: 2 }]);
    });

    it('are limited to the last twenty', async () => {
      const { id } = await created({ evidence_note: 'note 1' });
      for (let number = 2; number <= 24; number += 1) await patch(id, { evidence_note: `note ${number}` });
      expect((await revert(id, 3)).body.code).toBe('version_gone');
      expect((await revert(id, 4)).body.data[kind].evidenceNote).toBe('note 4');
    });

    it('come back with the origin of a restored record', async () => {
      const { id } = await created({ evidence_note: 'by a model' });
      const origin = await judgedByModel(id);
      const [before] = await stored();
      const early = await restore(id);
      expect([early.status, early.body.code]).toEqual([400, 'not_deleted']);
      await remove(id);
      const { body } = await restore(id);
      expect(body.data[kind]).toMatchObject({ ...before, ...origin, version: 3, updatedAt: expect.any(String) });
      expect(await world.latest(kind, session)).toEqual([day]);
    });

    it('reject a restore if the date has a record again, the session is closed, or nothing was there', async () => {
      const { id } = await created();
      await remove(id);
      const other = await created();
      const twice = await restore(id);
      expect([twice.status, twice.body.code]).toEqual([409, duplicate]);
      await remove(other.id);
      await world.closeInTable(session);
      expect((await restore(id)).body.code).toBe('session_closed');
      expect((await restore(999)).status).toBe(404);
    });
  });

  it('report invalid input before a missing session, and that before a closed one', async () => {
    await world.closeInTable(session);
    expect((await create({ supply_demand: 'x' }, 999)).status).toBe(400);
    expect((await create({ [field]: '2025-12-20' }, 999)).status).toBe(400);
    expect((await create({}, 999)).status).toBe(404);
    expect((await create({ [field]: '2025-10-31' })).status).toBe(400);
    expect((await create()).status).toBe(409);
  });
});

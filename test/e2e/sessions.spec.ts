import { Clock } from '#lib/kernel';
import type { SessionView } from '#lib/tracking';
import { emptyTables } from '../support/database/empty-tables';
import { createPlainUser } from '../support/worlds/plain-user';
import { putSmallMarket } from '../support/database/small-market';
import { type CallOptions, type Reply, TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
const NOW = '2026-03-10T04:00:00.000Z';

/** A clock that tests set. */
class SetClock extends Clock {
  instant = new Date(NOW);

  override now(): Date {
    return this.instant;
  }
}

const KEYS = [
  ...[
    'id',
    'code',
    'formerCode',
    'stockName',
    'stockNameAtCreation',
    'entryDate',
    'currentPrimaryPhase',
    'source',
    'entryClosePrice',
    'status',
    'priority',
  ],
  ...[
    'nextReviewAt',
    'nextReviewSetAt',
    'summaryNote',
    'fundamentalScore',
    'fundamentalAvailable',
    'fundamentalJudged',
    'fundamentalNote',
    'fundamentalScoredAt',
  ],
  ...['aiConsensus', 'aiConsensusAt', 'endedAt', 'endReason', 'lowestVolumeTradeDate', 'latestClose'],
  ...[
    'latestTradeDate',
    'latestCloseSource',
    'latestCloseProvisional',
    'closeVsEntryPct',
    'closeVsEntryBasis',
    'closeVsEntryAdjustment',
    'closeVsEntryKnownFrom',
  ],
  ...[
    'circulatingMarketCapYi',
    'circulatingMarketCapDate',
    'changePct',
    'turnoverPct',
    'volumeRatio',
    'invalidationPrice',
    'invalidationSide',
    'invalidationAsOf',
    'invalidationDistancePct',
    'circulatingMarketCapSource',
    'circulatingMarketCapEstimated',
    'changePctReason',
    'turnoverPctReason',
    'volumeRatioReason',
    'industry',
    'lowestVolume',
    'lowestVolumeWindow',
    'volumeBasis',
  ],
  ...['cyqSpreadRatio', 'cyq'],
  ...['latestDaily', 'latestWeekly', 'createdAt', 'updatedAt'],
];

describe('sessions over HTTP', () => {
  const clock = new SetClock();
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start({ clock, environment: { RATE_LIMIT: 'off' } });
    token = await api.login();
    await putSmallMarket(api.database, { from: '2026-03-02', to: '2026-03-06' }, [
      { code: '000001', name: '平安样本' },
    ]);
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    clock.instant = new Date(NOW);
    await emptyTables(api.database, ['tracking_session', 'watchlist_item', 'position'], { restartIds: true });
  });

  const call = (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    api.call(method, `${SESSIONS}${path}`, { bearer: token, ...options });
  const sessionOf = (reply: Reply): SessionView => (reply.body.data as { session: SessionView }).session;
  const create = async (body: Record<string, unknown> = {}): Promise<SessionView> => {
    const reply = await call('POST', '', { json: { code: '600519', entry_date: '2026-03-03', ...body } });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return sessionOf(reply);
  };
  const patch = (id: number, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    call('PATCH', `/${id}`, { json: body, headers });
  const get = (id: number): Promise<Reply> => api.call('GET', `${SESSIONS}/${id}`);
  const countOf = async (table: string): Promise<number> =>
    (await api.database.query<{ count: number }>(`select count(*) as count from ${table}`))[0]?.count ?? 0;

  describe('can be created: a request', () => {
    it('returns the whole session, with every key, as the detail does', async () => {
      const session = await create({ stock_name: ' 贵州茅台 ', source: '手工新建', entry_close_price: 1500.5 });
      expect(Object.keys(session)).toEqual(KEYS);
      expect(session).toMatchObject({
        id: 1,
        code: '600519',
        stockName: '贵州茅台',
        entryDate: '2026-03-03',
        currentPrimaryPhase: 'transition',
        source: '手工新建',
        entryClosePrice: 1500.5,
        status: 'open',
        priority: 50,
        latestClose: null,
        cyq: null,
        latestDaily: null,
      });
      const detail = (await get(1)).body.data as { session: SessionView; dailyRows: unknown; weeklyRows: unknown };
      expect(detail.session).toEqual(session);
      expect(detail).toMatchObject({ dailyRows: [], weeklyRows: [] });
      const list = (await api.call('GET', SESSIONS)).body.data as { sessions: SessionView[] };
      expect(list.sessions).toEqual([{ ...session, holding: null }]);
    });

    it('takes the name from market data if known, and leaves the entry close empty', async () => {
      const session = await create({ code: '000001', stock_name: '别的名字' });
      expect(session).toMatchObject({
        stockName: '平安样本',
        entryClosePrice: null,
        closeVsEntryPct: null,
        latestClose: 10,
        latestTradeDate: '2026-03-06',
        circulatingMarketCapYi: 200,
        circulatingMarketCapDate: '2026-03-06',
        lowestVolumeTradeDate: '2026-03-06',
        lowestVolume: 1000,
        lowestVolumeWindow: { from: expect.stringMatching(/^2024-09/) as string, to: '2026-03-06' },
        volumeBasis: 'raw',
      });
    });

    it.each([
      [undefined, 'transition'],
      [null, 'transition'],
      ['', 'transition'],
      ['  ', 'transition'],
      ['markup', 'markup'],
      ['unclassified', 'unclassified'],
    ])('with phase %j sets %s', async (phase, expected) => {
      expect((await create({ current_primary_phase: phase })).currentPrimaryPhase).toBe(expected);
      const [row] = await api.database.query<{ origin: string; is_set: boolean }>(
        `select primary_phase_origin as origin, primary_phase_set_at is not null as is_set from tracking_session`,
      );
      const named = phase === 'markup' || phase === 'unclassified';
      expect(row).toEqual({ origin: named ? 'manual' : 'default', is_set: named });
    });

    it.each([
      [12.34, 12.34],
      ['12.50', 12.5],
      [' 7 ', 7],
      [1e8, 1e8],
      [0.001, 0.001],
      ['', null],
      [null, null],
    ])('with entry close %j stores %j', async (price, expected) => {
      expect((await create({ entry_close_price: price })).entryClosePrice).toBe(expected);
    });

    it.each([
      [' 600519 ', '600519'],
      ['６００５１９', '600519'],
    ])('folds the code %j', async (code, expected) => {
      expect((await create({ code })).code).toBe(expected);
    });

    it.each<[Record<string, unknown>, string]>([
      [{ code: '60051' }, 'code'],
      [{ code: '6005190' }, 'code'],
      [{ code: '600519.SH' }, 'code'],
      [{ code: '600519\n1' }, 'code'],
      [{ code: '٦٠٠٥١٩' }, 'code'],
      [{ code: 600519 }, 'code'],
      [{ code: null }, 'code'],
      [{ code: undefined }, 'code'],
      [{ code: ['600519'] }, 'code'],
      [{ entry_date: undefined }, 'entry_date'],
      [{ entry_date: null }, 'entry_date'],
      [{ entry_date: '2026-02-29' }, 'entry_date'],
      [{ entry_date: '2026-3-3' }, 'entry_date'],
      [{ entry_date: '20260303' }, 'entry_date'],
      [{ entry_date: '2026-03-03T00:00:00Z' }, 'entry_date'],
      [{ entry_date: '1990-12-18' }, 'entry_date'],
      [{ current_primary_phase: 'Markup' }, 'current_primary_phase'],
      [{ current_primary_phase: 'nocategory' }, 'current_primary_phase'],
      [{ source: '地'.repeat(33) }, 'source'],
      [{ source: 'a\u0000b' }, 'source'],
      [{ source: '\ud800' }, 'source'],
      [{ stock_name: '名'.repeat(101) }, 'stock_name'],
      [{ entry_close_price: 0 }, 'entry_close_price'],
      [{ entry_close_price: -1 }, 'entry_close_price'],
      [{ entry_close_price: 100000000.01 }, 'entry_close_price'],
      [{ entry_close_price: 'NaN' }, 'entry_close_price'],
      [{ entry_close_price: 'Infinity' }, 'entry_close_price'],
      [{ entry_close_price: '0x1F' }, 'entry_close_price'],
      [{ entry_close_price: '12,50' }, 'entry_close_price'],
      [{ entry_close_price: true }, 'entry_close_price'],
      [{ entryDate: '2026-03-03' }, 'entryDate'],
      [{ priority: 99 }, 'priority'],
      [{ id: 7 }, 'id'],
      [{ status: 'closed' }, 'status'],
    ])('rejects %j, naming the field, whether or not the code is open already', async (body, field) => {
      for (let round = 0; round < 2; round += 1) {
        const reply = await call('POST', '', { json: { code: '600519', entry_date: '2026-03-03', ...body } });
        expect(reply.status).toBe(400);
        expect(reply.body.fields?.map((problem) => problem.field)).toContain(field);
        if (field === 'code') expect(reply.body.error).toContain('6 digits');
        if (round === 0) await create();
      }
      expect(await countOf('tracking_session')).toBe(1);
    });

    it('counts a source in code points', async () => {
      expect((await create({ source: '😀'.repeat(32) })).source).toBe('😀'.repeat(32));
    });

    it('responds 409 with the id of the open session, and opens again once that one is closed or deleted', async () => {
      const first = await create();
      const refused = await call('POST', '', { json: { code: '600519', entry_date: '2026-03-04' } });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'open_session_exists', details: { sessionId: first.id } });
      await patch(first.id, { close: true });
      const second = await create();
      await call('DELETE', `/${second.id}`);
      await create();
    });

    it('opens exactly one session for fifty callers at once', async () => {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => call('POST', '', { json: { code: '600519', entry_date: '2026-03-03' } })),
      );
      const counts = new Map<number, number>();
      for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
      expect(Object.fromEntries(counts)).toEqual({ 200: 1, 409: 49 });
      const [won] = replies.filter((reply) => reply.status === 200).map(sessionOf);
      for (const reply of replies.filter((one) => one.status === 409)) {
        expect(reply.body).toMatchObject({ details: { sessionId: won?.id } });
      }
      expect(await countOf('tracking_session')).toBe(1);
    });

    it('keeps one row of market metrics for every session', async () => {
      await create();
      await create({ code: '000001' });
      expect(await countOf('session_market')).toBe(2);
    });
  });

  describe('can be updated: a request', () => {
    it('changes all fields at once and returns the session with a new ETag', async () => {
      const session = await create();
      const before = (await get(session.id)).headers.get('etag');
      const reply = await patch(session.id, {
        stock_name: '茅台',
        current_primary_phase: 'markup',
        source: '涨幅榜',
        entry_close_price: '1500',
        summary_note: 'a\nb',
        fundamental_score: 20,
        fundamental_note: 'good',
        next_review_at: '2026-04-01',
        priority_delta: 1,
      });
      expect(reply.status).toBe(200);
      expect(sessionOf(reply)).toMatchObject({
        stockName: '茅台',
        currentPrimaryPhase: 'markup',
        source: '涨幅榜',
        entryClosePrice: 1500,
        summaryNote: 'a\nb',
        fundamentalScore: 20,
        fundamentalNote: 'good',
        fundamentalScoredAt: NOW,
        nextReviewAt: '2026-04-01',
        nextReviewSetAt: NOW,
        priority: 51,
      });
      expect(before).toMatch(/^"\d+"$/);
      expect(reply.headers.get('etag')).not.toBe(before);
      expect((await get(session.id)).headers.get('etag')).toBe(reply.headers.get('etag'));
    });

    it('clears with null the fields that allow it', async () => {
      const { id } = await create({ source: 'a', entry_close_price: 5, stock_name: 'b' });
      await patch(id, { fundamental_score: 3, fundamental_note: 'c', next_review_at: '2026-04-01', summary_note: 'd' });
      const nothing = {
        stock_name: null,
        current_primary_phase: null,
        source: null,
        entry_close_price: '',
        summary_note: null,
        fundamental_score: null,
        fundamental_note: null,
        next_review_at: null,
      };
      expect(sessionOf(await patch(id, nothing))).toMatchObject({
        stockName: null,
        currentPrimaryPhase: null,
        source: null,
        entryClosePrice: null,
        summaryNote: null,
        fundamentalScore: null,
        fundamentalNote: null,
        fundamentalScoredAt: null,
        nextReviewAt: null,
        nextReviewSetAt: null,
      });
      await patch(id, { current_primary_phase: 'markup' });
      expect(sessionOf(await patch(id, { current_primary_phase: '' })).currentPrimaryPhase).toBeNull();
      expect(
        await api.database.query(
          `select primary_phase_origin as origin, primary_phase_set_at = $1 as stamped from tracking_session`,
          [NOW],
        ),
      ).toEqual([{ origin: 'manual', stamped: true }]);
    });

    it('stamps the review date each time it is sent, unchanged too', async () => {
      const { id } = await create();
      await patch(id, { next_review_at: '2026-04-01' });
      clock.instant = new Date('2026-03-11T00:00:00.000Z');
      expect(sessionOf(await patch(id, { summary_note: 'x' })).nextReviewSetAt).toBe(NOW);
      const again = sessionOf(await patch(id, { next_review_at: '2026-04-01' }));
      expect(again.nextReviewSetAt).toBe('2026-03-11T00:00:00.000Z');
    });

    it('moves the priority by one, stays within the bounds, and loses no move of many at once', async () => {
      const { id } = await create();
      await Promise.all(Array.from({ length: 20 }, () => patch(id, { priority_delta: 1 })));
      expect(sessionOf(await get(id)).priority).toBe(70);
      await api.database.query('update tracking_session set priority = 100');
      expect(sessionOf(await patch(id, { priority_delta: 1 }))).toMatchObject({ priority: 100 });
      await api.database.query('update tracking_session set priority = 0');
      expect(sessionOf(await patch(id, { priority_delta: -1 }))).toMatchObject({ priority: 0 });
    });

    it.each<[unknown]>([
      [{}],
      [{ close: false }],
      [{ close: null, reopen: false }],
      [[]],
      [null],
      ['text'],
      [{ close: 'true' }],
      [{ close: 1 }],
      [{ reopen: 'yes' }],
      [{ close: true, reopen: true }],
      [{ end_reason: 'because' }],
      [{ end_reason: 'because', close: false, summary_note: 'x' }],
      [{ end_reason: null, summary_note: 'x' }],
      [{ priority_delta: null }],
      [{ priority_delta: 0 }],
      [{ priority_delta: 2 }],
      [{ priority_delta: '1' }],
      [{ priority_delta: 1.5 }],
      [{ fundamental_score: 21 }],
      [{ fundamental_score: -1 }],
      [{ fundamental_score: 7.5 }],
      [{ fundamental_score: '7' }],
      [{ fundamental_note: 7 }],
      [{ next_review_at: '' }],
      [{ next_review_at: '2026-02-30' }],
      [{ current_primary_phase: 'up' }],
      [{ summary_note: 'x'.repeat(20_001) }],
      [{ summary_note: 'x', entry_close_price: 0 }],
      [{ entry_date: '2026-03-04' }],
      [{ code: '000001' }],
      [{ status: 'closed' }],
      [{ deleted_at: null }],
      [{ summaryNote: 'x' }],
    ])('rejects %j and changes nothing', async (body) => {
      const session = await create();
      const reply = await patch(session.id, body);
      expect([reply.status, reply.body.success]).toEqual([400, false]);
      expect(sessionOf(await get(session.id))).toEqual(session);
    });

    it('returns the current name, and the one that a person set if there is one', async () => {
      const { id } = await create({ code: '000001' });
      const rename = (name: string) => api.database.query(`update stock set name = $1 where code = '000001'`, [name]);
      const shown = async () => {
        const { stockName, stockNameAtCreation } = sessionOf(await get(id));
        return [stockName, stockNameAtCreation];
      };
      const found = async (text: string) => {
        const reply = await api.call('GET', `/api/stock-cycle/sessions?code=${encodeURIComponent(text)}`);
        return (reply.body.data as { sessions: { id: number }[] }).sessions.map((one) => one.id);
      };
      expect(await shown()).toEqual(['平安样本', '平安样本']);
      await rename('*ST平样');
      expect(await shown()).toEqual(['*ST平样', '平安样本']);
      expect(await found('*ST平')).toEqual([id]);
      expect(await found('平安样')).toEqual([id]);
      await patch(id, { stock_name: '我的平安' });
      expect(await shown()).toEqual(['我的平安', '平安样本']);
      expect([await found('我的'), await found('*ST平')]).toEqual([[id], []]);
      await patch(id, { stock_name: null });
      expect(await shown()).toEqual(['*ST平样', '平安样本']);
      await rename('平安样本');
    });

    it('changes a version only once if If-Match requires it', async () => {
      const { id } = await create();
      const etag = (await get(id)).headers.get('etag') ?? '';
      expect((await patch(id, { summary_note: 'a' }, { 'if-match': etag })).status).toBe(200);
      const late = await patch(id, { summary_note: 'b' }, { 'if-match': etag });
      expect([late.status, late.body.code]).toEqual([412, 'version_changed']);
      expect(sessionOf(await get(id)).summaryNote).toBe('a');
      expect((await patch(id, { summary_note: 'c' }, { 'if-match': '*' })).status).toBe(200);
      const now = (await get(id)).headers.get('etag') ?? '';
      expect((await patch(id, { summary_note: 'd' }, { 'if-match': `W/${now}` })).status).toBe(412);
      expect((await patch(id, { summary_note: 'd' }, { 'if-match': `"0", ${now}` })).status).toBe(200);
      expect((await patch(id, { summary_note: 'e' })).status).toBe(200);
    });

    it('lets one of twenty writers of the same version win', async () => {
      const { id } = await create();
      const etag = (await get(id)).headers.get('etag') ?? '';
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => patch(id, { summary_note: `n${index}` }, { 'if-match': etag })),
      );
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
    });

    it('recalculates the percentage from the entry close', async () => {
      const { id } = await create({ code: '000001', entry_close_price: 8 });
      expect(sessionOf(await get(id))).toMatchObject({ closeVsEntryPct: 25 });
      expect(sessionOf(await patch(id, { entry_close_price: 5 }))).toMatchObject({ closeVsEntryPct: 100 });
      expect(sessionOf(await patch(id, { entry_close_price: null }))).toMatchObject({ closeVsEntryPct: null });
    });
  });

  describe('have a priority: a request', () => {
    const setTo = (id: number, json: unknown): Promise<Reply> => call('PUT', `/${id}/priority`, { json });

    it('sets any of 0 to 100 at once, and returns the tag of the new version', async () => {
      const { id } = await create();
      for (const priority of [82, 0, 100]) {
        const reply = await setTo(id, { priority });
        expect(sessionOf(reply)).toMatchObject({ id, priority });
        expect(reply.headers.get('etag')).toMatch(/^"\d+"$/);
      }
      expect(sessionOf(await patch(id, { priority_delta: -1 }))).toMatchObject({ priority: 99 });
    });

    it.each([[{}], [{ priority: -1 }], [{ priority: 101 }], [{ priority: 1.5 }], [{ priority: null }], [[]]])(
      'rejects %j and changes nothing',
      async (json) => {
        const { id } = await create();
        expect((await setTo(id, json)).status).toBe(400);
        expect(sessionOf(await get(id))).toMatchObject({ priority: 50 });
      },
    );

    it('responds 404 for a session that was deleted', async () => {
      const { id } = await create();
      await call('DELETE', `/${id}`);
      expect((await setTo(id, { priority: 60 })).status).toBe(404);
    });
  });

  describe('can be closed and reopened: a request', () => {
    it('closes with a reason and reopens without it', async () => {
      const { id } = await create();
      const closed = sessionOf(await patch(id, { close: true, end_reason: '到期' }));
      expect(closed).toMatchObject({ status: 'closed', endedAt: NOW, endReason: '到期' });
      const again = await patch(id, { close: true, summary_note: 'x' });
      expect([again.status, again.body.code]).toEqual([400, 'already_closed']);
      expect(sessionOf(await get(id))).toEqual(closed);
      expect(sessionOf(await patch(id, { reopen: true }))).toMatchObject({
        status: 'open',
        endedAt: null,
        endReason: null,
      });
      const open = await patch(id, { reopen: true });
      expect([open.status, open.body.code]).toEqual([400, 'not_closed']);
    });

    it('is rejected if it would reopen next to another open session of the code, and changes nothing', async () => {
      const { id } = await create();
      await patch(id, { close: true });
      const other = await create();
      const reply = await patch(id, { reopen: true, summary_note: 'x' });
      expect(reply.status).toBe(409);
      expect(reply.body).toMatchObject({ code: 'open_session_exists', details: { sessionId: other.id } });
      expect(sessionOf(await get(id))).toMatchObject({ status: 'closed', summaryNote: null });
    });

    it('edits a closed session', async () => {
      const { id } = await create();
      await patch(id, { close: true });
      const body = { summary_note: 'n', fundamental_score: 5, next_review_at: '2026-05-01', stock_name: 's' };
      const reply = await patch(id, { ...body, priority_delta: -1, current_primary_phase: 'markdown' });
      expect(sessionOf(reply)).toMatchObject({ status: 'closed', summaryNote: 'n', fundamentalScore: 5, priority: 49 });
    });

    it('leaves one open session while creating, closing and reopening race', async () => {
      const first = await create();
      await patch(first.id, { close: true });
      const second = await create();
      for (let round = 0; round < 6; round += 1) {
        const replies = await Promise.all([
          patch(first.id, { reopen: true }),
          patch(second.id, { close: true }),
          call('POST', '', { json: { code: '600519', entry_date: '2026-03-03' } }),
          patch(first.id, { close: true }),
          patch(second.id, { reopen: true }),
          call('DELETE', `/${first.id}`),
          call('POST', `/${first.id}/restore`),
        ]);
        for (const reply of replies) expect([200, 400, 404, 409]).toContain(reply.status);
        const [open] = await api.database.query<{ count: number }>(
          'select count(*) as count from tracking_session where ended_at is null and deleted_at is null',
        );
        expect(open?.count).toBeLessThanOrEqual(1);
      }
    });
  });

  describe('can be deleted and restored: a request', () => {
    const addRecords = async (sessionId: number): Promise<void> => {
      await api.database.query(
        `insert into daily_record (session_id, trade_date, is_latest, deleted_at, evidence_note) values
           ($1, '2026-03-03', false, null, 'first'), ($1, '2026-03-04', true, null, 'second'),
           ($1, '2026-03-05', false, now(), 'deleted by hand')`,
        [sessionId],
      );
      await api.database.query(
        `insert into weekly_record (session_id, week_start, week_end_date, is_latest)
         values ($1, '2026-03-02', '2026-03-06', true)`,
        [sessionId],
      );
    };

    it('returns the records, newest first, and the latest ones in the session', async () => {
      const { id } = await create();
      await addRecords(id);
      const data = (await get(id)).body.data as {
        session: SessionView;
        dailyRows: { tradeDate: string; isLatest: boolean }[];
        weeklyRows: { weekEndDate: string }[];
      };
      expect(data.dailyRows.map((row) => [row.tradeDate, row.isLatest])).toEqual([
        ['2026-03-04', true],
        ['2026-03-03', false],
      ]);
      expect(data.weeklyRows.map((row) => row.weekEndDate)).toEqual(['2026-03-06']);
      expect(data.session.latestDaily).toEqual({
        id: 2,
        tradeDate: '2026-03-04',
        supplyDemand: null,
        alignFlag: null,
        primaryPhaseHint: null,
        cycleSubTags: [],
        cycleEvents: [],
        evidenceNote: 'second',
      });
      expect(data.session.latestWeekly).toMatchObject({ id: 1, weekEndDate: '2026-03-06' });
    });

    it('deletes once, and a restore brings back exactly what went with it', async () => {
      const { id } = await create();
      await addRecords(id);
      const before = (await get(id)).body.data as { session: SessionView };
      const reply = await call('DELETE', `/${id}`);
      expect([reply.status, reply.body.data]).toEqual([200, { id, deleted: true }]);
      for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { summary_note: 'x' }]] as const) {
        const gone = await call(method, `/${id}`, body === undefined ? {} : { json: body });
        expect([method, gone.status, gone.body.code]).toEqual([method, 404, 'not_found']);
      }
      const live = `select (select count(*) from daily_record where deleted_at is null) as daily,
        (select count(*) from weekly_record where deleted_at is null) as weekly`;
      expect(await api.database.query(live)).toEqual([{ daily: 0, weekly: 0 }]);
      const restored = await call('POST', `/${id}/restore`);
      expect(restored.headers.get('etag')).toMatch(/^"\d+"$/);
      const after = (await get(id)).body.data as { session: SessionView };
      expect(after).toEqual({ ...before, session: { ...before.session, updatedAt: after.session.updatedAt } });
      expect(await api.database.query(live)).toEqual([{ daily: 2, weekly: 1 }]);
      const again = await call('POST', `/${id}/restore`);
      expect([again.status, again.body.code]).toEqual([400, 'not_deleted']);
      expect((await call('POST', '/77/restore')).status).toBe(404);
    });

    it('does not restore an open session next to another, but always restores a closed one', async () => {
      const { id } = await create();
      await addRecords(id);
      await call('DELETE', `/${id}`);
      const other = await create();
      const refused = await call('POST', `/${id}/restore`);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'open_session_exists', details: { sessionId: other.id } });
      expect((await get(id)).status).toBe(404);
      expect(await countOf('daily_record where deleted_at is null')).toBe(0);
      await patch(other.id, { close: true });
      await call('DELETE', `/${other.id}`);
      await create();
      expect(sessionOf(await call('POST', `/${other.id}/restore`))).toMatchObject({ status: 'closed' });
    });

    it('lets one of ten deletes win', async () => {
      const { id } = await create();
      const replies = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', `/${id}`)));
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    });
  });

  describe('have rules for credentials, ids and caching: a request', () => {
    it('needs a credential before anything else is checked', async () => {
      for (const [method, path] of [
        ['POST', SESSIONS],
        ['PATCH', `${SESSIONS}/abc`],
        ['DELETE', `${SESSIONS}/77`],
        ['POST', `${SESSIONS}/77/restore`],
      ] as const) {
        const reply = await api.call(
          method,
          path,
          method === 'DELETE' ? {} : { raw: '{', headers: { 'content-type': 'application/json' } },
        );
        expect([method, path, reply.status]).toEqual([method, path, 401]);
      }
    });

    it.each([
      ['0', 404],
      ['77', 404],
      ['9007199254740993', 404],
      ['9223372036854775807', 404],
      ['9223372036854775808', 400],
      ['-1', 400],
      ['1e3', 400],
      ['abc', 400],
    ])('with the path id %s responds %i', async (id, status) => {
      expect((await call('GET', `/${id}`)).status).toBe(status);
      expect((await call('PATCH', `/${id}`, { json: { summary_note: 'x' } })).status).toBe(status);
      expect((await call('DELETE', `/${id}`)).status).toBe(status);
      expect((await call('POST', `/${id}/restore`)).status).toBe(status);
    });

    it('is checked for its body before the session is looked up', async () => {
      expect((await call('PATCH', '/77', { json: { priority_delta: 9 } })).status).toBe(400);
    });

    it('is never cached: no-store, and no 304 for a known ETag', async () => {
      const { id } = await create();
      const etag = (await get(id)).headers.get('etag') ?? '';
      for (const path of [`/${id}`, '']) {
        const reply = await api.call('GET', `${SESSIONS}${path}`, { headers: { 'if-none-match': etag } });
        expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
      }
    });
  });

  describe('a plain user', () => {
    it('may write with a login, not with a personal API key', async () => {
      const user = await createPlainUser(api);
      const body = { json: { code: '600519', entry_date: '2026-03-03' } };
      expect((await api.call('POST', SESSIONS, { ...body, bearer: user.apiKey })).status).toBe(403);
      expect((await api.call('POST', SESSIONS, { ...body, bearer: user.token })).status).toBe(200);
    });
  });
});

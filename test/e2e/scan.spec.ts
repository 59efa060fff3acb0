import type { ScanBatchResult, ScanView } from '#lib/scan';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { TestService } from '../support/worlds/test-service';

const BATCH = '/api/stock-cycle/ground-volume-scan';
const SCANS = '/api/stock-cycle/scans';

/** Monday to Friday of one week without a holiday. */
const RANGE = { start_date: '2025-12-15', end_date: '2025-12-19' };
const PRIOR = openDaysBefore(RANGE.start_date, 361);
const BEFORE_WINDOW = PRIOR[0] ?? '';
const WINDOW_START = PRIOR[1] ?? '';
const WINDOW_END = PRIOR.at(-1) ?? '';

describe('the low-volume scan over HTTP', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
    await putSmallMarket(service.database, { from: BEFORE_WINDOW, to: '2025-12-19' }, [
      { code: '000001', name: '平安样本', volumes: { '2025-12-16': 900, '2025-12-18': 900 } },
      { code: '000002', volumes: { '2025-12-17': 900, [WINDOW_START]: 899 } },
      { code: '000003', volumes: { '2025-12-17': 900, [WINDOW_END]: 900 } },
      { code: '000004', volumes: { '2025-12-17': 900, [BEFORE_WINDOW]: 1 } },
      { code: '000005', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 11 } },
      { code: '000006', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 10.99 } },
      // The vendor's limit price decides where it is known, the ex-right previous close before the bar before.
      { code: '000007', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 11 }, upLimits: { '2025-12-17': 12 } },
      { code: '000008', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 5.5 }, preCloses: { '2025-12-17': 5 } },
      { code: '000009', volumes: { '2025-12-17': 900 }, firstBar: PRIOR[2] ?? '' },
      { code: '000010', volumes: { '2025-12-17': 900 }, capYi: 100 },
      { code: '000011', volumes: { '2025-12-17': 900 }, capYi: 99.99 },
      { code: '000012', volumes: { '2025-12-17': 900 }, capYi: 500 },
      { code: '000013', volumes: { '2025-12-17': 900 }, capYi: 500.01 },
      { code: '000014', volumes: { '2025-12-17': 900 }, capYi: null },
      { code: '300001', board: 'chinext', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 11 } },
      { code: '600001', volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 10.5 }, isSt: true },
    ]);
  });

  afterAll(() => service.stop());

  beforeEach(() =>
    emptyTables(service.database, ['scan_run', 'scan_range', 'scan_hit', 'tracking_session'], { restartIds: true }),
  );

  const batch = async (body: Record<string, unknown> = {}): Promise<ScanBatchResult> => {
    const reply = await service.call('POST', BATCH, { json: { ...RANGE, ...body } });
    expect(reply.text).toContain('"success":true');
    return reply.body.data as ScanBatchResult;
  };

  const HITS = ['000001', '000003', '000004', '000006', '000007', '000010', '000012', '300001'];

  it('finds what the rules select, excludes what they exclude, and counts every stock once', async () => {
    const data = await batch();
    expect(data.rows.map((row) => row.code)).toEqual(HITS);
    expect(data).toMatchObject({
      startDate: RANGE.start_date,
      endDate: RANGE.end_date,
      tradingDays: 5,
      candidateCount: 13,
      batchCodesProcessed: 13,
      matchedCount: 8,
      hasMore: false,
      nextAfterCode: null,
      persist: { created: 8, alreadyOpen: 0, closedBefore: 0, excludedLimitUp: 3, skippedShortHistory: 1 },
      marketSource: 'files',
    });
    expect(data.warnings).toEqual([
      expect.stringContaining('1 stocks with bars in the range have no circulating market cap'),
      expect.stringContaining('for 8 of 8 hits the market data do not say whether they were ST'),
    ]);
    expect(data.rulesNote).toContain('5 个交易日');
  });

  it('returns each hit with its values, the latest day on a tie, and a session', async () => {
    const [first] = (await batch()).rows;
    expect(first).toEqual({
      code: '000001',
      stockName: '平安样本',
      entryDate: '2025-12-18',
      minVolume: 900,
      close: 10,
      limitUp: 11,
      circulatingMarketCapYi: 200,
      priorMinVolume: 1000,
      priorMinVolumeDate: WINDOW_END,
      sessionId: 1,
      outcome: 'created',
      hitAdjusted: true,
      entryLock: 'one_price',
      priorLock: 'one_price',
      priorBars: 360,
      capDate: '2025-12-19',
      isSt: null,
      relVolume: 0.9,
      limitUpBasis: 'rule_raw_close',
      capErrorPct: null,
      capEstimated: false,
    });
    const session = (await service.api.call('GET', '/api/stock-cycle/sessions/1')).body.data as { session: object };
    expect(session.session).toMatchObject({
      code: '000001',
      stockName: '平安样本',
      entryDate: '2025-12-18',
      entryClosePrice: 10,
      currentPrimaryPhase: 'transition',
      source: '一年地量',
      status: 'open',
    });
  });

  it('walks in code order with a cursor, the same candidates in every batch', async () => {
    const codes: string[] = [];
    let cursor: string | null = null;
    let processed = 0;
    do {
      const data: ScanBatchResult = await batch({ limit: 3, after_code: cursor });
      codes.push(...data.rows.map((row) => row.code));
      processed += data.batchCodesProcessed;
      expect(data.candidateCount).toBe(13);
      cursor = data.nextAfterCode;
    } while (cursor !== null);
    expect(codes).toEqual(HITS);
    expect(processed).toBe(13);
  });

  it('creates nothing twice: repeated, or by ten callers at once, every hit is already open', async () => {
    await batch();
    const again = await batch();
    expect(again.persist).toMatchObject({ created: 0, alreadyOpen: 8 });
    expect(again.rows.every((row) => row.outcome === 'already_open')).toBe(true);
    await emptyTables(service.database, ['scan_run', 'scan_range', 'scan_hit', 'tracking_session'], {
      restartIds: true,
    });

    const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => batch({ limit: 90 + index })));
    expect(replies.reduce((sum, data) => sum + data.persist.created, 0)).toBe(8);
    const [count] = await service.database.query<{ count: number }>('select count(*) as count from tracking_session');
    expect(count?.count).toBe(8);
  });

  it('clamps the limit of a batch to 100 and keeps working at the end of the market', async () => {
    expect((await batch({ limit: 1000 })).batchCodesProcessed).toBe(13);
    expect(await batch({ after_code: '999999' })).toMatchObject({
      batchCodesProcessed: 0,
      rows: [],
      hasMore: false,
      candidateCount: 13,
    });
  });

  it.each([
    [{ start_date: '2025-12-19', end_date: '2025-12-15' }, 'start_date'],
    [{ start_date: '2025-12-20', end_date: '2025-12-21' }, 'end_date'],
    [{ start_date: '2025-02-30' }, 'start_date'],
    [{ start_date: undefined }, 'start_date'],
    [{ circ_mkt_min_yi: 500, circ_mkt_max_yi: 100 }, 'circ_mkt_min_yi'],
    [{ circ_mkt_min_yi: -1 }, 'circ_mkt_min_yi'],
    [{ circ_mkt_max_yi: 1_000_001 }, 'circ_mkt_max_yi'],
    [{ circ_mkt_max_yi: '100' }, 'circ_mkt_max_yi'],
    [{ after_code: '12345' }, 'after_code'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ afterCode: '000001' }, 'afterCode'],
  ])('rejects %j with a 400 that names the field', async (body, field) => {
    const reply = await service.call('POST', BATCH, { json: { ...RANGE, ...body } });
    expect(reply.status).toBe(400);
    expect(reply.body.success).toBe(false);
    expect(reply.body.fields?.map((problem) => problem.field)).toContain(field);
  });

  it('validates a range, and above the limit reports both numbers', async () => {
    const ok = await service.call('GET', `${BATCH}?start_date=2025-12-15&end_date=2025-12-21`);
    expect(ok.body.data).toEqual({
      startDate: '2025-12-15',
      endDate: '2025-12-21',
      tradingDays: 5,
      maxTradingDays: 60,
      withinLimit: true,
      marketDataThrough: '2025-12-19',
      marketSource: 'files',
      warnings: [],
    });
    const long = await service.call('GET', `${BATCH}?start_date=2025-01-01&end_date=2025-12-31`);
    expect(long.status).toBe(400);
    expect(long.body.error).toMatch(/243 trading days, at most 60/);
    expect(long.body).toMatchObject({
      code: 'range_too_long',
      details: { tradingDays: 243, maxTradingDays: 60 },
    });
  });

  it('needs credentials on every route', async () => {
    const routes: [string, string][] = [
      ['GET', `${BATCH}?start_date=2025-12-15&end_date=2025-12-19`],
      ['POST', BATCH],
      ['POST', SCANS],
      ['GET', SCANS],
      ['GET', `${SCANS}/1`],
      ['GET', `${SCANS}/1/hits`],
      ['GET', `${SCANS}/1/events`],
      ['DELETE', `${SCANS}/1`],
    ];
    for (const [method, path] of routes) {
      const reply = await service.api.call(method, path, method === 'POST' ? { json: {} } : {});
      expect([method, path, reply.status]).toEqual([method, path, 401]);
      expect(Object.keys(reply.body)).toEqual(['error']);
    }
  });

  it('responds 202 with the job for `Prefer: respond-async`, and the job returns the result', async () => {
    const reply = await service.call('POST', BATCH, { json: RANGE, headers: { prefer: 'respond-async' } });
    expect(reply.status).toBe(202);
    const { jobId, statusUrl } = reply.body.data as { jobId: number; statusUrl: string };
    expect(statusUrl).toBe(`/api/jobs/${jobId}`);
    const job = await until(
      () => service.call('GET', statusUrl),
      (answer) => (answer.body.data as { state: string }).state === 'completed',
    );
    expect(job.body.data).toMatchObject({ result: { matchedCount: 8 } });
  });

  it('responds 503 no_worker at once if no worker drains the queue', async () => {
    await service.stopWorker();
    await service.database.query('delete from worker_heartbeat');
    try {
      const reply = await service.call('POST', BATCH, { json: RANGE });
      expect(reply.status).toBe(503);
      expect(reply.body.code).toBe('no_worker');
      expect(reply.headers.get('retry-after')).not.toBeNull();
    } finally {
      await service.startWorker();
    }
  });

  describe('has options that', () => {
    const DEFAULTS = {
      volumeBasis: 'raw',
      excludeLocked: false,
      excludeSt: false,
      minPriorBars: 0,
      capTolerancePct: 0,
      skipClosedDays: 0,
    };
    const ASKED = { volume_basis: 'shares_adjusted', exclude_locked: false, exclude_st: true, min_prior_bars: 361 - 1 };

    it('are returned with the breadth, and in the rules if they differ from the contract', async () => {
      const plain = await batch();
      expect(plain).toMatchObject({ options: DEFAULTS, breadth: 0.6154 });
      expect(plain.rulesNote).not.toContain('送转股');
      const asked = await batch(ASKED);
      expect(asked.options).toEqual({
        volumeBasis: 'shares_adjusted',
        excludeLocked: false,
        excludeSt: true,
        minPriorBars: 360,
        capTolerancePct: 0,
        skipClosedDays: 0,
      });
      expect(asked.rulesNote).toContain('送转股');
      expect(asked.rulesNote).toContain('360 根');
      // 600001 is ST and closed at its limit: it is no longer counted as a limit-up.
      expect(asked.persist).toMatchObject({ excludedLimitUp: 2 });
      expect(asked.rows.map(({ code }) => code)).toEqual(HITS);
    });

    it('find what a bonus issue hides, on share-adjusted volumes alone', async () => {
      const put = `insert into share_change (code, trade_date, factor, basis) values ('000002', '2025-12-16', 1.5, 'vendor')`;
      await service.database.query(put);
      try {
        expect((await batch()).rows.map(({ code }) => code)).toEqual(HITS);
        const { rows } = await batch({ volume_basis: 'shares_adjusted' });
        expect(rows.map(({ code }) => code)).toEqual([HITS[0], '000002', ...HITS.slice(1)]);
        expect(rows[1]).toMatchObject({ minVolume: 900, priorMinVolume: 1348, hitAdjusted: true });
      } finally {
        await service.database.query('delete from share_change');
      }
    });

    it('leave no hit if every day is locked', async () => {
      expect(await batch({ exclude_locked: true })).toMatchObject({ candidateCount: 13, matchedCount: 0, breadth: 0 });
    });

    it('include caps within the tolerance, on both sides', async () => {
      const codesOf = async (body: Record<string, unknown>) => (await batch(body)).rows.map(({ code }) => code);
      expect(await codesOf({ cap_tolerance_pct: 0.02 })).toEqual([
        ...HITS.slice(0, 6),
        '000011',
        '000012',
        '000013',
        '300001',
      ]);
      expect(await codesOf({ cap_tolerance_pct: 0.005 })).toEqual([...HITS.slice(0, 7), '000013', '300001']);
    });

    it('skip what a person closed or deleted, for as many days as configured', async () => {
      const { rows } = await batch();
      const idOf = (code: string) => rows.find((row) => row.code === code)?.sessionId ?? 0;
      const session = (code: string) => `/api/stock-cycle/sessions/${idOf(code)}`;
      const change = async (method: 'PATCH' | 'DELETE', code: string, json?: object) =>
        expect((await service.call(method, session(code), { json })).status).toBe(200);
      await change('PATCH', '000001', { close: true });
      await change('DELETE', '000003');
      // Closed by the rules, closed long ago, and on another entry day: none of them is a person's word on this hit.
      for (const code of ['000004', '000006', '000007']) await change('PATCH', code, { close: true });
      await service.database.query('update tracking_session set ended_by_rule = true where id = $1', [idOf('000004')]);
      await service.database.query(
        `update tracking_session set ended_at = ended_at - interval '8 days' where id = $1`,
        [idOf('000006')],
      );
      await service.database.query('update tracking_session set entry_date = entry_date - 1 where id = $1', [
        idOf('000007'),
      ]);
      const again = await batch({ skip_closed_days: 7 });
      expect(again.persist).toMatchObject({ created: 3, alreadyOpen: 3, closedBefore: 2 });
      expect(again.matchedCount).toBe(8);
      expect(again.rows.filter(({ outcome }) => outcome === 'closed_before')).toMatchObject([
        { code: '000001', sessionId: idOf('000001') },
        { code: '000003', sessionId: idOf('000003') },
      ]);
      expect(again.rulesNote).toContain('近 7 天');
      // Without the option the contract's scan opens them again.
      expect((await batch()).persist).toMatchObject({ created: 2, alreadyOpen: 6, closedBefore: 0 });
    });

    it('warn of hits with few bars before, and count stocks without any as short history', async () => {
      const sql = (text: string) => service.database.query(text);
      await sql(
        `create table kept as select * from daily_bar where code in ('000001', '000009') and trade_date < '2025-12-15'`,
      );
      try {
        // Listed long ago, so that the listing date says nothing of the holes.
        await sql(`update stock set list_date = '2000-01-04' where code in ('000001', '000009')`);
        await sql(`update stock set first_bar_date = '2025-12-15' where code = '000001'`);
        await sql(`delete from daily_bar where code = '000001' and trade_date < '2025-12-15'
          or code = '000009' and trade_date < '2025-06-02'`);
        await sql('update market_state set data_version = data_version + 1');
        const data = await batch();
        expect(data.rows.map(({ code }) => code)).toEqual([...HITS.slice(1, 5), '000009', ...HITS.slice(5)]);
        expect(data.persist).toMatchObject({ skippedShortHistory: 1 });
        const warning = '1 of 8 hits have fewer than 240 bars on the 360 open days before the range';
        expect(data.warnings).toContainEqual(expect.stringContaining(warning));
        const { scanId } = (await service.call('POST', SCANS, { json: RANGE })).body.data as { scanId: number };
        const scan = await until(
          async () => (await service.call('GET', `${SCANS}/${scanId}`)).body.data as ScanView,
          ({ status }) => status === 'completed',
        );
        expect(scan.warnings).toContainEqual(expect.stringContaining(warning));
      } finally {
        await sql('insert into daily_bar select * from kept on conflict do nothing');
        await sql(`update stock s set list_date = null, first_bar_date = (
          select min(trade_date) from daily_bar b where b.code = s.code) where code in ('000001', '000009')`);
        await sql('update market_state set data_version = data_version + 1');
        await sql('drop table kept');
      }
    });

    it('make another scan of the same range, and are listed on it and in its CSV', async () => {
      const start = async (body: object) =>
        ((await service.call('POST', SCANS, { json: { ...RANGE, ...body } })).body.data as { scanId: number }).scanId;
      await service.stopWorker();
      const ids = [await start({}), await start(ASKED), await start({}), await start({ volume_basis: 'raw' })];
      expect(new Set(ids).size).toBe(2);
      await service.startWorker();
      const get = async (id: number) => (await service.call('GET', `${SCANS}/${id}`)).body.data as ScanView;
      for (const id of new Set(ids))
        await until(
          () => get(id),
          ({ status }) => status === 'completed',
        );
      expect(await get(ids[0] ?? 0)).toMatchObject({ options: DEFAULTS, breadth: 0.6154 });
      expect(await get(ids[1] ?? 0)).toMatchObject({ options: { volumeBasis: 'shares_adjusted', minPriorBars: 360 } });
      const csv = await service.call('GET', `${SCANS}/${ids[1]}/hits`, { headers: { accept: 'text/csv' } });
      expect(csv.headers.get('x-market-source')).toBe('files');
      expect(csv.headers.get('content-disposition')).toContain('filename="files-scan-');
      expect(csv.text.split('\r\n')[0]).toMatch(
        /,hitAdjusted,entryLock,priorLock,priorBars,capDate,isSt,relVolume,limitUpBasis,capErrorPct,capEstimated,volumeBasis$/,
      );
      expect(csv.text.split('\r\n')[1]).toMatch(
        /,true,one_price,one_price,360,2025-12-19,,0\.9,rule_raw_close,,false,shares_adjusted$/,
      );
    });

    it.each([
      [{ volume_basis: 'adjusted' }, 'volume_basis'],
      [{ volume_basis: null }, 'volume_basis'],
      [{ exclude_locked: 'true' }, 'exclude_locked'],
      [{ exclude_st: 1 }, 'exclude_st'],
      [{ min_prior_bars: -1 }, 'min_prior_bars'],
      [{ min_prior_bars: 361 }, 'min_prior_bars'],
      [{ min_prior_bars: 1.5 }, 'min_prior_bars'],
      [{ volumeBasis: 'raw' }, 'volume_basis'],
      [{ cap_tolerance_pct: -1 }, 'cap_tolerance_pct'],
      [{ cap_tolerance_pct: 51 }, 'cap_tolerance_pct'],
      [{ skip_closed_days: -1 }, 'skip_closed_days'],
      [{ skip_closed_days: 3651 }, 'skip_closed_days'],
      [{ skip_closed_days: 1.5 }, 'skip_closed_days'],
      [{ exclude_lock: true }, 'exclude_locked'],
    ])('reject %j, naming %s', async (body, field) => {
      for (const path of [BATCH, SCANS]) {
        const reply = await service.call('POST', path, { json: { ...RANGE, ...body } });
        expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
      }
    });
  });

  describe('in the background', () => {
    const start = async (body: Record<string, unknown> = {}): Promise<number> => {
      const reply = await service.call('POST', SCANS, { json: { ...RANGE, ...body } });
      expect(reply.status).toBe(202);
      return (reply.body.data as { scanId: number }).scanId;
    };
    const get = async (id: number): Promise<ScanView> =>
      (await service.call('GET', `${SCANS}/${id}`)).body.data as ScanView;

    it('is cancelled at once while a range is in a long transaction, which then leaves nothing', async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let lockTaken = (): void => undefined;
      const locked = new Promise<void>((resolve) => (lockTaken = resolve));
      // A range opens sessions for its hits before it ends.
      const holding = service.database.transaction(async (tx) => {
        await tx.query('lock table tracking_session in share mode');
        lockTaken();
        await released;
      });
      try {
        await locked;
        const id = await start();
        const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%tracking_session%'
          and datname = current_database()`;
        const [{ pid } = { pid: 0 }] = await until(
          () => service.database.query<{ pid: number }>(waiting),
          (rows) => rows.length > 0,
        );
        const cancelled = await service.call('DELETE', `${SCANS}/${id}`);
        expect([cancelled.status, cancelled.body.data]).toEqual([
          200,
          expect.objectContaining({ status: 'cancelled' }),
        ]);
        release();
        await holding;
        await until(
          () => service.database.query(`select 1 from pg_stat_activity where pid = $1 and state <> 'idle'`, [pid]),
          (rows) => rows.length === 0,
        );
        expect(await get(id)).toMatchObject({ status: 'cancelled', matchedCount: 0 });
        expect(await service.database.query('select 1 from tracking_session')).toEqual([]);
      } finally {
        release();
        await holding;
      }
    });

    it('reports its progress until it is completed, and lists its hits as JSON pages and as CSV', async () => {
      const id = await start();
      const events = await service.call('GET', `${SCANS}/${id}/events`);
      expect(events.headers.get('content-type')).toContain('text/event-stream');
      expect(events.text.trimEnd().split('\n\n').at(-1)).toContain('event: completed');
      expect(await get(id)).toMatchObject({
        status: 'completed',
        candidateCount: 13,
        processedCount: 13,
        matchedCount: 8,
        startedBy: 'admin',
        error: null,
        interruptions: 0,
        persist: { created: 8, alreadyOpen: 0, closedBefore: 0, excludedLimitUp: 3, skippedShortHistory: 1 },
      });
      await service.database.query(`update stock set industry = '白酒' where code = $1`, [HITS[3]]);
      const page = await service.call('GET', `${SCANS}/${id}/hits?limit=3&offset=3`);
      expect(page.body.data).toMatchObject({
        hits: HITS.slice(3, 6).map((code, index) => ({ code, industry: index === 0 ? '白酒' : null })),
        pagination: { total: 8, limit: 3, offset: 3, hasMore: true },
      });
      const csv = await service.call('GET', `${SCANS}/${id}/hits`, { headers: { accept: 'text/csv' } });
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.text.split('\r\n')).toHaveLength(10);
      const list = await service.call('GET', SCANS);
      expect((list.body.data as { scans: object[] }).scans[0]).toMatchObject({ id, status: 'completed' });
    });

    it('reports how often a worker was lost over it, and counts no unfinished range', async () => {
      await service.stopWorker();
      const id = await start();
      await service.database.query(
        `update job set crashes = 2, attempts = 3 where id in (select job_id from scan_range where scan_id = $1)`,
        [id],
      );
      expect(await get(id)).toMatchObject({ interruptions: 2, processedCount: 0, persist: { skippedShortHistory: 0 } });
      await service.startWorker();
      await until(
        () => get(id),
        (scan) => scan.finishedAt !== null,
      );
      expect(await get(id)).toMatchObject({ interruptions: 2, processedCount: 13 });
    });

    it('is returned for the same request while it is in flight, to twenty callers at once', async () => {
      await service.stopWorker();
      const ids = await Promise.all(Array.from({ length: 20 }, () => start()));
      expect(new Set(ids).size).toBe(1);
      expect(await start({ circ_mkt_max_yi: 400 })).not.toBe(ids[0]);
      await service.startWorker();
      await until(
        () => get(ids[0] ?? 0),
        (scan) => scan.status === 'completed',
      );
      expect(await start()).not.toBe(ids[0]);
    });

    it('is cancelled while it waits, and not after it has ended', async () => {
      await service.stopWorker();
      const id = await start();
      const cancelled = await service.call('DELETE', `${SCANS}/${id}`);
      expect(cancelled.body.data).toMatchObject({ id, status: 'cancelled' });
      expect((await service.call('DELETE', `${SCANS}/${id}`)).status).toBe(409);
      await service.startWorker();
      const next = await start();
      await until(
        () => get(next),
        (scan) => scan.status === 'completed',
      );
      expect((await get(id)).processedCount).toBe(0);
      expect((await service.call('DELETE', `${SCANS}/${next}`)).body.code).toBe('scan_ended');
    });

    it('completes at once if no stock needs an evaluation', async () => {
      const id = await start({ circ_mkt_min_yi: 900_000, circ_mkt_max_yi: 1_000_000 });
      expect(await get(id)).toMatchObject({ status: 'completed', candidateCount: 0, matchedCount: 0 });
    });

    it('responds 404 for a scan that does not exist, before any event', async () => {
      for (const path of ['/77', '/77/hits', '/77/events', '/0']) {
        const reply = await service.call('GET', `${SCANS}${path}`);
        expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'not_found']);
      }
      expect((await service.call('GET', `${SCANS}/abc`)).status).toBe(400);
    });
  });
});

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > deadline) throw new Error(`still waiting for ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

import { join } from 'node:path';
import { BarMatrixService } from '#lib/bar-matrix';
import { calendarDayOf } from '#lib/kernel';
import type { DayFacts } from '#lib/market-data';
import {
  DEFAULT_SCAN_OPTIONS,
  LowVolumeScanService,
  type ScanBatchResult,
  type ScanPlan,
  type ScanRow,
  type ScanView,
} from '#lib/scan';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';
import { until } from '../support/until';
import { TestApi } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';
import { eastMoneyMarket } from './east-money-market';
import { type GoldenScan, readGoldenScans } from './golden-scan';

jest.setTimeout(240_000);

/** Ours has two decimals, theirs four: equal when they differ by no more than half of our last digit and of theirs. */
const CAP_ROUNDING = 0.005 + 0.00005;

/** What an independent program says of a hit, out of a row of ours. */
function figuresOf(row: ScanRow): Record<string, unknown> {
  return {
    code: row.code,
    entryDate: row.entryDate,
    minVolume: row.minVolume,
    close: row.close,
    priorMinVolume: row.priorMinVolume,
    priorMinVolumeDate: row.priorMinVolumeDate,
  };
}

function expectHits(rows: ScanRow[], golden: GoldenScan): void {
  expect(rows.map(figuresOf)).toEqual(golden.hits.map(({ circulatingMarketCapYi: _cap, ...figures }) => figures));
  const differences = rows.map((row, index) =>
    Math.abs(row.circulatingMarketCapYi - (golden.hits[index]?.circulatingMarketCapYi ?? Number.NaN)),
  );
  expect(Math.max(...differences)).toBeLessThanOrEqual(CAP_ROUNDING + 1e-9);
}

function bodyOf(golden: GoldenScan): Record<string, unknown> {
  return {
    start_date: golden.startDate,
    end_date: golden.endDate,
    circ_mkt_min_yi: golden.circMktMinYi,
    circ_mkt_max_yi: golden.circMktMaxYi,
  };
}

const rangeOf = ({ startDate, endDate, circMktMinYi, circMktMaxYi }: GoldenScan) => ({
  ...{ startDate: calendarDayOf(startDate), endDate: calendarDayOf(endDate) },
  ...{ circMktMinYi, circMktMaxYi },
});

const codesOf = ({ candidates }: ScanPlan) =>
  candidates.filter(({ shortHistory }) => !shortHistory).map(({ code }) => code);

/** What the rules read: from where a previous close comes is told once its day is judged. */
function withoutOrigins({ entry, prior, ...stock }: LowVolumeStock) {
  return { ...stock, entry: withoutOrigin(entry), prior: prior === null ? null : withoutOrigin(prior) };
}

function withoutOrigin({ previousDate: _date, tradingDayNo: _no, ...day }: DayFacts) {
  return day;
}

type LowVolumeStock = Awaited<ReturnType<LowVolumeScanService['lowVolumeStocks']>>[number];

describeWithSharedData('the one-year low-volume scan on real bars', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(
      { BAR_MATRIX: 'on', BAR_MATRIX_DAYS: '5000' },
      { template: await eastMoneyMarket() },
    );
  });

  afterAll(() => service.stop());

  afterEach(async () => {
    await service.database.query('truncate scan_run, scan_range, scan_hit, tracking_session restart identity cascade');
  });

  const goldens = readGoldenScans(join(sharedDataPath('golden')));

  async function walk(golden: GoldenScan, limit: number): Promise<ScanBatchResult[]> {
    const batches: ScanBatchResult[] = [];
    let cursor: string | null = null;
    do {
      const reply = await service.call('POST', '/api/stock-cycle/ground-volume-scan', {
        json: { ...bodyOf(golden), limit, ...(cursor === null ? {} : { after_code: cursor }) },
      });
      expect(reply.status).toBe(200);
      const batch = reply.body.data as ScanBatchResult;
      batches.push(batch);
      cursor = batch.nextAfterCode;
      expect(batch.hasMore).toBe(cursor !== null);
    } while (cursor !== null);
    return batches;
  }

  const sum = (batches: ScanBatchResult[], count: (batch: ScanBatchResult) => number): number =>
    batches.reduce((total, batch) => total + count(batch), 0);

  it.each(goldens.flatMap((golden) => [100, 50, 13].map((limit) => ({ golden, limit, name: golden.file }))))(
    'finds the hits of $name in batches of $limit',
    async ({ golden, limit }) => {
      const batches = await walk(golden, limit);
      expectHits(
        batches.flatMap((batch) => batch.rows),
        golden,
      );
      expect(batches.every((batch) => batch.candidateCount === golden.candidates)).toBe(true);
      expect(batches.every((batch) => batch.tradingDays === golden.tradingDays)).toBe(true);
      expect(batches.every((batch) => batch.matchedCount === batch.rows.length)).toBe(true);
      expect(batches).toHaveLength(Math.ceil(golden.candidates / limit));
      expect(sum(batches, (batch) => batch.batchCodesProcessed)).toBe(golden.candidates);
      expect(sum(batches, (batch) => batch.persist.skippedShortHistory)).toBe(golden.shortHistory);
      expect(sum(batches, (batch) => batch.persist.excludedLimitUp)).toBe(golden.excludedLimitUp);
      expect(sum(batches, (batch) => batch.persist.created)).toBe(golden.hits.length);

      // The first walk may have been answered by SQL alone, while the bars were read into memory.
      const matrices = service.getFromWorker(BarMatrixService);
      await until('the bars are in memory', 120_000, () => matrices.getStats() !== undefined);
      const again = await walk(golden, limit);
      expectHits(
        again.flatMap((batch) => batch.rows),
        golden,
      );
      expect(sum(again, (batch) => batch.persist.alreadyOpen)).toBe(golden.hits.length);
      expect(sum(again, (batch) => batch.persist.created)).toBe(0);
    },
  );

  it.each(goldens.map((golden) => ({ golden, name: golden.file })))(
    'finds the hits of $name in the background',
    async ({ golden }) => {
      const started = await service.call('POST', '/api/stock-cycle/scans', { json: bodyOf(golden) });
      expect(started.status).toBe(202);
      const { scanId } = started.body.data as { scanId: number };
      const events = await service.call('GET', `/api/stock-cycle/scans/${scanId}/events`);
      expect(events.text).toContain('event: completed');
      const scan = (await service.call('GET', `/api/stock-cycle/scans/${scanId}`)).body.data as ScanView;
      expect(scan).toMatchObject({
        status: 'completed',
        tradingDays: golden.tradingDays,
        candidateCount: golden.candidates,
        processedCount: golden.candidates,
        matchedCount: golden.hits.length,
        persist: {
          created: golden.hits.length,
          alreadyOpen: 0,
          excludedLimitUp: golden.excludedLimitUp,
          skippedShortHistory: golden.shortHistory,
        },
      });
      const hits = await service.call('GET', `/api/stock-cycle/scans/${scanId}/hits?limit=200`);
      expectHits((hits.body.data as { hits: ScanRow[] }).hits, golden);
      const [sessions] = await service.database.query<{ count: number }>(
        `select count(*) as count from tracking_session where source = '一年地量'`,
      );
      expect(sessions?.count).toBe(golden.hits.length);
    },
  );

  it('describes the stocks from memory as the statement does', async () => {
    const bySql = await TestApi.start({ databaseUrl: service.api.databaseUrl });
    const [statement, memory] = [bySql.app, service.api.app].map((app) =>
      app.get(LowVolumeScanService, { strict: false }),
    );
    if (statement === undefined || memory === undefined) throw new Error('no service');
    const matrices = service.api.app.get(BarMatrixService, { strict: false });
    await until('the bars are in memory', 120_000, async () => {
      return (await matrices.peekOrLoad(service.database, calendarDayOf('2023-01-03'))) !== undefined;
    });
    let described = 0;
    try {
      for (const options of [{}, { excludeLocked: true }, { volumeBasis: 'shares_adjusted' as const }]) {
        for (const golden of goldens) {
          const plan = await statement.plan({ ...rangeOf(golden), options: { ...DEFAULT_SCAN_OPTIONS, ...options } });
          const task = { ...plan.request, ...plan.window, codes: codesOf(plan) };
          const [expected, found] = await Promise.all(
            [statement, memory].map(async (scans) => (await scans.lowVolumeStocks(task)).map(withoutOrigins)),
          );
          expect(found).toEqual(expected);
          described += found?.length ?? 0;
        }
      }
    } finally {
      await bySql.stop();
    }
    expect(described).toBeGreaterThan(100);
  });
});

import { calendarDayOf } from '#lib/kernel';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';
import { TestService } from '../support/worlds/test-service';

interface Horizon {
  horizon: number;
  n: number;
  nEff: number;
  pending: number;
  hitRatePct: number | null;
  meanExcessPct: number | null;
  meanExcessLowPct: number | null;
  meanExcessHighPct: number | null;
  randomListP: number | null;
}

interface NamedStock {
  code: string;
  stockName: string | null;
}

interface Study {
  id: number;
  status: string;
  screen: { id: string; version: number };
  params: Record<string, unknown>;
  progress: number;
  days: number | null;
  signals: number;
  cases: number;
  unfillable: number;
  pending: number;
  variant: { number: number; of: number };
  horizons: Horizon[];
  groupHorizon: number;
  byYear: { year: number; n: number }[];
  halves: { half: string; n: number }[];
  path: { day: number; medianExcessPct: number | null }[];
  histogram: { n: number }[];
  best: NamedStock[];
  worst: NamedStock[];
  survivorship: string;
  warnings: string[];
  error: string | null;
}

interface Case {
  caseNo: number;
  code: string;
  signalDate: string;
  outcome: string;
  entryDate: string | null;
  entryPrice: number | null;
  exits: { horizon: number; exitDate: string; grossPct: number; netPct: number; excessPct: number }[];
}

interface Portfolio {
  capital: number;
  trades: {
    code: string;
    stockName: string | null;
    entryDate: string;
    exitDate: string | null;
    shares: number;
    result: number;
  }[];
  equity: { date: string; equity: number; cash: number }[];
  band: { p5: number; p50: number; p95: number }[];
}

const LAST = '2024-03-04';
const OPEN_FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };
const ASKED = {
  ...{ screen: 'ma_volume', from: '2023-01-03', to: '2024-01-31', filters: OPEN_FILTERS, horizons: [5, 20] },
};

let service: TestService;
let market: OpenMarket;

beforeAll(async () => {
  market = await openMarket(calendarDayOf(LAST), { demoEvery: 4, demoDays: 420 });
  service = await TestService.start({ BAR_MATRIX: 'on' }, { clock: market.clock, databaseUrl: market.databaseUrl });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await market.close();
});
beforeEach(() => emptyTables(service.database, ['study', 'study_case'], { restartIds: true }));

const post = (json: object) => service.call('POST', '/api/studies', { json });
const get = async (id: number) => (await service.call('GET', `/api/studies/${String(id)}`)).body.data as Study;

async function start(json: object): Promise<number> {
  const { status, body } = await post(json);
  if (status !== 202) throw new Error(JSON.stringify(body));
  return (body.data as { studyId: number }).studyId;
}

async function ended(id: number): Promise<Study> {
  let study = await get(id);
  await until('the study has ended', 60_000, async () => {
    study = await get(id);
    return !['queued', 'running'].includes(study.status);
  });
  return study;
}

async function casesOf(id: number): Promise<Case[]> {
  const { body } = await service.call('GET', `/api/studies/${String(id)}/cases?limit=1000`);
  return (body.data as { cases: Case[] }).cases;
}

describe('a study', () => {
  it('names the stocks of its best and worst cases, and of the trades of its portfolio, as they are called today', async () => {
    const { id, best } = await ended(await start(ASKED));
    const [first = '', second = ''] = new Set(best.map(({ code }) => code));
    await service.database.query(`update stock set name = case when code = $1 then '新名' end where code in ($1, $2)`, [
      first,
      second,
    ]);
    const stocks = await service.database.query<NamedStock>('select code, name as "stockName" from stock');
    const names = new Map(stocks.map(({ code, stockName }) => [code, stockName]));
    const study = await get(id);
    const { body } = await service.call('POST', `/api/studies/${String(id)}/portfolio`, {
      json: { positions: 5, capital: 200_000, exit: { days: 5 } },
    });
    const shown = [...study.best, ...study.worst, ...(body.data as Portfolio).trades];
    expect(shown.length).toBeGreaterThan(30);
    for (const { code, stockName } of shown) expect([code, stockName]).toEqual([code, names.get(code)]);
    expect(study.best.find(({ code }) => code === first)?.stockName).toBe('新名');
    expect(study.best.find(({ code }) => code === second)?.stockName).toBeNull();
  });

  it('says what the hits of a screen were worth, case by case', async () => {
    const study = await ended(await start(ASKED));
    expect(study).toMatchObject({
      ...{ status: 'completed', progress: 100, screen: { id: 'ma_volume' }, error: null, groupHorizon: 20 },
      ...{ survivorship: 'delisted_missing', variant: { number: 1, of: 1 } },
    });
    expect(study.path[0]?.day).toBe(-10);
    expect(study.path.at(-1)?.day).toBe(60);
    const cases = await casesOf(study.id);
    expect(cases).toHaveLength(study.cases);
    expect(study.cases).toBeGreaterThan(100);
    expect(study.signals).toBeGreaterThanOrEqual(study.cases);
    for (const horizon of study.horizons) {
      const exits = cases.flatMap(({ exits }) => exits.filter((exit) => exit.horizon === horizon.horizon));
      const mean = exits.reduce((sum, { excessPct }) => sum + excessPct, 0) / exits.length;
      expect(horizon.n).toBe(exits.length);
      expect(horizon.meanExcessPct).toBeCloseTo(mean, 9);
      expect(horizon.hitRatePct).toBeCloseTo(
        (exits.filter(({ excessPct }) => excessPct > 0).length / exits.length) * 100,
        9,
      );
      expect(horizon.meanExcessLowPct).toBeLessThan(mean);
      expect(horizon.meanExcessHighPct).toBeGreaterThan(mean);
    }
    const n = study.horizons.at(-1)?.n;
    const sum = (parts: { n: number }[]) => parts.reduce((total, part) => total + part.n, 0);
    expect([sum(study.byYear), sum(study.halves), sum(study.histogram)]).toEqual([n, n, n]);
    for (const { signalDate, entryDate, exits } of cases) {
      if (entryDate !== null) expect(entryDate > signalDate).toBe(true);
      for (const { exitDate, grossPct, netPct } of exits) {
        expect(exitDate > (entryDate ?? '')).toBe(true);
        expect(netPct).toBeLessThan(grossPct);
      }
    }
  });

  it('is the one that exists for an equal request on the same data, and another one for other options', async () => {
    const first = await start(ASKED);
    expect(await start({ ...ASKED, horizons: [20, 5], costs: { stamp: 'by_date' } })).toBe(first);
    await ended(first);
    expect(await start(ASKED)).toBe(first);
    const second = await start({ ...ASKED, overlap: 'all' });
    expect(second).not.toBe(first);
    expect((await ended(second)).variant).toEqual({ number: 2, of: 2 });
    expect((await get(first)).variant).toEqual({ number: 1, of: 2 });
    // Another span is no other variant.
    const third = await ended(await start({ ...ASKED, from: '2023-07-03' }));
    expect(third.variant).toEqual({ number: 1, of: 2 });
  });

  it('takes each hit where cases may overlap', async () => {
    // A breakout is followed by more of them.
    const asked = { ...ASKED, screen: 'turtle', from: '2023-12-01' };
    const [one, all] = [await ended(await start(asked)), await ended(await start({ ...asked, overlap: 'all' }))];
    expect(all.cases).toBe(all.signals);
    expect(one.signals).toBe(all.signals);
    expect(one.cases).toBeLessThan(all.cases);
  });

  it('asks a screen that ranks the market day by day', async () => {
    const asked = { screen: 'top_gainers', params: { top: 2 }, filters: OPEN_FILTERS, horizons: [5] };
    const study = await ended(await start({ ...asked, from: '2024-01-02', to: '2024-01-31' }));
    expect(study).toMatchObject({ status: 'completed', days: 22, signals: 44 });
  });

  it('asks the low volume of each day', async () => {
    const asked = { screen: 'low_volume', params: { circ_mkt_min_yi: 0, circ_mkt_max_yi: 100_000 }, horizons: [5] };
    const study = await ended(await start({ ...asked, from: '2024-02-01', to: '2024-02-29' }));
    expect(study).toMatchObject({ status: 'completed', params: { range_days: 1 } });
    const wide = await post({ ...asked, params: { range_days: 20 }, from: '2024-02-01', to: '2024-02-29' });
    expect(wide).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('can be read as CSV, and listed', async () => {
    const study = await ended(await start(ASKED));
    const { text, headers } = await service.call('GET', `/api/studies/${String(study.id)}/cases`, {
      headers: { accept: 'text/csv' },
    });
    expect(headers.get('content-type')).toContain('text/csv');
    const [header = '', ...rows] = text.trim().split(/\r?\n/);
    expect(header).toContain('code,stockName,signalDate,rank,outcome,entryDate,entryPrice,gapPct,exitDate5');
    expect(rows).toHaveLength(study.cases);
    const { body } = await service.call('GET', '/api/studies?screen=ma_volume');
    expect(body.data).toMatchObject({ studies: [{ id: study.id, path: [] }], pagination: { total: 1 } });
    expect((await service.call('GET', '/api/studies?screen=top_gainers')).body.data).toMatchObject({ studies: [] });
    const inState = async (status: string) =>
      (await service.call('GET', `/api/studies?screen=ma_volume&status=${status}`)).body;
    expect((await inState('completed')).data).toMatchObject({ studies: [{ id: study.id }], pagination: { total: 1 } });
    expect((await inState('failed')).data).toMatchObject({ studies: [], pagination: { total: 0 } });
    expect(await inState('lost')).toMatchObject({ success: false, code: 'invalid_input' });
    expect((await service.call('GET', '/api/studies/library')).body.data).toMatchObject({
      studies: [{ screen: 'ma_volume', study: { id: study.id } }],
    });
  });

  it('begins again where its worker was lost', async () => {
    await service.stopWorker();
    const id = await start(ASKED);
    await service.database.query(
      `update study set status = 'running', started_at = now(), progress = 50 where id = $1`,
      [id],
    );
    await service.startWorker();
    expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100 });
    expect(await casesOf(id)).toHaveLength((await get(id)).cases);
  });

  it('is cancelled once', async () => {
    await service.stopWorker();
    const id = await start(ASKED);
    const path = `/api/studies/${String(id)}`;
    expect(await service.call('DELETE', path)).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    expect(await service.call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'study_ended' } });
    const refused = await service.call('POST', `${path}/portfolio`, {
      json: { positions: 5, capital: 100_000, exit: { days: 5 } },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'study_not_completed' } });
    await service.startWorker();
    expect(await start(ASKED)).not.toBe(id);
  });

  it.each([
    [{ screen: 'nothing' }, 404, 'not_found'],
    [{ version: 99 }, 404, 'not_found'],
    [{ from: '2024-02-01' }, 400, 'invalid_input'],
    [{ from: '2010-01-04' }, 400, 'range_too_long'],
    [{ from: '2020-06-01', to: '2020-06-30' }, 400, 'no_data_in_span'],
    [{ horizons: [] }, 400, 'invalid_input'],
    [{ horizons: [0] }, 400, 'invalid_input'],
    [{ horizons: [5, 5] }, 400, 'invalid_input'],
    [{ overlap: 'last' }, 400, 'invalid_input'],
    [{ costs: { stamp: 'free' } }, 400, 'invalid_input'],
    [{ costs: { tax: 1 } }, 400, 'invalid_input'],
    [{ filters: { boards: [] } }, 400, 'invalid_input'],
    [{ params: { nothing: 1 } }, 400, 'invalid_input'],
    [{ screen: 'net_inflow' }, 409, 'screen_unavailable'],
  ])('%j is rejected', async (changed, status, code) => {
    expect(await post({ ...ASKED, ...changed })).toMatchObject({ status, body: { code } });
    expect(await service.database.query('select from study')).toHaveLength(0);
  });
});

describe('a worker that stops in the middle of a study', () => {
  it('hands it back, and the next one computes it', async () => {
    // Of so many hits the thread computes for a while what they were worth.
    const { body } = await service.call('POST', '/api/screens', { json: { name: 'risers', formula: 'PCT>3' } });
    const screen = (body.data as { screen: { id: string } }).screen.id;
    const id = await start({ ...ASKED, screen, overlap: 'all' });
    await until('the study computes', 60_000, async () => (await get(id)).progress >= 80);
    await service.stopWorker(0);
    expect(await get(id)).toMatchObject({ status: 'running', error: null });
    await service.startWorker();
    expect((await ended(id)).status).toBe('completed');
  }, 120_000);
});

describe('a portfolio of a study', () => {
  const ask = (id: number, json: object) => service.call('POST', `/api/studies/${String(id)}/portfolio`, { json });
  const RULES = { positions: 5, capital: 200_000, exit: { days: 10, stop_pct: 8 } };

  it('buys its cases, and its equity is what its trades made, to a fen', async () => {
    const { id } = await ended(await start({ ...ASKED, overlap: 'all' }));
    const { status, body } = await ask(id, RULES);
    expect(status).toBe(200);
    const { trades, equity, band, capital } = body.data as Portfolio;
    expect(trades.length).toBeGreaterThan(20);
    const made = trades.reduce((sum, { result }) => sum + Math.round(result * 100), 0);
    expect(Math.round((equity.at(-1)?.equity ?? 0) * 100)).toBe(capital * 100 + made);
    expect(Math.min(...equity.map(({ cash }) => cash))).toBeGreaterThanOrEqual(0);
    expect(band).toHaveLength(equity.length);
    for (const { p5, p50, p95 } of band) expect(p5 <= p50 && p50 <= p95).toBe(true);
    expect((await ask(id, RULES)).body.data).toEqual(body.data);
  });

  it('is refused where its rules are none, or its study', async () => {
    const { id } = await ended(await start({ ...ASKED, from: '2024-01-02' }));
    for (const changed of [
      { positions: 0 },
      { capital: 1 },
      { exit: {} },
      { exit: { days: 0 } },
      { exit: { days: 5, stop_pct: 100 } },
      { exit: { days: 5, patience: 1 } },
    ]) {
      const { status, body } = await ask(id, { ...RULES, ...changed });
      expect({ changed, status, code: body.code }).toEqual({ changed, status: 400, code: 'invalid_input' });
    }
    expect(await ask(999_999, RULES)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

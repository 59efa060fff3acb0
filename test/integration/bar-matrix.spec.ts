import { isDeepStrictEqual } from 'node:util';
import { loadConfig } from '#lib/config';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { type BarMatrix, BarMatrixService, MatrixLoader } from '#lib/bar-matrix';
import { BarReader, type StockBars } from '#lib/bar-matrix/testing';
import { StockBarsService } from '#lib/market-data';
import { type OpenMarket, openMarket } from '../support/database/open-market';

const config = loadConfig({ NODE_ENV: 'test' });
const FIRST_DAYS = 330;

let market: OpenMarket;
let loader: MatrixLoader;

/** A caller that waits for as long as it takes. */
const PATIENT = new AbortController().signal;

const serviceWith = (barMatrixDays: number) => new BarMatrixService({ ...config, barMatrixDays }, market.state, loader);

beforeAll(async () => {
  // Six: some of the stocks that are changed below are among them.
  market = await openMarket(calendarDayOf('2024-03-04'), { demoEvery: 6 });
  loader = new MatrixLoader(market.database, market.state, market.calendars);
  await market.demo.ensure({ firstLoadDays: FIRST_DAYS });
  // What the demo market has none of: vendor limits, a suspended stock without caps, names with special treatment.
  await market.database.query(
    `update daily_bar set circ_market_cap = null where code in (select code from stock order by code limit 5) and trade_date > '2024-02-20'`,
  );
  await market.database.query(`update daily_bar set is_st = null, pre_close = null where code like '60560%'`);
  await market.database.query(
    `update daily_bar set up_limit = 100000, down_limit = 0 where code like '30170%' and trade_date > '2024-01-10'`,
  );
}, 120_000);
afterAll(() => market.close());
afterEach(() => jest.restoreAllMocks());

async function loadAll(days = 5000): Promise<BarMatrix> {
  const matrix = await loader.loadDays(days);
  if (matrix === undefined) throw new Error('the market has no bars');
  return matrix;
}

const COLUMNS = [
  ...(['open', 'high', 'low', 'close', 'volume', 'tradedVolume', 'amount', 'tradedClose', 'referenceClose'] as const),
  ...(['pct', 'turnover', 'floatCap', 'totalCap', 'limitUp', 'limitDown', 'locked', 'st', 'listDays', 'day'] as const),
];

function columnsOf(bars: StockBars | undefined, matrix: BarMatrix): object | undefined {
  if (bars === undefined) return undefined;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, Array.from<number>(bars[name])]));
  // Two matrices may begin on different days.
  return {
    ...columns,
    day: Array.from(bars.day, (dayNo) => matrix.facts.days[dayNo]),
    name: bars.name,
    code: bars.code,
  };
}

function stockOf(matrix: BarMatrix, code: string): number {
  return matrix.facts.stocks.findIndex((stock) => stock.code === code);
}

/** Every stock's columns, as a run on the day reads them. */
function readAll(matrix: BarMatrix, day: CalendarDay, bars: number | null): Map<string, object> {
  const reader = new BarReader(matrix);
  const dayNo = matrix.dayNoOf(day) ?? -1;
  const all = new Map<string, object>();
  for (const [stockNo, { code }] of matrix.facts.stocks.entries()) {
    const columns = columnsOf(reader.read(stockNo, dayNo, bars), matrix);
    if (columns !== undefined) all.set(code, columns);
  }
  return all;
}

/** As `toEqual`, which tells where they differ and takes a hundred times as long on millions of numbers. */
function expectEqual(actual: object, expected: object): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

it('reads a change of a whole percent as that', async () => {
  const day = calendarDayOf('2024-02-28');
  const [before] = await market.database.query<{ code: string }>(
    `select code, high, low, close, pre_close from daily_bar where trade_date = $1 and code like '6056%' order by code desc limit 1`,
    [day],
  );
  const code = before?.code ?? '';
  const put = (row: unknown) =>
    market.database.query(
      `update daily_bar b set (high, low, close, pre_close) = (r.high, r.low, r.close, r.pre_close)
       from jsonb_populate_record(null::daily_bar, $3) r where b.trade_date = $1 and b.code = $2`,
      [day, code, row],
    );
  try {
    for (const [preClose, close, pct] of [
      [10, 12, 20],
      [10, 11.5, 15],
      [10, 11, 10],
      [20, 19, -5],
    ]) {
      await put({ high: 30, low: 1, close, pre_close: preClose });
      const matrix = await loadAll(10);
      const bars = new BarReader(matrix).read(stockOf(matrix, code), matrix.dayNoOf(day) ?? -1, null);
      expect([close, bars?.pct.at(-1)]).toEqual([close, pct]);
    }
  } finally {
    await put(before);
  }
});

it('reads of each stock what the one adjuster has of it', async () => {
  const matrix = await loadAll();
  const service = new StockBarsService(market.database);
  const reader = new BarReader(matrix);
  const day = calendarDayOf('2024-02-28');
  let compared = 0;
  for (const [stockNo, { code }] of matrix.facts.stocks.entries()) {
    const bars = reader.read(stockNo, matrix.dayNoOf(day) ?? -1, null);
    const expected = await service.upTo(code, day);
    if (expected.at(-1)?.tradeDate !== day) {
      expect(bars).toBeUndefined();
      continue;
    }
    compared += 1;
    const numbers = (of: (bar: (typeof expected)[number]) => number | null) => expected.map((bar) => of(bar) ?? NaN);
    expect(columnsOf(bars, matrix)).toMatchObject({
      code,
      day: expected.map(({ tradeDate }) => tradeDate),
      open: numbers(({ adjOpen }) => adjOpen),
      high: numbers(({ adjHigh }) => adjHigh),
      low: numbers(({ adjLow }) => adjLow),
      close: numbers(({ adjClose }) => adjClose),
      volume: numbers(({ adjVolume }) => adjVolume),
      amount: numbers(({ amount }) => amount),
      tradedClose: numbers(({ close }) => close),
      limitUp: numbers(({ upLimit }) => upLimit),
      limitDown: numbers(({ downLimit }) => downLimit),
    });
  }
  expect(compared).toBeGreaterThan(80);
}, 120_000);

it('carries circulating shares on to bars without a cap, as scans do', async () => {
  const matrix = await loadAll();
  const reader = new BarReader(matrix);
  const [row] = await market.database.query<{ code: string; shares: number; close: number }>(
    `select b.code, b.close, (select circ_market_cap / close from daily_bar k where k.code = b.code
         and circ_market_cap is not null order by trade_date desc limit 1) as shares
     from daily_bar b where b.trade_date = '2024-03-04' and b.code in (select code from stock order by code limit 5) order by b.code limit 1`,
  );
  const bars = reader.read(stockOf(matrix, row?.code ?? ''), matrix.facts.days.length - 1, 30);
  expect(bars?.floatCap.at(-1)).toBeCloseTo((row?.shares ?? NaN) * (row?.close ?? NaN), 2);
});

it('has the same columns from memory and from SQL, for any day and number of bars', async () => {
  const matrix = await loadAll();
  for (const [day, bars] of [
    ['2024-03-04', 1],
    ['2024-03-04', 250],
    ['2024-02-19', 61],
    ['2023-06-01', 300],
    ['2024-01-15', null],
  ] as const) {
    const kept = readAll(matrix, calendarDayOf(day), bars);
    const service = serviceWith(0);
    const fromSql = await service.read({ through: calendarDayOf(day), bars }, PATIENT);
    expect(service.getStats()).toBeUndefined();
    if (fromSql === undefined) throw new Error('no bars from SQL');
    const read = readAll(fromSql, calendarDayOf(day), bars);
    expect([...read.keys()]).toEqual([...kept.keys()]);
    expectEqual(read, kept);
    expect(kept.size).toBeGreaterThan(100);
  }
}, 240_000);

describe('the kept matrix', () => {
  it('is read once for all who ask first, and is the market that it names after days were added', async () => {
    const service = serviceWith(5000);
    const request = { through: calendarDayOf('2024-03-04'), bars: 20 };
    const bySql = jest.spyOn(loader, 'loadThrough');
    const [kept, ...others] = await Promise.all([1, 2, 3].map(() => service.read(request, PATIENT)));
    expect(kept?.facts.days.length).toBeGreaterThan(300);
    for (const other of others) expect(other).toBe(kept);
    expect(bySql).not.toHaveBeenCalled();

    market.clock.set(calendarDayOf('2024-03-06'));
    expect(await market.demo.ensure()).toMatchObject({ daysAdded: 2 });
    const later = calendarDayOf('2024-03-06');
    const grown = await service.read({ through: later, bars: 250 }, PATIENT);
    expect(grown?.dataVersion).toBe((await market.state.read()).dataVersion);
    // The places are those of the matrix before, and what was read of it still holds.
    expect(grown?.shared.buffers).toBe(kept?.shared.buffers);
    expect(kept?.lastDay).toBe('2024-03-04');
    const fresh = await loadAll();
    expectEqual(readAll(grown ?? fresh, later, 250), readAll(fresh, later, 250));
    expect(grown).not.toBe(fresh);
  }, 120_000);

  it('is read again where bars of before have changed', async () => {
    const service = serviceWith(5000);
    const day = calendarDayOf('2024-03-06');
    await service.read({ through: day, bars: 5 }, PATIENT);
    const code = await anyCode();
    await market.database.query(`update daily_bar set close = low where code = $1 and trade_date = '2024-03-01'`, [
      code,
    ]);
    await market.database.query('update market_state set data_version = data_version + 1, updated_at = now()');
    const answer = await service.read({ through: day, bars: 5 }, PATIENT);
    if (answer === undefined) throw new Error('no bars');
    const bars = new BarReader(answer).read(stockOf(answer, code), answer.dayNoOf(day) ?? -1, 5);
    const [row] = await market.database.query<{ low: number }>(
      `select low from daily_bar where code = $1 and trade_date = '2024-03-01'`,
      [code],
    );
    expect(bars?.tradedClose[1]).toBe(row?.low);
    expect(service.getStats()?.dataVersion).toBe((await market.state.read()).dataVersion);
  }, 120_000);

  it('leaves to SQL what lies before its days', async () => {
    const service = serviceWith(60);
    const day = calendarDayOf('2024-03-06');
    const [kept, read] = [
      await service.read({ through: day, bars: 5 }, PATIENT),
      await service.read({ through: day, bars: 59 }, PATIENT),
    ];
    expect((kept?.facts.days.length ?? 0) - (kept?.facts.completeFrom ?? 0)).toBe(60);
    expect(read).not.toBe(kept);
    expect(await service.read({ through: day, bars: 15 }, PATIENT)).toBe(kept);
    expect((await service.read({ through: calendarDayOf('2023-06-01'), bars: 5 }, PATIENT))?.lastDay).toBe(
      '2023-06-01',
    );
    expect((await service.read({ through: day, bars: null }, PATIENT))?.facts.days.length).toBeGreaterThan(300);
  }, 120_000);
});

describe('while it is read', () => {
  const day = calendarDayOf('2024-03-06');
  const request = { through: day, bars: 5 };

  it('a caller may go, and the others get it', async () => {
    const service = serviceWith(5000);
    const caller = new AbortController();
    const gone = service.read(request, caller.signal);
    const stays = service.read(request, PATIENT);
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(service.getStats()).toBeUndefined();
    expect((await stays)?.dataVersion).toBe(service.getStats()?.dataVersion);
  }, 60_000);

  it('who asks for one stock is answered by SQL at once', async () => {
    const service = serviceWith(5000);
    const code = await anyCode();
    const matrix = await service.readStock(code, request);
    expect(matrix?.facts.stocks.map((stock) => stock.code)).toEqual([code]);
    await untilKept(service);
    expect((await service.readStock(code, request))?.facts.stocks.length).toBeGreaterThan(100);
  }, 60_000);

  it('who has another way looks, and only some have it read', async () => {
    const service = serviceWith(5000);
    expect(await service.peek(market.database, day)).toBeUndefined();
    const stays = service.getStats();
    const load = jest.spyOn(loader, 'loadDays');
    expect(await service.peek(market.database, day)).toBeUndefined();
    expect([stays, load.mock.calls.length]).toEqual([undefined, 0]);
    expect(await service.peekOrLoad(market.database, day)).toBeUndefined();
    expect(load).toHaveBeenCalledTimes(1);
    await untilKept(service);
    expect((await service.peek(market.database, day))?.lastDay).toBe(day);
    expect(await service.peek(market.database, calendarDayOf('2000-01-04'))).toBeDefined();
  }, 60_000);

  it('SQL answers where the read fails, and the next run reads again', async () => {
    const service = serviceWith(5000);
    const [load, bySql] = [jest.spyOn(loader, 'loadDays'), jest.spyOn(loader, 'loadThrough')];
    load.mockRejectedValueOnce(new Error('no memory'));
    expect((await service.read(request, PATIENT))?.lastDay).toBe(day);
    expect([load.mock.calls.length, bySql.mock.calls.length, service.getStats()]).toEqual([1, 1, undefined]);
    await service.read(request, PATIENT);
    expect([load.mock.calls.length, bySql.mock.calls.length]).toEqual([2, 1]);
    expect(service.getStats()).toBeDefined();
  }, 60_000);
});

describe('memory', () => {
  const through = calendarDayOf('2024-03-06');

  it('is shared by runs that ask for no more than another one had read', async () => {
    const service = serviceWith(60);
    const bySql = jest.spyOn(loader, 'loadThrough');
    const asked = [100, 100, 100].map((bars) => service.read({ through, bars }, PATIENT));
    const [first, ...others] = await Promise.all(asked);
    for (const other of others) expect(other).toBe(first);
    expect(await service.read({ through, bars: 80 }, PATIENT)).toBe(first);
    expect(bySql).toHaveBeenCalledTimes(1);

    const wider = await service.read({ through, bars: null }, PATIENT);
    expect(wider?.columns.day.length).toBeGreaterThan(first?.columns.day.length ?? Infinity);
    expect((await service.read({ through: calendarDayOf('2024-02-28'), bars: 100 }, PATIENT))?.lastDay).toBe(
      '2024-02-28',
    );
    expect(bySql).toHaveBeenCalledTimes(3);
    service.onApplicationShutdown();
  }, 120_000);

  it('is not shared once the market has changed', async () => {
    const service = serviceWith(60);
    const before = await service.read({ through, bars: 100 }, PATIENT);
    await market.database.query('update market_state set data_version = data_version + 1, updated_at = now()');
    const after = await service.read({ through, bars: 100 }, PATIENT);
    expect(after?.dataVersion).toBe((before?.dataVersion ?? NaN) + 1);
    service.onApplicationShutdown();
  }, 120_000);

  it('is not kept of a read that failed', async () => {
    const service = serviceWith(60);
    await service.read({ through, bars: 5 }, PATIENT);
    const bySql = jest.spyOn(loader, 'loadThrough').mockRejectedValueOnce(new Error('no memory'));
    await expect(service.read({ through, bars: 100 }, PATIENT)).rejects.toThrow('no memory');
    expect(await service.read({ through, bars: 100 }, PATIENT)).toBeDefined();
    expect(bySql).toHaveBeenCalledTimes(2);
    service.onApplicationShutdown();
  }, 120_000);

  it('is free of what was read before when it is filled again', async () => {
    const service = serviceWith(60);
    // As large as those of a whole market: less is not worth a collection. A spy would keep the bars that it was called on.
    const prototype = Object.getPrototypeOf(await loadAll(1)) as BarMatrix;
    const { get: bytes } = Object.getOwnPropertyDescriptor(prototype, 'bytes') ?? {};
    Object.defineProperty(prototype, 'bytes', { get: () => 2 ** 28, configurable: true });
    const before = [await readAndForget(service, 5), await readAndForget(service, 100)];
    await market.database.query('update market_state set data_version = data_version + 1, updated_at = now()');
    const left: number[] = [];
    for (const method of ['loadDays', 'loadThrough'] as const) {
      const load = loader[method].bind(loader) as (...given: unknown[]) => Promise<BarMatrix | undefined>;
      jest.spyOn(loader, method).mockImplementationOnce((...given: unknown[]) => {
        left.push(before.filter((buffer) => buffer.deref() !== undefined).length);
        return load(...given);
      });
    }
    await readAndForget(service, 100);
    // What was kept goes first, then what a run had read.
    expect(left).toEqual([1, 0]);
    Object.defineProperty(prototype, 'bytes', { get: bytes, configurable: true });
    service.onApplicationShutdown();
  }, 120_000);

  async function readAndForget(service: BarMatrixService, bars: number): Promise<WeakRef<SharedArrayBuffer>> {
    const matrix = await service.read({ through, bars }, PATIENT);
    if (matrix === undefined) throw new Error('no bars');
    return new WeakRef(matrix.shared.buffers.close);
  }
});

describe('the kept matrix of newest days', () => {
  const PRIOR = 60;
  let gaps: { code: string; bars: number }[];

  /** Stocks that were suspended for some of the newest days. */
  beforeAll(async () => {
    await market.database.query(
      `delete from daily_bar where trade_date > '2024-02-01' and code in (select code from stock order by code offset 20 limit 3)`,
    );
    await market.database.query(
      `delete from daily_bar where trade_date between '2023-12-20' and '2024-01-20' and code in (select code from stock order by code offset 30 limit 3)`,
    );
    gaps = await market.database.query<{ code: string; bars: number }>(
      `select code, count(*)::int as bars from daily_bar where trade_date >= $1 group by code having count(*) < $2 and
         exists (select from stock s where s.code = daily_bar.code and s.first_bar_date < $1) order by code`,
      [(await loadAll(PRIOR)).facts.days.at(-PRIOR), PRIOR],
    );
  });

  it('has as many bars of a stock that was suspended as of the others, those before a gap like the newer ones', async () => {
    expect(gaps.length).toBeGreaterThan(5);
    const [all, newest] = [await loadAll(), await loadAll(PRIOR)];
    const lastNo = newest.facts.days.length - 1;
    for (const { code } of gaps) expect(newest.countThrough(stockOf(newest, code), lastNo)).toBe(PRIOR);
    const day = all.lastDay ?? calendarDayOf('2024-03-06');
    const read = readAll(newest, day, PRIOR - 45);
    expectEqual(Object.fromEntries(read), Object.fromEntries(readAll(all, day, PRIOR - 45)));
    const reader = { newest: new BarReader(newest), all: new BarReader(all) };
    for (const { code } of gaps) {
      const last = newest.dateAt((newest.starts[stockOf(newest, code)] ?? 0) + PRIOR - 1);
      const of = (name: 'newest' | 'all', matrix: BarMatrix) =>
        columnsOf(reader[name].read(stockOf(matrix, code), matrix.dayNoOf(last) ?? -1, PRIOR - 1), matrix);
      expect(of('newest', newest)).toEqual({ ...of('all', all), floatCap: expect.any(Array) as unknown });
    }
  }, 120_000);

  it('answers a run that such a stock would have sent to SQL', async () => {
    const service = serviceWith(PRIOR);
    const fromSql = jest.spyOn(loader, 'loadThrough');
    const through = (await loadAll()).lastDay ?? calendarDayOf('2024-03-06');
    const kept = await service.read({ through, bars: PRIOR - 45 }, PATIENT);
    expect(await service.read({ through, bars: 1 }, PATIENT)).toBe(kept);
    expect(fromSql).not.toHaveBeenCalled();
  }, 120_000);

  it('is read again with a quarter more days, where a run asks for some of them', async () => {
    const service = serviceWith(PRIOR);
    const fromSql = jest.spyOn(loader, 'loadThrough');
    const through = (await loadAll()).lastDay ?? calendarDayOf('2024-03-06');
    const narrow = await service.read({ through, bars: 1 }, PATIENT);
    const wide = await service.read({ through, bars: PRIOR - 44 }, PATIENT);
    expect(wide).not.toBe(narrow);
    // Once for all that may be asked of them.
    expect(await service.read({ through, bars: PRIOR * 1.25 - 45 }, PATIENT)).toBe(wide);
    expect(await service.read({ through, bars: 1 }, PATIENT)).toBe(wide);
    expect(fromSql).not.toHaveBeenCalled();
    await service.read({ through, bars: PRIOR * 1.25 - 44 }, PATIENT);
    expect(fromSql).toHaveBeenCalledTimes(1);
    service.onApplicationShutdown();
  }, 120_000);

  it('takes days that are added, behind bars of before a gap', async () => {
    // A change that is known by name, after those above.
    market.clock.set(calendarDayOf('2024-03-07'));
    await market.demo.ensure();
    const matrix = await loadAll(PRIOR);
    market.clock.set(calendarDayOf('2024-03-08'));
    expect(await market.demo.ensure()).toMatchObject({ daysAdded: 1 });
    const grown = await loader.append(matrix);
    if (grown === undefined) throw new Error('the days were not appended');
    const [all, day] = [await loadAll(), calendarDayOf('2024-03-08')];
    expectEqual(Object.fromEntries(readAll(grown, day, PRIOR - 44)), Object.fromEntries(readAll(all, day, PRIOR - 44)));
    expect(grown.facts.completeFrom).toBe(matrix.facts.completeFrom);
  }, 120_000);
});

/** A stock that traded on each of the days from 2024-03-01 on, and never closed at its low. */
async function anyCode(): Promise<string> {
  const [row] = await market.database.query<{ code: string }>(
    `select code from daily_bar where trade_date >= '2024-03-01' group by code having count(*) = 4 and bool_and(close > low) order by code limit 1`,
  );
  return row?.code ?? '';
}

async function untilKept(service: BarMatrixService): Promise<void> {
  for (let tries = 0; service.getStats() === undefined; tries += 1) {
    if (tries > 600) throw new Error('no matrix after a minute');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

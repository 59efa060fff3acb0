import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { MarketLoadHooks, TradingCalendar } from '#lib/market-data';
import { SessionMarketService } from '#lib/tracking';
import { refreshInvalidation, refreshSessionMarket } from '#lib/tracking/testing';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';

const BAOSTOCK = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST';
const EASTMONEY = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,换手率';

interface Day {
  day: string;
  close: number;
  /** Absent: the file is of a source without it. */
  preClose?: number;
  volume?: number;
}

interface Figures {
  close: number | null;
  day: string | null;
  pct: number | null;
  basis: string | null;
  cap: number | null;
  lowest: string | null;
}

let market: OpenMarket;
let sessions: SessionMarketService;
let folder: string;
let files = 0;

beforeEach(async () => {
  // The demo market is thin: what a rebuild finds of a stock does not depend on the others.
  market = await openMarket(calendarDayOf('2026-11-20'), { demoEvery: 4 });
  sessions = new SessionMarketService(market.database, new MarketLoadHooks());
  folder = await mkdtemp(join(tmpdir(), 'session-market-'));
});
afterEach(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});

/** Imports bars of one code; with previous closes as BaoStock writes them, else as East Money does. */
async function load(code: string, days: readonly Day[], replaceDemo = false): Promise<void> {
  const knows = days.every((day) => day.preClose !== undefined);
  const row = ({ day, close, preClose, volume = 1000 }: Day) =>
    knows
      ? `${day},sh.${code},${close},${close},${close},${close},${preClose ?? ''},${volume * 100},${close * volume * 100},0.5,1,0`
      : `${day},${code},${close},${close},${close},${close},${volume},${close * volume * 100},0.5`;
  const own = join(folder, String((files += 1)));
  await mkdir(own);
  await writeFile(join(own, `${code}.csv`), [knows ? BAOSTOCK : EASTMONEY, ...days.map(row)].join('\n'));
  const report = await market.importer.import({
    path: own,
    format: knows ? 'baostock-csv' : 'eastmoney-csv',
    replaceDemo,
  });
  expect(report.refused).toEqual([]);
}

/** What the sessions service does with these; only the order of write and refresh matters here. */
async function write(sql: string, parameters: readonly unknown[] = []): Promise<number> {
  return market.database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(`${sql} returning id`, parameters);
    const id = row?.id ?? 0;
    await refreshSessionMarket(tx, [id]);
    return id;
  });
}

const open = (code: string, entryDate: string, close: number | null = 10) =>
  write(
    `insert into tracking_session (code, entry_date, entry_close_price, market_source) values ($1, $2, $3, 'files')`,
    [code, entryDate, close],
  );
const close = (id: number) => market.database.query('update tracking_session set ended_at = now() where id = $1', [id]);
const reopen = (id: number) => write('update tracking_session set ended_at = null where id = $1', [id]);

async function figuresOf(id: number): Promise<Figures | undefined> {
  const [row] = await market.database.query<Figures>(
    `select latest_close as close, latest_trade_date as day, close_vs_entry_pct as pct, close_vs_entry_basis as basis,
       circulating_market_cap_yi as cap, lowest_volume_trade_date as lowest from session_market where session_id = $1`,
    [id],
  );
  return row;
}

describe('the market metrics of a session', () => {
  it('are null without bars', async () => {
    const id = await open('600000', '2024-01-02');
    expect(await figuresOf(id)).toEqual({ close: null, day: null, pct: null, basis: null, cap: null, lowest: null });
  });

  it('come with the import, in its transaction', async () => {
    const id = await open('600000', '2024-01-02');
    await load('600000', [
      { day: '2024-01-02', close: 10, volume: 900 },
      { day: '2024-01-03', close: 10.5, volume: 800 },
      { day: '2024-01-04', close: 10.55, volume: 800 },
      { day: '2024-01-05', close: 10.25, volume: 850 },
    ]);
    const cap = Math.round((10.25 * 85_000) / 0.005 / 1e6) / 100;
    expect(await figuresOf(id)).toEqual({
      close: 10.25,
      day: '2024-01-05',
      pct: 2.5,
      basis: 'raw',
      cap,
      lowest: '2024-01-04',
    });
  });

  it('correct a split by the ex-right previous close, only on the days after the entry', async () => {
    await load('600000', [
      { day: '2024-01-02', close: 20, preClose: 20 },
      { day: '2024-01-03', close: 10, preClose: 10 },
      { day: '2024-01-04', close: 5.5, preClose: 5 },
    ]);
    expect(await figuresOf(await open('600000', '2024-01-03', 10))).toMatchObject({ pct: 10, basis: 'adjusted' });
    await market.database.query('update tracking_session set deleted_at = now()');
    expect(await figuresOf(await open('600000', '2024-01-02', 20))).toMatchObject({ pct: 10, basis: 'adjusted' });
    await market.database.query('update tracking_session set deleted_at = now()');
    expect(await figuresOf(await open('600000', '2024-01-04', 5.5))).toMatchObject({ pct: 0, basis: 'adjusted' });
  });

  it('are unknown over an unexplained gap, until another source explains it', async () => {
    const id = await open('600000', '2024-01-02', 20);
    await load('600000', [
      { day: '2024-01-02', close: 20 },
      { day: '2024-01-03', close: 10 },
    ]);
    expect(await figuresOf(id)).toMatchObject({ close: 10, pct: null, basis: 'unknown' });
    await load('600000', [{ day: '2024-01-03', close: 10, preClose: 10 }]);
    expect(await figuresOf(id)).toMatchObject({ close: 10, pct: 0, basis: 'adjusted' });
  });

  it('have no percentage without an entry close', async () => {
    await load('600000', [{ day: '2024-01-02', close: 20 }]);
    const id = await open('600000', '2024-01-02', null);
    expect(await figuresOf(id)).toMatchObject({ close: 20, pct: null, basis: null });
  });

  it('cover 360 open days for the lowest volume, and drop a day that has left the window', async () => {
    const days = TradingCalendar.published().openDaysBefore(calendarDayOf('2024-06-01'), 361);
    const bars = days.map((day, at) => ({ day, close: 10, volume: at === 0 ? 1 : at === 5 ? 2 : 100 }));
    const id = await open('600000', '2024-01-02');
    await load('600000', bars.slice(0, -1));
    expect((await figuresOf(id))?.lowest).toBe(days[0]);
    // The window moves with the market's last day, though this stock has no new bar.
    await load('600001', bars.slice(-1));
    expect((await figuresOf(id))?.lowest).toBe(days[5]);
  });

  it('stay unchanged when the session closes, and catch up when it is reopened', async () => {
    await load('600000', [{ day: '2024-01-02', close: 10 }]);
    const id = await open('600000', '2024-01-02');
    await close(id);
    const kept = await figuresOf(id);
    await load('600000', [{ day: '2024-01-03', close: 10.5 }]);
    await sessions.rebuild();
    expect(await figuresOf(id)).toEqual(kept);
    await write('update tracking_session set entry_close_price = 8 where id = $1', [id]);
    expect(await figuresOf(id)).toEqual({ ...kept, pct: 25 });
    await reopen(id);
    expect(await figuresOf(id)).toMatchObject({ close: 10.5, day: '2024-01-03', pct: 31.25 });
  });

  it('are removed with the demo market that real bars replace', async () => {
    market.clock.set(calendarDayOf('2022-03-01'));
    await market.demo.ensure();
    const [stock] = await market.database.query<{ code: string; latest: string }>(
      `select code, latest_trade_date as latest from stock_figures order by code limit 1`,
    );
    const id = await open(stock?.code ?? '', '2022-02-01');
    expect(await figuresOf(id)).toMatchObject({ day: stock?.latest });
    await load('605599', [{ day: '2022-03-01', close: 10 }], true);
    expect(await figuresOf(id)).toMatchObject({ close: null, day: null, pct: null, lowest: null });
    expect(await market.database.query('select code from stock_figures')).toEqual([{ code: '605599' }]);
    expect(await market.database.query('select code from price_break')).toEqual([]);
  });

  it('change with a load while someone edits the session', async () => {
    const id = await open('600000', '2024-01-02');
    await market.database.transaction(async (tx) => {
      await tx.query('update tracking_session set priority = 60 where id = $1', [id]);
      await load('600000', [{ day: '2024-01-02', close: 10 }]);
      expect(await figuresOf(id)).toMatchObject({ close: 10 });
    });
    expect(await market.database.query('select priority, version from tracking_session')).toEqual([
      { priority: 60, version: 1 },
    ]);
  });

  it('include a load that commits while the session opens', async () => {
    await load('600000', [{ day: '2024-01-02', close: 10 }]);
    let loading: Promise<void> = Promise.resolve();
    const id = await market.database.transaction(async (tx) => {
      const [row] = await tx.query<{
        id: number;
      }>(`insert into tracking_session (code, entry_date, entry_close_price, market_source)
         values ('600000', '2024-01-02', 10, 'files') returning id`);
      await refreshSessionMarket(tx, [row?.id ?? 0]);
      loading = load('600000', [{ day: '2024-01-03', close: 10.5 }]);
      for (;;) {
        const waiting = await market.database.query(`select from pg_locks where locktype = 'advisory' and not granted`);
        if (waiting.length > 0) break;
      }
      return row?.id ?? 0;
    });
    await loading;
    expect(await figuresOf(id)).toMatchObject({ close: 10.5, day: '2024-01-03' });
  });
});

describe('the invalidation price of a session', () => {
  const READ_ON = '2024-01-03';

  /** A record of a fill, and the refresh that a write of records makes. */
  const read = async (id: number, price: number, asOf = READ_ON): Promise<void> => {
    const evidence = { asOf, invalidation: { price, rule: `吸筹：连续 5 日收于 S ${price} 之下则失效` } };
    await market.database.transaction(async (tx) => {
      await tx.query('delete from daily_record where session_id = $1', [id]);
      await tx.query(
        `insert into daily_record (session_id, trade_date, origin, is_latest, evidence) values ($1, $2, 'ai', true, $3)`,
        [id, asOf, evidence],
      );
      await refreshInvalidation(tx, id);
    });
  };
  const invalidationOf = async (id: number) => {
    const [row] = await market.database.query<{ price: number | null; pct: number | null }>(
      `select invalidation_price as price, invalidation_distance_pct as pct from session_market where session_id = $1`,
      [id],
    );
    return row;
  };

  it('follows the closes, and is carried over an ex-right day', async () => {
    await load('600000', [
      { day: '2024-01-02', close: 20, preClose: 20 },
      { day: READ_ON, close: 20, preClose: 20 },
    ]);
    const id = await open('600000', '2024-01-02', 20);
    await read(id, 18);
    expect(await invalidationOf(id)).toEqual({ price: 18, pct: 10 });
    await load('600000', [{ day: '2024-01-04', close: 19, preClose: 20 }]);
    expect(await invalidationOf(id)).toEqual({ price: 18, pct: 5.26 });
    await load('600000', [{ day: '2024-01-05', close: 8, preClose: 9.5 }]);
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: -12.5 });
    expect(await sessions.rebuild()).toEqual({ changed: 0 });
    expect(await sessions.compare(10)).toEqual({ compared: 1, differences: [] });
  });

  it('is none over a gap that nobody explains, and of a day that the stock has not reached', async () => {
    await load('600000', [
      { day: '2024-01-02', close: 20 },
      { day: READ_ON, close: 20 },
      { day: '2024-01-04', close: 10 },
    ]);
    const id = await open('600000', '2024-01-04', 10);
    await read(id, 18);
    expect(await invalidationOf(id)).toEqual({ price: null, pct: null });
    await read(id, 9, '2024-01-05');
    expect(await invalidationOf(id)).toEqual({ price: null, pct: null });
  });

  it('is there without an entry close', async () => {
    await load('600000', [{ day: READ_ON, close: 10 }]);
    const id = await open('600000', READ_ON, null);
    await read(id, 9);
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: 10 });
  });

  it('stays that of the close, and follows the records again when the session is reopened', async () => {
    await load('600000', [{ day: READ_ON, close: 10 }]);
    const id = await open('600000', READ_ON);
    await read(id, 9);
    await close(id);
    await load('600000', [{ day: '2024-01-04', close: 10.5 }]);
    await sessions.rebuild();
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: 10 });
    await reopen(id);
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: 14.29 });
  });

  it('that an older build left out is found by the audit and the rebuild', async () => {
    await load('600000', [{ day: READ_ON, close: 10 }]);
    const id = await open('600000', READ_ON);
    await read(id, 9);
    await market.database.query(`update daily_record set evidence = jsonb_set(evidence, '{invalidation,price}', '8')`);
    const { differences } = await sessions.compare(10);
    expect(differences.map(({ sessionId }) => sessionId)).toEqual([id]);
    expect(await sessions.rebuild()).toEqual({ changed: 1 });
    expect(await invalidationOf(id)).toEqual({ price: 8, pct: 20 });
  });

  it('is filled at the start after an older build', async () => {
    await load('600000', [{ day: READ_ON, close: 10 }]);
    const id = await open('600000', READ_ON);
    await read(id, 9);
    await market.database.query('update session_market set invalidation_price = null, invalidation_side = null');
    await market.database.query('update market_state set session_rule = 2');
    await sessions.fillMissing();
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: 10 });
  });

  it('includes a load that commits while the record is written', async () => {
    await load('600000', [{ day: READ_ON, close: 10 }]);
    const id = await open('600000', READ_ON);
    let loading: Promise<void> = Promise.resolve();
    await market.database.transaction(async (tx) => {
      await tx.query(
        `insert into daily_record (session_id, trade_date, is_latest, evidence) values ($1, $2, true, $3)`,
        [id, READ_ON, { asOf: READ_ON, invalidation: { price: 9, rule: '之下' } }],
      );
      await refreshInvalidation(tx, id);
      loading = load('600000', [{ day: '2024-01-04', close: 10.5 }]);
      await until('the load waits', 30_000, async () => {
        const waiting = await market.database.query(`select from pg_locks where locktype = 'advisory' and not granted`);
        return waiting.length > 0;
      });
    });
    await loading;
    expect(await invalidationOf(id)).toEqual({ price: 9, pct: 14.29 });
  });
});

describe('a rebuild', () => {
  const DAYS = TradingCalendar.published().openDaysBetween(calendarDayOf('2024-01-15'), calendarDayOf('2024-03-08'));
  const CODES = ['600000', '600001', '600002'];
  const at = fc.nat({ max: DAYS.length - 1 });
  const price = fc.constantFrom(5, 9.5, 10, 10.4, 20);
  const bars = fc.record({
    kind: fc.constant('load' as const),
    code: fc.constantFrom(...CODES),
    from: at,
    knows: fc.boolean(),
    days: fc.array(
      fc.record({ step: fc.integer({ min: 1, max: 3 }), close: price, exRight: fc.constantFrom(1, 1, 1, 0.5, 1.1) }),
      { minLength: 1, maxLength: 8 },
    ),
  });
  const session = fc.record({
    kind: fc.constantFrom('open' as const, 'close' as const, 'reopen' as const, 'price' as const),
    code: fc.constantFrom(...CODES),
    from: at,
    close: fc.option(price),
  });

  const kept = async () => ({
    sessions: await market.database.query(
      `select session_id, latest_close, latest_trade_date, close_vs_entry_pct, close_vs_entry_basis,
         circulating_market_cap_yi, lowest_volume_trade_date from session_market order by session_id`,
    ),
    figures: await market.database.query('select * from stock_figures order by code'),
    breaks: await market.database.query('select * from price_break order by code, trade_date'),
  });

  it('finds the stored values, bit by bit, after any writes and imports', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(bars, session), { minLength: 8, maxLength: 20 }), async (steps) => {
        await emptyTables(market.database, [
          'tracking_session',
          'session_market',
          'stock',
          'daily_bar',
          'market_day',
          'price_break',
          'stock_figures',
        ]);
        for (const step of steps) await take(step);
        const before = await kept();
        seen += before.breaks.length;
        expect(await sessions.rebuild()).toEqual({ changed: 0 });
        expect(await kept()).toEqual(before);
        // And from nothing: open sessions have no memory.
        await market.database.query(
          `delete from session_market m using tracking_session s where s.id = m.session_id and s.ended_at is null`,
        );
        await emptyTables(market.database, ['price_break', 'stock_figures']);
        await sessions.rebuild();
        expect(await kept()).toEqual(before);
      }),
      { numRuns: 8, seed: 20_261_120 },
    );
    expect(seen).toBeGreaterThan(20);
  }, 120_000);

  it('finds what a first load saw: the demo market with its ex-rights', async () => {
    market.clock.set(calendarDayOf('2022-08-01'));
    await market.demo.ensure();
    const before = await kept();
    expect(before.breaks.length).toBeGreaterThan(25);
    await emptyTables(market.database, ['price_break', 'stock_figures']);
    await sessions.rebuild();
    expect(await kept()).toEqual(before);
  });

  it.each([
    ['oldest first', ['2024-01-02', '2024-01-03', '2024-01-04']],
    ['newest first', ['2024-01-04', '2024-01-03', '2024-01-02']],
  ])('and a first load find the same breaks %s', async (_order, days) => {
    const closes: Record<string, number> = { '2024-01-02': 20, '2024-01-03': 10, '2024-01-04': 10.5 };
    await load(
      '600000',
      days.map((day) => ({ day, close: closes[day] ?? 0 })),
    );
    expect((await kept()).breaks).toEqual([{ code: '600000', trade_date: '2024-01-03', kind: 'gap', ratio: null }]);
  });

  it('repairs a wrong row, and counts it', async () => {
    await load('600000', [{ day: '2024-01-02', close: 10 }]);
    const id = await open('600000', '2024-01-02');
    await market.database.query('update session_market set latest_close = 11');
    expect(await sessions.rebuild()).toEqual({ changed: 1 });
    expect(await figuresOf(id)).toMatchObject({ close: 10 });
  });

  it('fills a database of an older build once', async () => {
    await load('600000', [{ day: '2024-01-02', close: 10 }]);
    const id = await open('600000', '2024-01-02');
    await emptyTables(market.database, ['session_market', 'stock_figures']);
    await sessions.fillMissing();
    expect(await figuresOf(id)).toMatchObject({ close: 10 });
    await market.database.query('update session_market set latest_close = 11');
    await sessions.fillMissing();
    expect(await figuresOf(id)).toMatchObject({ close: 11 });
  });

  type Step =
    typeof bars extends fc.Arbitrary<infer B> ? (typeof session extends fc.Arbitrary<infer S> ? B | S : never) : never;

  async function take(step: Step): Promise<void> {
    const day = DAYS[step.from] ?? DAYS[0] ?? '';
    if (step.kind === 'load') {
      let place = step.from;
      let last = 10;
      const loaded: Day[] = [];
      for (const { step: distance, close: next, exRight } of step.days) {
        const tradeDate = DAYS[place];
        if (tradeDate === undefined) break;
        loaded.push({ day: tradeDate, close: next, ...(step.knows ? { preClose: last * exRight } : {}) });
        last = next;
        place += distance;
      }
      await load(step.code, loaded);
      return;
    }
    const [found] = await market.database.query<{ id: number }>(
      `select id from tracking_session where code = $1 and status = $2 order by id desc limit 1`,
      [step.code, step.kind === 'reopen' ? 'closed' : 'open'],
    );
    if (step.kind === 'open') {
      if (found === undefined) await open(step.code, day, step.close);
    } else if (found !== undefined) {
      if (step.kind === 'close') await close(found.id);
      if (step.kind === 'price') {
        await write('update tracking_session set entry_close_price = $2 where id = $1', [found.id, step.close]);
      }
      const [other] = await market.database.query(`select from tracking_session where code = $1 and status = 'open'`, [
        step.code,
      ]);
      if (step.kind === 'reopen' && other === undefined) await reopen(found.id);
    }
  }
});

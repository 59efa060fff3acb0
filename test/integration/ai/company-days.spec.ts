import fc from 'fast-check';
import { CompanyScoresService } from '#lib/ai';
import { addDays, type CalendarDay, calendarDayOf } from '#lib/kernel';
import { type OpenMarket, openMarket } from '../../support/database/open-market';

/** Reports and events before the span, in it, and after. */
const FIRST = calendarDayOf('2023-09-15');
const MIDDLE = calendarDayOf('2023-12-29');
const LAST = calendarDayOf('2024-05-10');
const SEED = 20_231_229;

type Scored = Awaited<ReturnType<CompanyScoresService['read']>>[number];

let market: OpenMarket;
let service: CompanyScoresService;
let codes: string[];

beforeAll(async () => {
  market = await openMarket(MIDDLE, { demoEvery: 8 });
  await market.demo.ensure({ firstLoadDays: 90 });
  service = new CompanyScoresService(market.database, market.state);
  codes = (await market.database.query<{ code: string }>('select code from stock order by code')).map(
    ({ code }) => code,
  );
}, 120_000);
afterAll(() => market.close());

async function listDays(): Promise<CalendarDay[]> {
  const rows = await market.database.query<{ day: CalendarDay }>(
    'select trade_date as day from market_day where trade_date >= $1 order by 1',
    [FIRST],
  );
  return rows.map(({ day }) => day);
}

/** Scores over a span, by day and in code order. */
async function readSpan(days: readonly CalendarDay[]): Promise<Map<CalendarDay, Scored[]>> {
  const byDay = new Map<CalendarDay, Scored[]>(days.map((day) => [day, []]));
  for (const industry of await service.industries()) {
    const take = (code: string, index: number, score: Omit<Scored, 'code'>): void => {
      byDay.get(days[index] ?? FIRST)?.push({ code, ...score });
    };
    await service.readDays(industry, days, take, { signal: new AbortController().signal });
  }
  for (const [day, scores] of byDay) byDay.set(day, inOrder(scores));
  return byDay;
}

const inOrder = (scores: readonly Scored[]): Scored[] =>
  scores
    .map((score) => ({ ...score, earned: [...score.earned].sort() }))
    .sort((one, other) => (one.code < other.code ? -1 : 1));

const insert = (table: string, columns: string, rows: readonly object[]) =>
  market.database.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  );

const dayFrom = (from: string, days: number) =>
  fc.nat({ max: days }).map((after): string => addDays(calendarDayOf(from), after));
const quarter = fc.constantFrom('2021-12-31', '2022-12-31', '2023-03-31', '2023-06-30', '2023-09-30', '2023-12-31');
const some = (): fc.Arbitrary<string> => fc.constantFrom(...codes);
const money = fc.integer({ min: -90, max: 900 }).map((value) => value * 1e6);

/** Other versions of periods, some restated, some without a known day of their storing. */
function versions() {
  const fields = fc.record({
    ...{ revenue: money, n_income: money, n_income_attr_p: money, profit_dedt: money, n_cashflow_act: money },
    ...{ total_hldr_eqy_exc_min_int: money, total_assets: money, goodwill: money, accounts_receiv: money },
    ...{ roe_dt: fc.integer({ min: -20, max: 40 }), debt_to_assets: fc.integer({ min: 5, max: 99 }) },
    ...{ grossprofit_margin: fc.integer({ min: 1, max: 80 }), roa: fc.integer({ min: -9, max: 20 }) },
    update_flag: fc.constantFrom(null, '0', '1'),
    comp_type: fc.constantFrom('1', '1', '2'),
  });
  return fc.record({
    code: some(),
    statement: fc.constantFrom('indicator', 'income', 'balance_sheet', 'cash_flow'),
    period_end: quarter,
    published_on: dayFrom('2023-08-01', 280),
    ordinal: fc.constantFrom(0, 1),
    fields,
  });
}

function events() {
  return fc.oneof(
    fc.record({
      ...{ code: some(), statement: fc.constant('holder_trade'), period_end: dayFrom('2023-03-01', 300) },
      ...{ published_on: dayFrom('2023-03-01', 400), ordinal: fc.nat({ max: 9 }) },
      fields: fc.record({
        in_de: fc.constantFrom('DE', 'IN'),
        change_ratio: fc.double({ min: 0, max: 1.5, noNaN: true }),
      }),
    }),
    fc.record({
      ...{ code: some(), statement: fc.constant('share_unlock'), period_end: dayFrom('2023-08-01', 400) },
      ...{ published_on: dayFrom('2023-06-01', 330), ordinal: fc.nat({ max: 9 }) },
      fields: fc.record({
        holder_name: fc.constantFrom('甲', '乙', null),
        float_ratio: fc.double({ min: 0, max: 12, noNaN: true }),
      }),
    }),
    fc.record({
      ...{ code: some(), statement: fc.constant('audit'), period_end: fc.constantFrom('2021-12-31', '2022-12-31') },
      ...{ published_on: dayFrom('2023-08-01', 280), ordinal: fc.constant(0) },
      fields: fc.record({ audit_result: fc.constantFrom('标准无保留意见', '保留意见') }),
    }),
    fc.record({
      ...{ code: some(), statement: fc.constant('pledge'), period_end: dayFrom('2022-09-01', 500) },
      ...{ published_on: dayFrom('2023-06-01', 300), ordinal: fc.constant(0) },
      fields: fc.record({ pledge_ratio: fc.integer({ min: 0, max: 70 }) }),
    }),
  );
}

function valuations() {
  const maybe = (max: number) => fc.option(fc.double({ min: -5, max, noNaN: true }), { freq: 6 });
  return fc.record({
    code: some(),
    trade_date: dayFrom('2018-07-01', 2140),
    ...{ pe_ttm: maybe(60), pb: maybe(9), dividend_yield_ttm: maybe(8) },
    ...{ total_market_cap: fc.constantFrom(5e8, 8e9, null), total_shares: fc.constantFrom(1e8, null) },
  });
}

const sample = <Row>(arbitrary: fc.Arbitrary<Row>, count: number): Row[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });

it('keeps every answer of the past while later days, bars, reports and valuations arrive', async () => {
  const past = await listDays();
  expect([past.at(-1), past.length > 60]).toEqual([MIDDLE, true]);
  const before = await readSpan(past);
  market.clock.set(LAST);
  await market.demo.ensure();
  const after = addDays(MIDDLE, 1);
  const later = { published_on: dayFrom(after, 130) };
  await insert(
    'financial_report',
    'code, statement, period_end, published_on, ordinal, fields',
    sample(
      versions().chain((row) => fc.record({ ...fixed(row), ...later })),
      400,
    ),
  );
  await insert(
    'daily_valuation',
    'code, trade_date, pe_ttm, pb, dividend_yield_ttm, total_market_cap, total_shares',
    sample(
      valuations().chain((row) => fc.record({ ...fixed(row), trade_date: dayFrom(after, 130) })),
      2000,
    ),
  );
  const all = await listDays();
  expect(all.length).toBeGreaterThan(past.length + 60);
  const now = await readSpan(all);
  for (const day of past) expect(now.get(day)).toEqual(before.get(day));
  expect(now.get(LAST)).not.toEqual(before.get(MIDDLE));
});

it('scores a day of a span as it scores the day alone, whatever was stored', async () => {
  const { database } = market;
  await insert('financial_report', 'code, statement, period_end, published_on, ordinal, fields', [
    ...sample(versions(), 1500),
    ...sample(events(), 700),
  ]);
  await insert(
    'daily_valuation',
    'code, trade_date, pe_ttm, pb, dividend_yield_ttm, total_market_cap, total_shares',
    sample(valuations(), 6000),
  );
  // Restated values were stored on some day, or on none; events were asked for now and then.
  const units = codes.flatMap((unit_key, at) =>
    ['indicator', 'income', 'balance_sheet', 'cash_flow', 'holder_trade', 'share_unlock'].flatMap((data_set, nth) => {
      const day = addDays(FIRST, ((at * 37 + nth * 11) % 260) - 90);
      if ((at + nth) % 4 === 0) return [];
      return [
        {
          data_set,
          unit_key,
          state: 'stored',
          fetched_at: `${day}T18:00:00+08:00`,
          stored_at: `${day}T23:30:00+08:00`,
          noted_at: day,
        },
      ];
    }),
  );
  await insert('market_sync_unit', 'data_set, unit_key, state, fetched_at, stored_at, noted_at', units);
  await database.query(`update market_state set source = 'tushare'`);
  await database.query('update daily_bar set is_st = null where code like $1', ['%3']);
  await database.query(
    `delete from daily_bar where code like '%7' and trade_date between '2023-11-01' and '2024-01-20'`,
  );
  await database.query('update stock set industry = null where code like $1', ['%5']);
  const names = codes.flatMap((code, at) =>
    at % 3 === 0 ? [{ code, from_date: addDays(FIRST, at), name: at % 2 === 0 ? '*ST甲' : '甲' }] : [],
  );
  await insert('stock_name', 'code, from_date, name', names);

  const days = await listDays();
  const span = await readSpan(days);
  const [firsts, lasts] = [days.slice(0, 2), days.slice(-2)];
  let scored = 0;
  for (const day of new Set([...firsts, ...sample(fc.constantFrom(...days), 14), ...lasts])) {
    const alone = inOrder(await service.read(day));
    expect(span.get(day)).toEqual(alone);
    scored += alone.length;
  }
  expect(scored).toBeGreaterThan(500);
  // What was drawn decides something of everything that is compared.
  const measures = [...span.values()].flat().map((score) => score.measures);
  for (const measure of Object.keys(measures[0] ?? {}) as (keyof (typeof measures)[number])[]) {
    expect([measure, new Set(measures.map((each) => each[measure])).size > 1]).toEqual([measure, true]);
  }
});

it('reads a company with its industry, and ends when it is told to', async () => {
  const [code = ''] = codes;
  const days = await listDays();
  const industry = await service.industryOf(code);
  const taken: string[] = [];
  const only = new Set([code]);
  const { signal } = new AbortController();
  if (industry === undefined) throw new Error('no industry');
  await service.readDays(industry, days, (each) => taken.push(each), { only, signal });
  expect([new Set(taken), taken.length]).toEqual([only, days.length]);
  await expect(
    service.readDays(industry, days, () => undefined, { signal: AbortSignal.abort(new Error('enough')) }),
  ).rejects.toThrow('enough');
  expect(await service.industryOf('999999')).toBeUndefined();
});

/** A drawn row as what draws it again. */
function fixed<Row extends object>(row: Row): { [Key in keyof Row]: fc.Arbitrary<Row[Key]> } {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, fc.constant(value)])) as never;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { createDataSource, Database } from '#lib/database';
import { BOARDS } from '#lib/market-data';
import { ENTITIES } from '#lib/schema';
import { describeWithSharedData } from '../support/inputs/shared-data';
import { TestService } from '../support/worlds/test-service';
import { eastMoneyMarket } from './east-money-market';
import { barsUpTo, type PlainBars, selectPlainBars } from './plain-bars';
import { type CheckedRule, PLAIN_FORMULAS, PLAIN_SCREENS } from './plain-rules';
import {
  type PlainCase,
  type PlainCosts,
  type PlainExit,
  type PlainFigures,
  type PlainHit,
  PlainMarket,
  type PlainQuestion,
  PlainStudy,
} from './plain-study';

jest.setTimeout(300_000);

/** Days enough before the first study for 60 bars, and before those of 2025 for 250. */
const READ_FROM = calendarDayOf('2021-12-01');
const PAGE = 1000;
const NEAR = 1e-9;

const FORMULA = 'HIT:L<=LLV(L,60) AND C>O AND C>REF(C,1);';
const OPEN_FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };

/** What depends on the draws of a study, whose seed is its id, and on the controls. */
const SEEDED = new Set([
  ...['meanExcessLowPct', 'meanExcessHighPct', 'randomListP', 'luckiestPct'],
  ...['baseRatePct', 'meanOverControlsPct', 'controlPct'],
]);
/** What tells one study from another. */
const OWN = new Set(['id', 'createdAt', 'startedAt', 'finishedAt']);

interface Study {
  readonly id: number;
  readonly status: string;
  readonly signals: number;
  readonly cases: number;
  readonly unfillable: number;
  readonly pending: number;
  readonly delisted: number;
  readonly horizons: readonly PlainFigures[];
}

/** A study to ask, and the plain one beside it. */
interface Asked {
  readonly rule: CheckedRule;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** As requests name them; what is left out is as usual. */
  readonly filters?: object;
  readonly costs?: object;
  /** Bounds of the float’s market cap in 亿 yuan, where there are any: they choose hits, not what is compared with. */
  readonly caps?: readonly [number, number];
  readonly plain: PlainQuestion;
}

const COSTS: PlainCosts = { commission: 2.5, minCommission: 5, notional: 20_000, slippage: 5, stamp: null };

/** To the last day of the market: some cases are still held, some may still be bought. */
const BREAKOUT: Asked = {
  rule: ruleOf(PLAIN_SCREENS, 'vol_breakout'),
  from: calendarDayOf('2025-01-02'),
  to: calendarDayOf('2025-12-31'),
  plain: {
    filters: { minListDays: 60, minAmount20: 3e7, boards: BOARDS },
    ...{ horizons: [1, 5, 10, 20, 60], overlap: 'first', costs: COSTS },
  },
};

/** Over the days on which the transfer fee and the stamp duty changed. */
const LOWS: Asked = {
  rule: ruleOf(PLAIN_FORMULAS, FORMULA),
  from: calendarDayOf('2022-10-10'),
  to: calendarDayOf('2023-09-15'),
  filters: OPEN_FILTERS,
  plain: {
    filters: { minListDays: 0, minAmount20: 0, boards: BOARDS },
    ...{ horizons: [1, 5, 10, 20, 60], overlap: 'all', costs: COSTS },
  },
};

/** A quarter of small stocks of one board, in small orders. */
const SMALL: Asked = {
  rule: ruleOf(PLAIN_SCREENS, 'vol_breakout'),
  from: calendarDayOf('2025-04-01'),
  to: calendarDayOf('2025-06-30'),
  filters: { min_list_days: 250, boards: ['main'], circ_mkt_min_yi: 20, circ_mkt_max_yi: 80 },
  costs: { commission_bp: 3, min_commission: 5, notional: 5000, slippage_bp: 12, stamp: 8 },
  caps: [20, 80],
  plain: {
    filters: { minListDays: 250, minAmount20: 3e7, boards: ['main'] },
    ...{ horizons: [3, 20], overlap: 'first' },
    costs: { commission: 3, minCommission: 5, notional: 5000, slippage: 12, stamp: 8 },
  },
};

describeWithSharedData('outcome studies of the real bars', () => {
  let service: TestService;
  let bars: PlainBars[];
  let market: PlainMarket;

  beforeAll(async () => {
    service = await TestService.start({ BAR_MATRIX: 'on' }, { template: await eastMoneyMarket() });
    const days = await service.database.query<{ day: CalendarDay }>(
      'select trade_date::text as day from market_day order by trade_date',
    );
    bars = await readAllBars(service.api.databaseUrl);
    market = new PlainMarket(
      days.map(({ day }) => day),
      bars,
    );
  });
  afterAll(() => service.stop());

  async function call<Data>(method: string, path: string, json?: object): Promise<Data> {
    const { status, body, text } = await service.call(method, path, json === undefined ? {} : { json });
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return body.data as Data;
  }

  async function start(screen: string, { from, to, filters = {}, costs = {}, plain }: Asked): Promise<number> {
    const asked = { screen, from, to, filters, costs, horizons: plain.horizons, overlap: plain.overlap };
    return (await call<{ studyId: number }>('POST', '/api/studies', asked)).studyId;
  }

  async function finish(id: number): Promise<Study> {
    for (;;) {
      const study = await call<Study>('GET', `/api/studies/${String(id)}`);
      if (!['queued', 'running'].includes(study.status)) return study;
      await sleep(200);
    }
  }

  async function readCases(id: number): Promise<PlainCase[]> {
    const cases: PlainCase[] = [];
    for (;;) {
      const page = `limit=${String(PAGE)}&offset=${String(cases.length)}`;
      const data = await call<{ cases: PlainCase[] }>('GET', `/api/studies/${String(id)}/cases?${page}`);
      cases.push(...data.cases);
      if (data.cases.length < PAGE) return cases;
    }
  }

  /** By the plain rule. Where rounding decides: a study of every hit has it or not, for others a run of the day tells. */
  async function findHits(screen: string, asked: Asked, cases: readonly PlainCase[]): Promise<PlainHit[]> {
    const { hits, undecided } = findPlainly(bars, asked);
    expect(undecided.length).toBeLessThan(hits.length / 10);
    if (asked.plain.overlap === 'all') {
      const known = new Set(cases.map(({ code, signalDate }) => `${code} ${signalDate}`));
      return [...hits, ...undecided.filter(({ code, day }) => known.has(`${code} ${day}`))];
    }
    const told: PlainHit[] = [];
    for (const code of new Set(undecided.map((hit) => hit.code))) {
      const path = `/api/screens/${screen}/days?code=${code}&from=${asked.from}&to=${asked.to}`;
      const { days } = await call<{ days: CalendarDay[] }>('GET', path);
      told.push(...undecided.filter((hit) => hit.code === code && days.includes(hit.day)));
    }
    return [...hits, ...told];
  }

  async function withinCaps(hits: readonly PlainHit[], [least, most]: readonly [number, number]): Promise<PlainHit[]> {
    const days = [...new Set(hits.map(({ day }) => day))];
    const rows = await service.database.query<PlainHit & { cap: number | null }>(
      'select code, trade_date::text as day, circ_market_cap as cap from daily_bar where trade_date = any($1::date[])',
      [days],
    );
    const caps = new Map(rows.map(({ code, day, cap }) => [`${code} ${day}`, cap]));
    return hits.filter(({ code, day }) => {
      const cap = (caps.get(`${code} ${day}`) ?? NaN) / 1e8;
      return cap >= least && cap <= most;
    });
  }

  async function check(screen: string, asked: Asked): Promise<Study> {
    const id = await start(screen, asked);
    const study = await finish(id);
    expect(study).toMatchObject({ status: 'completed', delisted: 0 });
    const read = await readCases(id);
    const plain = new PlainStudy(market, asked.plain);
    const found = (await findHits(screen, asked, read)).filter(({ code, day }) => plain.passes(code, day));
    const hits = asked.caps === undefined ? found : await withinCaps(found, asked.caps);
    const { cases, figures } = plain.run(hits);
    expect(differencesOfCases(read, cases)).toEqual([]);
    expect(study).toMatchObject({
      ...{ signals: hits.length, cases: cases.length },
      unfillable: countOf(cases, 'unfillable'),
      pending: countOf(cases, 'pending'),
    });
    expect(differencesOfFigures(study.horizons, figures)).toEqual([]);
    return study;
  }

  it('tell each case of a built-in screen as a plain program does, to the last day', async () => {
    const study = await check('vol_breakout', BREAKOUT);
    expect(study.signals).toBeGreaterThan(study.cases);
    expect(study.unfillable).toBeGreaterThan(0);
    expect(study.pending).toBeGreaterThan(0);
    expect(study.horizons.every(({ pending }) => pending > 0)).toBe(true);
  });

  it('tell each case of a formula, every hit of it, as costs changed', async () => {
    const json = { name: 'new low that rises', formula: FORMULA, filters: OPEN_FILTERS };
    const { screen } = await call<{ screen: { id: string } }>('POST', '/api/screens', json);
    const study = await check(screen.id, LOWS);
    expect(study.signals).toBe(study.cases);
    expect(study.horizons.some(({ delayedExits }) => delayedExits > 0)).toBe(true);
  });

  it('tell each case with bounds of the market cap, one board and other costs, which a new study repeats', async () => {
    const first = await check('vol_breakout', SMALL);
    const cases = await readCases(first.id);
    expect(await start('vol_breakout', SMALL)).toBe(first.id);
    await service.database.query('delete from study where id = $1', [first.id]);
    const again = await start('vol_breakout', SMALL);
    expect(again).not.toBe(first.id);
    expect(withoutDraws(await finish(again))).toEqual(withoutDraws(first));
    expect(await readCases(again)).toEqual(cases);
  });
});

/** The API's pool is for short statements. */
async function readAllBars(url: string): Promise<PlainBars[]> {
  const settings = { applicationName: 'test', poolSize: 1, statementTimeoutMs: 200_000 };
  const patient = await createDataSource({ url, entities: ENTITIES, migrations: [], ...settings }).initialize();
  try {
    return await selectPlainBars(new Database(patient), READ_FROM);
  } finally {
    await patient.destroy();
  }
}

function ruleOf(rules: Readonly<Record<string, CheckedRule>>, name: string): CheckedRule {
  const rule = rules[name];
  if (rule === undefined) throw new Error(`nothing is called ${name}`);
  return rule;
}

/** Days of a span that fit a rule, whatever the filters; those that rounding decides are set apart. */
function findPlainly(stocks: readonly PlainBars[], { rule, from, to }: Asked) {
  const [hits, undecided]: [PlainHit[], PlainHit[]] = [[], []];
  for (const bars of stocks) {
    for (const [at, day] of bars.days.entries()) {
      if (day < from || day > to) continue;
      const fits = rule.fits(barsUpTo(bars, at, rule.bars));
      if (fits === null) undecided.push({ code: bars.code, day });
      else if (fits) hits.push({ code: bars.code, day });
    }
  }
  return { hits, undecided };
}

const countOf = (cases: readonly PlainCase[], outcome: string) => cases.filter((one) => one.outcome === outcome).length;

/** What differs, case by case: all of it would be hundreds of lines. */
const MOST_SHOWN = 40;

function differencesOfCases(actual: readonly PlainCase[], expected: readonly PlainCase[]): string[] {
  const key = ({ code, signalDate }: PlainCase) => `${code} ${signalDate}`;
  const told = new Map(actual.map((one) => [key(one), one]));
  const wanted = new Map(expected.map((one) => [key(one), one]));
  const odd = [...told.keys()].filter((each) => !wanted.has(each)).map((each) => `${each}: only the study has it`);
  const others = [...wanted].flatMap(([each, one]) => {
    const found = told.get(each);
    return found === undefined ? [`${each}: the study has no such case`] : differencesOfCase(each, found, one);
  });
  const all = [...odd, ...others];
  return all.length <= MOST_SHOWN ? all : [...all.slice(0, MOST_SHOWN), `and ${String(all.length - MOST_SHOWN)} more`];
}

function differencesOfCase(name: string, actual: PlainCase, expected: PlainCase): string[] {
  const { exits, ...facts } = expected;
  const { exits: told } = actual;
  return [
    ...compare(name, actual, facts),
    ...compare(name, { exits: horizonsOf(told) }, { exits: horizonsOf(exits) }),
    ...exits.flatMap((exit) => {
      const other = told.find(({ horizon }) => horizon === exit.horizon);
      return other === undefined ? [] : compare(`${name} after ${String(exit.horizon)}`, other, exit);
    }),
  ];
}

const horizonsOf = (exits: readonly PlainExit[]) => exits.map(({ horizon }) => horizon).join();

function differencesOfFigures(actual: readonly PlainFigures[], expected: readonly PlainFigures[]): string[] {
  return expected.flatMap((figures) => {
    const told = actual.find(({ horizon }) => horizon === figures.horizon);
    return compare(`after ${String(figures.horizon)}`, told ?? {}, figures);
  });
}

/** Numbers are the same within a billionth. */
function compare(name: string, actual: object, expected: object): string[] {
  const told = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected)
    .filter(([key, value]) => !isSame(told.get(key), value))
    .map(([key, value]) => `${name}: ${key} is ${String(told.get(key))}, by plain loops ${String(value)}`);
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return actual === expected;
  return Math.abs(actual - expected) <= NEAR * Math.max(1, Math.abs(expected));
}

/** A study without what its id decides, to the depth. */
function withoutDraws(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDraws);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !SEEDED.has(key) && !OWN.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutDraws(inner)]));
}

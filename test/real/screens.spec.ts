import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BarMatrixService, MatrixLoader } from '#lib/bar-matrix';
import { loadConfig } from '#lib/config';
import { compileFormula } from '#lib/formulas';
import { addDays, type CalendarDay, calendarDayOf, groupBy } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import { ScreenCatalog } from '#lib/screens';
import { countBars, type FoundStock, NO_FILTERS, runTask } from '#lib/screens/testing';
import { describeWithSharedData } from '../support/inputs/shared-data';
import { TestApi } from '../support/worlds/test-api';
import { eastMoneyMarket } from './east-money-market';
import { barsUpTo, type PlainBars, selectPlainBars } from './plain-bars';
import { type CheckedRule, PLAIN_FORMULAS, PLAIN_SCREENS } from './plain-rules';

jest.setTimeout(300_000);

const DAYS = 60;
/** Of values up to 100, five of them added up, whose seed weighs 1e-9. */
const SEED_LEFT = 1e-6;
const PAGE = resolve(__dirname, '../../docs/screens.md');
const [BEGIN, END] = ['<!-- hits a day -->', '<!-- end of hits a day -->'];

/** `1` writes what is checked, `all` the other events too. */
const WRITES = process.env['WRITE_SCREENS'];
/** The events share one reader, and each takes as long as all other screens: some of them stand for the rest. */
const CHECKED_EVENTS = ['event_bc', 'event_sow', 'event_spring'];
const isChecked = (id: string) => !id.startsWith('event_') || CHECKED_EVENTS.includes(id);

/** Formulas as people write them; the first three are checked against plain loops. */
const FORMULAS = [
  ...Object.keys(PLAIN_FORMULAS),
  'J:KDJ.J(9,3,3); HIT:J<0 AND C>REF(C,1);',
  'HIT:RSI(6)<20 AND V<MA(V,20);',
  'BODY:=ABS(C-O)/REF(C,1)*100; HIT:COUNT(PCT>=9.8,10)>=2 AND BODY<2 AND EVERY(C>MA(C,10),3);',
];

type Matrix = NonNullable<Awaited<ReturnType<MatrixLoader['loadDays']>>>;
type Task = Parameters<typeof runTask>[0];

/** What is run: a rule, the filters that it has by default, and how the hits of a day are ranked. */
interface Subject {
  readonly name: string;
  readonly bars: number | null;
  readonly rule: Task['rule'];
  readonly filters: Task['filters'];
  readonly rank: (found: readonly FoundStock[]) => FoundStock[];
}

describeWithSharedData('screens on the real bars', () => {
  let api: TestApi;
  let loader: MatrixLoader;
  let matrix: Matrix;
  let subjects: Subject[];
  let lastNo: number;
  /** By name, the hits of the last days by the number of their day. */
  const sweeps = new Map<string, ReadonlyMap<number, readonly FoundStock[]>>();

  beforeAll(async () => {
    api = await TestApi.start({ template: await eastMoneyMarket(), environment: { BAR_MATRIX: 'on' } });
    loader = api.app.get(MatrixLoader, { strict: false });
    matrix = await read(loader.loadDays(5000));
    lastNo = matrix.facts.days.length - 1;
    subjects = await listSubjects(api.app.get(ScreenCatalog, { strict: false }));
  });
  afterAll(() => api.stop());

  const dayAt = (dayNo: number): CalendarDay => matrix.facts.days[dayNo] ?? calendarDayOf('1990-01-01');

  function run(subject: Subject, from: Matrix, days: Pick<Task, 'dayNo' | 'daysBefore'>, filters = subject.filters) {
    const stocks = { from: 0, to: from.facts.stocks.length };
    return runTask({ rule: subject.rule, filters, ...days, stocks, longestMs: Infinity }, from);
  }

  function sweep(subject: Subject): ReadonlyMap<number, readonly FoundStock[]> {
    const known = sweeps.get(subject.name);
    if (known !== undefined) return known;
    const { found } = run(subject, matrix, { dayNo: lastNo, daysBefore: DAYS - 1 });
    const byDay = groupBy(found, (hit) => hit.dayNo);
    sweeps.set(subject.name, byDay);
    return byDay;
  }

  /** Hits of a day out of a sweep, best first. */
  const rankDay = (subject: Subject, dayNo: number) => subject.rank(sweep(subject).get(dayNo) ?? []);

  it.each([0, 29])('have the same hits from memory, from SQL and in a sweep, %d days before the last', async (back) => {
    const dayNo = lastNo - back;
    const sql = new BarMatrixService(
      { ...loadConfig({ NODE_ENV: 'test' }), barMatrixDays: 0 },
      api.app.get(MarketStateService, { strict: false }),
      loader,
    );
    const checked = subjects.filter(({ name }) => isChecked(name));
    const widest = Math.max(...subjects.map(({ bars }) => bars ?? 0));
    for (const group of [
      { bars: DAYS, subjects: checked.filter(({ bars }) => bars !== null && bars <= DAYS) },
      { bars: widest, subjects: checked.filter(({ bars }) => bars !== null && bars > DAYS) },
    ]) {
      const fromSql = await read(sql.read({ through: dayAt(dayNo), bars: group.bars }, new AbortController().signal));
      for (const subject of group.subjects) {
        const kept = run(subject, matrix, { dayNo, daysBefore: 0 });
        const sqlDayNo = fromSql.dayNoOf(dayAt(dayNo)) ?? -1;
        expectSame(subject.name, run(subject, fromSql, { dayNo: sqlDayNo, daysBefore: 0 }), kept);
        const swept = rankDay(subject, dayNo);
        const hits = subject.rank(kept.found);
        if (subject.rule.kind === 'builtin') expectSame(subject.name, swept, hits);
        else expectNear(subject.name, swept, hits);
      }
    }
    expect(subjects.filter(({ bars }) => bars === null)).toEqual([]);
  });

  it('find as many stocks a day as docs/screens.md says (npm run screens:write)', () => {
    const page = readFileSync(PAGE, 'utf8');
    const rows = subjects
      .filter(({ rule }) => rule.kind === 'builtin')
      .map((subject) => {
        if (WRITES !== 'all' && !isChecked(subject.name)) return rowOf(page, subject.name);
        const counts = Array.from({ length: DAYS }, (_, back) => rankDay(subject, lastNo - back).length);
        return [subject.name, ...summarise(counts)];
      });
    const text = [
      `Hits of ${matrix.facts.stocks.length.toLocaleString('en-US')} stocks a day, as each screen has it by default (\`low_volume\`: a range of one day), over the ` +
        `${String(DAYS)} days to ${dayAt(lastNo)}:`,
      table(['Screen', 'Mean', 'Median', 'Most', 'Days without'], rows),
    ].join('\n\n');
    const [before = '', rest = ''] = page.split(BEGIN);
    const [written = '', after = ''] = rest.split(END);
    if (WRITES !== undefined) {
      writeFileSync(PAGE, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
      return;
    }
    expect(written.trim()).toBe(text);
  });

  describe('as plain loops over the bars find them:', () => {
    let bars: PlainBars[];

    beforeAll(async () => {
      bars = await selectPlainBars(api.database, addDays(dayAt(lastNo - DAYS - 270), -7));
    });

    it.each([...Object.entries(PLAIN_SCREENS), ...Object.entries(PLAIN_FORMULAS)])('%s', (name, plain) => {
      const subject = subjects.find((one) => one.name === name);
      if (subject === undefined) throw new Error(`nothing is called ${name}`);
      const { found } = run(subject, matrix, { dayNo: lastNo, daysBefore: DAYS - 1 }, NO_FILTERS);
      const { hits, undecided } = findPlainly(bars, plain, dayAt(lastNo - DAYS + 1));
      const decided = found.map(({ code, dayNo }) => `${code} ${dayAt(dayNo)}`).filter((hit) => !undecided.has(hit));
      expect(decided.sort()).toEqual(hits.sort());
      expect(hits.length).toBeGreaterThan(100);
      expect(undecided.size).toBeLessThan(hits.length / 10);
    });
  });
});

/** The comparison of jest takes minutes for so many rows: it is for those that differ. */
function expectSame(name: string, actual: object, expected: object): void {
  if (!isDeepStrictEqual(actual, expected)) expect({ name, actual }).toEqual({ name, actual: expected });
}

/** The same stocks, and evidence that is the same but for what the seed of an average leaves in a run of one day. */
function expectNear(name: string, actual: readonly FoundStock[], expected: readonly FoundStock[]): void {
  const codes = (hits: readonly FoundStock[]) => hits.map(({ code }) => code);
  expectSame(name, codes(actual), codes(expected));
  for (const [index, { evidence }] of actual.entries()) {
    for (const [key, value] of Object.entries(evidence)) {
      const difference = Math.abs(Number(value) - Number(expected[index]?.evidence[key]));
      if (!(difference <= SEED_LEFT)) expect({ name, [key]: value }).toEqual({ name, ...expected[index]?.evidence });
    }
  }
}

async function read(loading: Promise<Matrix | undefined>): Promise<Matrix> {
  const matrix = await loading;
  if (matrix === undefined) throw new Error('the market has no bars');
  return matrix;
}

async function listSubjects(catalog: ScreenCatalog): Promise<Subject[]> {
  const screens = await Promise.all(
    (await catalog.list())
      .filter(({ available }) => available)
      .map(async ({ id }) => {
        // In a sweep, as in a study, the hits of a day are those of that day alone.
        const { rule, view, needs, rank } = await catalog.prepare(id, id === 'low_volume' ? { range_days: 1 } : {});
        return { name: id, bars: countBars(needs), rule, filters: view.filters, rank };
      }),
  );
  const formulas = FORMULAS.map((formula) => {
    const compiled = compileFormula(formula);
    if (!('program' in compiled)) throw new Error(`${formula} has errors`);
    const { needsBars } = compiled.program;
    return {
      ...{ name: formula, bars: countBars({ bars: needsBars }), rule: { kind: 'formula', formula } as const },
      ...{ filters: NO_FILTERS, rank: (found: readonly FoundStock[]) => [...found] },
    };
  });
  return [...screens, ...formulas];
}

/** Hits from a day on, as `code day`; those that rounding decides are set apart. */
function findPlainly(stocks: readonly PlainBars[], rule: CheckedRule, from: CalendarDay) {
  const hits: string[] = [];
  const undecided = new Set<string>();
  for (const bars of stocks) {
    for (const [at, day] of bars.days.entries()) {
      if (day < from) continue;
      const fits = rule.fits(barsUpTo(bars, at, rule.bars));
      if (fits === null) undecided.add(`${bars.code} ${day}`);
      else if (fits) hits.push(`${bars.code} ${day}`);
    }
  }
  return { hits, undecided };
}

/** The cells of a screen's row as they were written. */
function rowOf(page: string, name: string): string[] {
  const line = page.split('\n').find((each) => each.startsWith(`| \`${name}\` `)) ?? '';
  const [, ...figures] = line.split('|').slice(1, -1);
  return [name, ...figures.map((figure) => figure.trim())];
}

/** Mean, median, most, and how many are 0. */
function summarise(counts: readonly number[]): string[] {
  const sorted = counts.toSorted((one, other) => one - other);
  const middle =
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN)) / 2;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return [
    mean.toFixed(1),
    middle.toFixed(1),
    String(sorted.at(-1)),
    String(counts.filter((count) => count === 0).length),
  ];
}

/** A table as prettier leaves it: names to the left, numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = rows.map(([name = '', ...numbers]) => [`\`${name}\``, ...numbers]);
  const widths = head.map((title, column) => Math.max(title.length, ...names.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...names.map(line)].join('\n');
}

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BarMatrixService, MatrixLoader } from '#lib/bar-matrix';
import { loadConfig } from '#lib/config';
import { compileFormula } from '#lib/formulas';
import { addDays, type CalendarDay } from '#lib/kernel';
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
const PAGE = resolve(__dirname, '../../docs/screens.md');
const [BEGIN, END] = ['<!-- hits a day -->', '<!-- end of hits a day -->'];

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
  /** By name, the hits of the last days. */
  const sweeps = new Map<string, readonly FoundStock[]>();

  beforeAll(async () => {
    api = await TestApi.start({ template: await eastMoneyMarket() });
    loader = api.app.get(MatrixLoader, { strict: false });
    matrix = await read(loader.loadDays(5000));
    lastNo = matrix.facts.days.length - 1;
    subjects = await listSubjects(api.app.get(ScreenCatalog, { strict: false }));
  });
  afterAll(() => api.stop());

  const dayAt = (dayNo: number): CalendarDay => matrix.facts.days[dayNo] as CalendarDay;

  function run(subject: Subject, from: Matrix, days: Pick<Task, 'dayNo' | 'daysBefore'>, filters = subject.filters) {
    const stocks = { from: 0, to: from.facts.stocks.length };
    return runTask({ rule: subject.rule, filters, ...days, stocks }, from);
  }

  function sweep(subject: Subject): readonly FoundStock[] {
    const known = sweeps.get(subject.name);
    if (known !== undefined) return known;
    const { found } = run(subject, matrix, { dayNo: lastNo, daysBefore: DAYS - 1 });
    sweeps.set(subject.name, found);
    return found;
  }

  /** Hits of a day, best first. */
  const rankDay = (subject: Subject, found: readonly FoundStock[], dayNo: number) =>
    subject.rank(found.filter((hit) => hit.dayNo === dayNo));

  it.each([0, 23, 47])(
    'have the same hits from memory, from SQL and in a sweep, %d days before the last',
    async (back) => {
      const dayNo = lastNo - back;
      const sql = new BarMatrixService(
        { ...loadConfig({ NODE_ENV: 'test' }), barMatrixDays: 0 },
        api.app.get(MarketStateService, { strict: false }),
        loader,
      );
      const widest = Math.max(...subjects.map(({ bars }) => bars ?? 0));
      for (const group of [
        { bars: DAYS, subjects: subjects.filter(({ bars }) => bars !== null && bars <= DAYS) },
        { bars: widest, subjects: subjects.filter(({ bars }) => bars !== null && bars > DAYS) },
      ]) {
        const fromSql = await read(sql.read({ through: dayAt(dayNo), bars: group.bars }));
        for (const subject of group.subjects) {
          const kept = run(subject, matrix, { dayNo, daysBefore: 0 });
          expect(run(subject, fromSql, { dayNo: fromSql.dayNoOf(dayAt(dayNo)) ?? -1, daysBefore: 0 })).toEqual(kept);
          expect({ name: subject.name, hits: rankDay(subject, sweep(subject), dayNo) }).toEqual({
            name: subject.name,
            hits: rankDay(subject, kept.found, dayNo),
          });
        }
      }
      expect(subjects.filter(({ bars }) => bars === null)).toEqual([]);
    },
  );

  it('find as many stocks a day as docs/screens.md says (npm run screens:write)', () => {
    const rows = subjects
      .filter(({ rule }) => rule.kind === 'builtin')
      .map((subject) => {
        const found = sweep(subject);
        const counts = Array.from({ length: DAYS }, (_, back) => rankDay(subject, found, lastNo - back).length);
        return [subject.name, ...summarise(counts)];
      });
    const text = [
      `Hits of ${matrix.facts.stocks.length.toLocaleString('en-US')} stocks a day, as each screen has it by default, over the ` +
        `${String(DAYS)} days to ${dayAt(lastNo)}:`,
      table(['Screen', 'Mean', 'Median', 'Most', 'Days without'], rows),
    ].join('\n\n');
    const page = readFileSync(PAGE, 'utf8');
    const [before = '', rest = ''] = page.split(BEGIN);
    const [written = '', after = ''] = rest.split(END);
    if (process.env['WRITE_SCREENS'] === '1') {
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

async function read(loading: Promise<Matrix | undefined>): Promise<Matrix> {
  const matrix = await loading;
  if (matrix === undefined) throw new Error('the market has no bars');
  return matrix;
}

async function listSubjects(catalog: ScreenCatalog): Promise<Subject[]> {
  const screens = await Promise.all(
    (await catalog.list()).map(async ({ id }) => {
      const { rule, view, needs, rank } = await catalog.prepare(id, {});
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

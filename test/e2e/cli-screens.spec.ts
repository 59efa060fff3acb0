import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { calendarDayOf } from '#lib/kernel';
import { runCommand } from '../support/processes/command-line';
import { type OpenMarket, openMarket } from '../support/database/open-market';

const ROOT = join(__dirname, '../..');
const LAST = '2024-03-04';
/** All stocks of the demo market. */
const ALL = ['--filter', 'exclude_st=false', '--filter', 'min_list_days=0', '--filter', 'min_amount20=0'];

interface Run {
  asOf: string;
  params: object;
  filters: object;
  matched: number;
  rows: { rank: number; code: string; stockName: string; close: number; evidence: Record<string, unknown> }[];
}

let market: OpenMarket;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-screens-'));
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: market.databaseUrl, DATA_DIR: join(folder, 'data') });

const cli = (words: readonly string[], language?: 'zh' | 'en') => runCommand(words, environment(), language);

async function run(...words: string[]): Promise<Run> {
  const { exitCode, stdout, stderr } = await cli(['screen', 'run', ...words, '--json']);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Run;
}

async function write(name: string, formula: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, formula);
  return file;
}

describe('without bars', () => {
  beforeAll(async () => {
    market = await openMarket(calendarDayOf(LAST));
  });
  afterAll(() => market.close());

  it('a screen is rejected in the language of the operator', async () => {
    expect(await cli(['screen', 'run', 'turtle'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: "the screen can't be run: the market has no complete day yet\n",
    });
    expect((await cli(['screen', 'run', 'turtle'], 'zh')).stderr).toBe('行情还没有这个选股所需的数据\n');
  });

  it('a formula is checked all the same', async () => {
    const file = await write('no-bars.txt', 'HIT:C>MA(C,10);');
    expect(await cli(['screen', 'check', file])).toEqual({
      exitCode: 0,
      stdout:
        'The formula has no errors. It shows HIT, needs 10 bars and computes 4 values.\n' +
        'The market has no complete day yet, so that no matches were counted.\n',
      stderr: '',
    });
  });
});

describe('on the demo market', () => {
  beforeAll(async () => {
    market = await openMarket(calendarDayOf(LAST), { demoEvery: 4, demoDays: 420 });
  }, 120_000);
  afterAll(() => market.close());

  it('the list names each screen with what it needs and takes', async () => {
    const english = (await cli(['screen', 'list'])).stdout;
    expect(english).toMatch(/^id +name +version +bars +available +parameters\n/);
    expect(english).toMatch(/\ntop_gainers +Top gainers +1 +30 +yes +window=1 top=50 order=pct\n/);
    const chinese = (await cli(['screen', 'list'], 'zh')).stdout;
    expect(chinese).toMatch(/\nturtle +海龟突破 +1 +60 +是 +close_bars=60 high_bars=20 min_amount=100000000\n/);
    const listed = JSON.parse((await cli(['screen', 'list', '--json'])).stdout) as { id: string; filters: object }[];
    expect(listed).toHaveLength(english.trimEnd().split('\n').length - 1);
    expect(listed.find(({ id }) => id === 'turtle')).toMatchObject({
      filters: { exclude_st: true, min_list_days: 60 },
    });
  }, 60_000);

  it('a run lists its best hits, with the evidence by its names and units', async () => {
    const { rows, asOf, matched } = await run('top_gainers', '--limit', '3', ...ALL);
    expect([asOf, matched, rows.length]).toEqual([LAST, 50, 3]);
    const words = ['screen', 'run', 'top_gainers', '--limit', '3', ...ALL];
    const english = await cli(words);
    expect(english).toMatchObject({ exitCode: 0, stderr: '' });
    expect(english.stdout).toMatch(/^rank +code +name +close +change \(%\) +cap \(100m\) +session +Gain\(%\) /);
    const [first] = rows;
    if (first === undefined) throw new Error('nothing was found');
    const gain = (first.evidence['gainPct'] as number).toFixed(2);
    expect(english.stdout).toMatch(
      new RegExp(
        `\\n +1 +${first.code} +${first.stockName} +${first.close.toFixed(2)} .* ${gain.replace('.', '\\.')} `,
      ),
    );
    expect(english.stdout).toMatch(/ (yes|no) +(yes|no) +\d+\n/);
    expect(english.stdout).toMatch(/\n\nTop gainers, 2024-03-04: 50 of \d+ stocks, the first 3 are listed\.\n$/);
    const chinese = await cli(words, 'zh');
    expect(chinese.stdout).toMatch(/^名次 +代码 +名称 .* 涨幅\(%\) +涨幅\/涨跌幅限制\(倍\) +成交额\(亿\) +收于涨停 /);
    expect(chinese.stdout).toMatch(/\n\n涨幅榜，2024-03-04：\d+ 只中命中 50 只，列出前 3 只。\n$/);
  }, 60_000);

  it('days and states of the evidence are days and words', async () => {
    const words = ['screen', 'run', 'low_volume_pool', ...ALL];
    const chinese = (await cli(words, 'zh')).stdout;
    expect(chinese).toMatch(/状态 +前一日状态 +地量日 +入池天数\(根\)/);
    expect(chinese).toMatch(/ (观察中|放量启动|再创地量|缩量上涨|缩量横盘|已破位) .* 202[34]-\d\d-\d\d /);
    expect((await cli(words)).stdout).toMatch(/ (Waiting|Woke up|Lower still|Rising, dry|Drying up|Broken) /);
  }, 60_000);

  it('parameters, filters and the day are those that were typed', async () => {
    const options = ['--param', 'window=5', '--param', 'order=normalised', '--filter', 'boards=star,bse'];
    const found = await run('top_gainers', '--as-of', '2024-02-27', ...options, '--filter', 'circ_mkt_min_yi=null');
    expect(found).toMatchObject({
      asOf: '2024-02-27',
      params: { window: 5, order: 'normalised', top: 50 },
      filters: { boards: ['star', 'bse'], circ_mkt_min_yi: null, exclude_st: true },
    });
    for (const { code } of found.rows) expect(code).toMatch(/^(688|920)/);
    expect((await run('turtle', '--filter', 'boards=star')).filters).toMatchObject({ boards: ['star'] });
  }, 60_000);

  it('a CSV holds what --json does, under the same names', async () => {
    const { rows } = await run('turtle', ...ALL);
    const { stdout, exitCode } = await cli(['screen', 'run', 'turtle', ...ALL, '--csv'], 'zh');
    const lines: Record<string, string>[] = parse(stdout, { columns: true });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^rank,code,stockName,date,score,.*,highestClose,overHighPct,amountYi\r\n/);
    expect(lines.map(({ code, overHighPct }) => [code, Number(overHighPct)])).toEqual(
      rows.map(({ code, evidence }) => [code, evidence['overHighPct']]),
    );
    expect(rows.length).toBeGreaterThan(0);
  }, 60_000);

  it('a run takes thresholds of a template', async () => {
    const thresholds = ['--param', 'template=white_horse', '--param', 'roe_min=8', '--limit', '500'];
    const { rows, params } = await run('fundamental', ...thresholds, ...ALL);
    expect(params).toMatchObject({ template: 'white_horse', roe_min: 8, debt_max: 60 });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ evidence }) => Number(evidence['roeLeastPct']) < 8)).toEqual([]);
  }, 60_000);

  it.each([
    [['turtle', '--param', 'close_bars'], /name=value/, /名称=值/],
    [['turtle', '--param', 'bars=5'], /^--param bars is not a parameter of this screen/, /--param bars；/],
    [
      ['turtle', '--param', 'close_bars=5'],
      /^--param close_bars must be a whole number from 20/,
      /--param close_bars；/,
    ],
    [
      ['fundamental', '--param', 'roe_min=101'],
      /^--param roe_min must be a number from -100 to 100/,
      /--param roe_min；/,
    ],
    [['turtle', '--filter', 'boards=moon'], /^--filter boards must be a list of main/, /--filter boards；/],
    [['turtle', '--as-of', '2031-03-03'], /no bars of 2031-03-03/, /^这一天没有行情；请选 \S+ 至 2024-03-04 的交易日/],
    [['turtle', '--limit', '0'], /whole number/, /整数/],
    [['turtle', '--csv', '--json'], /either --json or --csv/, /只能给一个/],
  ])('screen run %j is bad usage', async (words, english, chinese) => {
    const said = await cli(['screen', 'run', ...words]);
    expect(said).toMatchObject({ exitCode: 2, stdout: '' });
    expect(said.stderr).toMatch(english);
    expect((await cli(['screen', 'run', ...words], 'zh')).stderr).toMatch(chinese);
  });

  it('a screen that does not exist is rejected', async () => {
    expect(await cli(['screen', 'run', 'nothing'])).toMatchObject({ exitCode: 1, stderr: 'no screen has this id\n' });
    expect((await cli(['screen', 'run', 'own_9'], 'zh')).stderr).toMatch(/^没有这个选股/);
  });

  it('the check of a formula counts its matches on the last 20 days', async () => {
    const file = await write('good.txt', 'M:MA(C,10);\nHIT:C>M AND V>MA(V,20)*1.5;');
    const { exitCode, stdout } = await cli(['screen', 'check', file]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^The formula has no errors\. It shows M, HIT, needs 20 bars and computes \d+ values\.\n/);
    expect(stdout).toMatch(/\nday +matches\n(2024-0\d-\d\d +[\d,]+\n){20}$/);
    expect((await cli(['screen', 'check', file], 'zh')).stdout).toMatch(/^公式没有错误。显示 M、HIT；需要 K 线：20；/);
  }, 60_000);

  it('the check of a formula names each error by file, line and column, and exits with 1', async () => {
    const file = await write('bad.txt', 'A:=MA(C,5);\nB:A>ZIG(C,5);');
    const english = await cli(['screen', 'check', file]);
    expect(english).toMatchObject({ exitCode: 1, stderr: 'the formula has 1 error\n' });
    expect(english.stdout).toMatch(/\/bad\.txt:2:5: .*ZIG/);
    const chinese = await cli(['screen', 'check', file], 'zh');
    expect(chinese.stderr).toBe('公式有 1 处错误\n');
    expect(chinese.stdout).toMatch(/\/bad\.txt:2:5: .*以后的数据/);
    const json = await cli(['screen', 'check', file, '--json']);
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ file, ok: false, errors: [{ line: 2, column: 5 }] });
    const missing = join(folder, 'missing.txt');
    expect(await cli(['screen', 'check', missing])).toMatchObject({
      exitCode: 1,
      stderr: `there is no file ${missing}\n`,
    });
    expect((await cli(['screen', 'check'])).exitCode).toBe(2);
  });

  it('a formula comes from standard input where the file is -', async () => {
    const runner = ['--conditions=source', '--require', './test/support/runner/swc-register.cjs'];
    const child = spawn(process.execPath, [...runner, 'apps/cli/src/main.ts', 'screen', 'check', '-'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...environment() },
    });
    child.stdin.end('A:REFX(C,1)>C;');
    const [stdout, exitCode] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.on('exit', resolve)),
    ]);
    expect(stdout).toMatch(/^-:1:3: .*REFX/);
    expect(exitCode).toBe(1);
  }, 60_000);
});

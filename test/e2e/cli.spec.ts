import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { loadConfig } from '#lib/config';
import { lockDataDir } from '#lib/embedded-postgres';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import type { CyqSyncReport } from '#lib/tracking';
import { runCommandLine } from '../../apps/cli/src/program';
import { createPreparedDatabase } from '../support/database/prepared-database';
import type { TestDatabase } from '../support/database/test-database';

const DAYS = TradingCalendar.published().openDaysBetween(calendarDayOf('2024-01-02'), calendarDayOf('2025-09-30'));
const RANGE = { start: DAYS.at(-20) ?? '', end: DAYS.at(-1) ?? '' };

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await createPreparedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-cli-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command line in this process, against the test database unless `env` says otherwise. */
async function cli(words: string, env: Record<string, string> = { DATABASE_URL: database.url }) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const read = () => loadConfig({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: 'a password of tests', ...env });
  const exitCode = await runCommandLine(words.split(' '), read, { stdout, stderr });
  return { exitCode, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
}

/** A year and more of bars at 10 yuan and 10,000 lots; `quiet` days ago the volume was half of that. */
function barsFile(code: string, quiet: number): string {
  const rows = DAYS.map((day, index) => {
    const lots = index === DAYS.length - 1 - quiet ? 5000 : 10_000;
    return `${day},${code},10,10,10.1,9.9,${lots},${lots * 1000},2,0,0,0.1`;
  });
  return ['日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率', ...rows].join('\n');
}

describe('market import, market status, scan run', () => {
  let bars: string;

  beforeAll(async () => {
    bars = join(folder, 'bars');
    await mkdir(bars);
    await writeFile(join(bars, '600000.csv'), barsFile('600000', 3));
    await writeFile(join(bars, '000001.csv'), barsFile('000001', 100));
    await writeFile(join(folder, 'names.csv'), 'code,name\n600000,浦发银行\n000001,平安银行\n');
  });

  it('import a folder', async () => {
    const { exitCode, stdout } = await cli(`market import ${bars} --format eastmoney-csv --names ${folder}/names.csv`);
    expect(stdout).toContain('2 files, 2 stocks');
    expect(stdout).toContain(`${(2 * DAYS.length).toString()} new, 0 changed, 0 unchanged`);
    expect(exitCode).toBe(0);
  });

  it('change nothing the second time, and report so in JSON', async () => {
    const { exitCode, stdout } = await cli(`market import ${bars} --format eastmoney-csv --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'eastmoney-csv',
      files: 2,
      refused: [],
      stocks: 2,
      bars: { read: 2 * DAYS.length, inserted: 0, updated: 0, unchanged: 2 * DAYS.length },
      from: DAYS[0],
      to: RANGE.end,
    });
    expect(exitCode).toBe(0);
  });

  it('show the coverage', async () => {
    const status = await cli('market status --json');
    expect(JSON.parse(status.stdout)).toMatchObject({
      source: 'files',
      stocks: 2,
      bars: 2 * DAYS.length,
      to: RANGE.end,
    });
    expect((await cli('market status')).stdout).toMatch(/imported files: 2 stocks, .* bars\.\ndata +from +to/);
  });

  it('exit 1 if a file is rejected, and import the others', async () => {
    const mixed = join(folder, 'mixed');
    await mkdir(mixed);
    await writeFile(join(mixed, '600004.csv'), barsFile('600004', 50));
    await writeFile(join(mixed, '600006.csv'), `${barsFile('600006', 50)}\nnonsense`);
    const { exitCode, stdout, stderr } = await cli(`market import ${mixed} --format eastmoney-csv`);
    expect(stdout).toContain(`600006.csv:${DAYS.length + 2}: `);
    expect(stdout).toContain(`${DAYS.length} new`);
    expect(stderr).toBe('1 of 2 files were refused; the others went in\n');
    expect(exitCode).toBe(1);
  });

  it('scan with the handlers in this process, and open a session per hit', async () => {
    const words = `scan run --start ${RANGE.start} --end ${RANGE.end}`;
    const first = await cli(words);
    expect(first.stdout).toMatch(/^code +name +entry/);
    expect(first.stdout).toMatch(new RegExp(`\n600000 +浦发银行 +${DAYS.at(-4) ?? ''} +10\\.00 +500,000 +1,000,000 `));
    expect(first.stdout).toContain('1 hits: 1 sessions opened, 0 open already');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });

    const again = await cli(`--json ${words}`);
    expect(JSON.parse(again.stdout)).toMatchObject({
      status: 'completed',
      candidateCount: 3,
      matchedCount: 1,
      persist: { created: 0, alreadyOpen: 1 },
      hits: [{ code: '600000', minVolume: 500_000, outcome: 'already_open' }],
    });
  });

  it('drain a queue with the handlers in this process, and report the result of each session', async () => {
    const json = await cli('--json ai drain daily');
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: 'daily',
      origin: 'manual',
      total: 1,
      done: 1,
      startedBy: null,
    });
    const weekly = await cli('ai drain weekly');
    expect(weekly.stdout).toMatch(
      /^Drain \d+ \(weekly, bars up to [\d-]+\) (completed|failed): \d of 1 sessions filled/,
    );
    const { id } = JSON.parse(json.stdout) as { id: number };
    const ended = await cli(`ai continue ${id}`);
    expect([ended.exitCode, ended.stderr]).toEqual([1, expect.stringContaining('nothing is left of it')]);
  });

  it.each(['ai drain', 'ai drain monthly'])('report "%s" as bad usage', async (words) => {
    expect((await cli(words)).exitCode).toBe(2);
  });

  it('rebuild the metrics of sessions: unchanged if correct, repaired and counted if broken', async () => {
    expect(await cli('sessions rebuild')).toMatchObject({
      exitCode: 0,
      stdout: 'All figures were as they should be.\n',
    });
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query('update session_market set latest_close = 1 where latest_close = 10');
    await client.end();
    expect(rowCount).toBeGreaterThan(0);
    expect(await cli('sessions rebuild --json')).toMatchObject({ exitCode: 0, stdout: `{"changed":${rowCount}}\n` });
  });

  it('sync the chip distributions of open sessions, and report why one has none', async () => {
    const { exitCode, stdout } = await cli('cyq sync --json');
    const report = JSON.parse(stdout) as CyqSyncReport;
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ unchanged: 0, vendorCalls: 0 });
    expect(report.requested).toBeGreaterThan(0);
    expect(report.updated + report.failed).toBe(report.requested);
    expect(report.warnings).toHaveLength(report.failed);
    const { requested, updated, failed } = report;
    expect((await cli('cyq sync')).stdout).toContain(
      `${requested} sessions: 0 updated, ${updated} unchanged, ${failed} without chips; 0 calls to the vendor.\n`,
    );
    expect(await cli('cyq sync --session 999999')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('session 999999 does not exist') as unknown,
    });
    expect((await cli('cyq sync --session x')).exitCode).toBe(2);
  });

  it.each([
    ['2025-02-30', '2025-03-05', /'2025-02-30' is invalid/],
    ['2025-03-05', '2025-03-01', /^start_date 2025-03-05 is after end_date 2025-03-01/],
    ['2025-01-01', '2025-01-01', /^there is no trading day/],
  ])('report a scan from %s to %s as bad usage', async (start, end, sentence) => {
    const { exitCode, stdout, stderr } = await cli(`scan run --start ${start} --end ${end}`);
    expect(stderr).toMatch(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  });
});

describe('users and api-keys', () => {
  it('create, list and disable users, and set a new password', async () => {
    const created = JSON.parse((await cli('users create 小王 --role admin --json')).stdout) as { password: string };
    expect(created).toMatchObject({ username: '小王', role: 'admin' });
    expect(created.password).toMatch(/^\S{16,}$/);
    const reset = JSON.parse((await cli('users reset-password 小王 --json')).stdout) as { password: string };
    expect(reset.password).not.toBe(created.password);
    expect((await cli('users disable 小王')).stdout).toBe('小王 is disabled.\n');
    expect((await cli('users list')).stdout).toMatch(/\n +\d+ +小王 +admin +\S+ +\d{4}-\d\d-\d\d\n$/);
    expect(await cli('users create 小王')).toMatchObject({
      exitCode: 1,
      stderr: 'there is a user named 小王 already\n',
    });
    expect(await cli('users disable nobody')).toMatchObject({ exitCode: 1, stderr: 'there is no such user\n' });
  });

  it('create, list and revoke the keys of a user, by default of the administrator', async () => {
    const created = JSON.parse((await cli('api-keys create nightly --expires-in-days 30 --json')).stdout) as {
      id: number;
      key: string;
      prefix: string;
    };
    expect(created.key).toMatch(/^sck_/);
    const list = (await cli('api-keys list')).stdout;
    expect(list).toContain(created.prefix);
    expect(list).not.toContain(created.key);
    expect((await cli(`api-keys revoke ${created.id}`)).stdout).toBe(
      `The key nightly (id ${created.id}) is revoked.\n`,
    );
    expect(await cli(`api-keys revoke ${created.id} --user nobody`)).toMatchObject({ exitCode: 1 });
  });
});

describe('the exit code', () => {
  it.each([
    ['market import /nowhere --format tdx', 1, /^there is no file or folder \/nowhere\n$/],
    ['market import /nowhere --format xls', 2, /Allowed choices are eastmoney-csv, baostock-csv, tushare-csv, tdx/],
    ['market import /nowhere', 2, /required option '--format <format>' not specified/],
    ['market export', 2, /unknown command 'export'/],
    ['scan run --start 2025-01-02', 2, /required option '--end <day>'/],
    ['api-keys revoke x', 2, /whole number/],
  ])('of %s is %d', async (words, exitCode, sentence) => {
    const result = await cli(words);
    expect(result.stderr).toMatch(sentence);
    expect(result).toMatchObject({ exitCode, stdout: '' });
  });

  it('is 0 for help', async () => {
    const { exitCode, stdout } = await cli('scan run --help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--min-cap <yi>');
  });

  it('is 1, in one sentence, if the database is unavailable or a setting is invalid', async () => {
    const away = await cli('users list', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(away).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'the database does not answer; try again shortly\n',
    });
    const wrong = await cli('users list', { PORT: 'many' });
    expect(wrong).toMatchObject({ exitCode: 1, stderr: 'PORT must be a whole number from 0 to 65535\n' });
  });
});

describe('a command without a server', () => {
  it('names the holder of a data folder that is in use', async () => {
    const dataDir = join(folder, 'held');
    const lock = await lockDataDir(dataDir, 'npm start');
    const { exitCode, stderr } = await cli('users list', { DATA_DIR: dataDir });
    await lock.release();
    expect(stderr).toContain(`in use by "npm start" (process ${process.pid})`);
    expect(exitCode).toBe(1);
  });
});

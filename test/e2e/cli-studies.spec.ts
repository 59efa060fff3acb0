import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { calendarDayOf } from '#lib/kernel';
import { runCommand } from '../support/processes/command-line';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenMarket, openMarket } from '../support/database/open-market';

const LAST = '2024-03-04';
const SPAN = ['--from', '2023-09-01', '--to', '2024-01-31'];
/** All stocks of the demo market. */
const ALL = ['--filter', 'exclude_st=false', '--filter', 'min_list_days=0', '--filter', 'min_amount20=0'];
const STUDY = ['study', 'run', 'ma_volume', ...SPAN, ...ALL, '--horizons', '5,20'];

interface Study {
  id: number;
  status: string;
  screenId: string;
  fromDate: string;
  toDate: string;
  params: object;
  filters: object;
  horizons: number[];
  overlap: string;
  startedBy: string | null;
  result: { cases: number; horizons: { horizon: number; n: number; hitRatePct: number }[] };
}

let market: OpenMarket;
let folder: string;

beforeAll(async () => {
  market = await openMarket(calendarDayOf(LAST));
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-studies-'));
}, 60_000);
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (words: readonly string[], language?: 'zh' | 'en') =>
  runCommand(words, { DATABASE_URL: market.databaseUrl, DATA_DIR: join(folder, 'data') }, language);

async function json(words: readonly string[]): Promise<Study> {
  const { exitCode, stdout, stderr } = await cli([...words, '--json']);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Study;
}

it('a market without bars can study nothing', async () => {
  expect(await cli(['study', 'run', 'ma_volume', ...SPAN])).toMatchObject({ stdout: '' });
  expect((await cli(['study', 'run', 'ma_volume', ...SPAN], 'zh')).exitCode).not.toBe(0);
});

describe('on the demo market', () => {
  beforeAll(async () => {
    await market.demo.ensure({ firstLoadDays: 420 });
  }, 120_000);
  afterEach(() => emptyTables(market.database, ['study', 'study_case'], { restartIds: true }));

  it('a study is computed, said in a sentence and shown again', async () => {
    const run = await cli(STUDY);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toBe('');
  }, 120_000);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { calendarDayOf } from '#lib/kernel';
import { type CommandOutcome, runCommand } from '../support/processes/command-line';
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
  result: { cases: number; horizons: { horizon: number; n: number; days: number; hitRatePct: number }[] };
}

let market: OpenMarket;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-studies-'));
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const cli = (words: readonly string[], language?: 'zh' | 'en') =>
  runCommand(words, { DATABASE_URL: market.databaseUrl, DATA_DIR: join(folder, 'data') }, language);

async function json(words: readonly string[]): Promise<Study> {
  const { exitCode, stdout, stderr } = await cli([...words, '--json']);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Study;
}

/** Until a command listens to what happens to studies. */
async function untilFollowed(): Promise<void> {
  for (;;) {
    const listeners = await market.database.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name = 'stock-cycle-cli-listen' and query = 'listen "study"'`,
    );
    if (listeners.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('a market without bars can study nothing', async () => {
  market = await openMarket(calendarDayOf(LAST));
  expect(await cli(STUDY)).toEqual({
    ...{ exitCode: 1, stdout: '' },
    stderr: 'the market has no bars from 2023-09-01 to 2024-01-31; it has none yet\n',
  });
  expect(await cli(STUDY, 'zh')).toMatchObject({ exitCode: 1, stderr: '行情里还没有数据\n' });
  await market.close();
});

describe('on the demo market', () => {
  beforeAll(async () => {
    market = await openMarket(calendarDayOf(LAST), { demoEvery: 4, demoDays: 420 });
  }, 120_000);
  afterAll(() => market.close());

  describe('a study', () => {
    let ran: CommandOutcome;
    beforeAll(async () => {
      ran = await cli(STUDY);
    }, 60_000);
    afterAll(() => emptyTables(market.database, ['study', 'study_case'], { restartIds: true }));

    it('is computed, said in a sentence, and told by horizons', async () => {
      const { result, ...shown } = await json(['study', 'show', '1']);
      expect(shown).toMatchObject({
        ...{ id: 1, status: 'completed', screenId: 'ma_volume', fromDate: '2023-09-01', toDate: '2024-01-31' },
        ...{ filters: { exclude_st: false }, horizons: [5, 20], overlap: 'first', startedBy: null },
      });
      const [week, month] = result.horizons;
      if (week === undefined || month === undefined) throw new Error('two horizons were asked for');
      expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
      const lines = ran.stdout.split('\n');
      expect(lines[0]).toBe('Study 1: ma_volume, version 1, completed; variant 1 of 1 that were tried of this screen.');
      expect(lines[1]).toContain(
        `2023-09-01 to 2024-01-31: ${String(month.n)} cases on ${String(month.days)} days; after 20 open days ` +
          `${month.hitRatePct.toFixed(1)} % beat the median stock (95 %: `,
      );
      expect(lines[1]).toMatch(/ %\. Too little to conclude: under 12 months or 30 effective cases\.$/);
      expect(lines[3]).toMatch(/^horizon +n +effective n +hit \(%\) +95 % .* random-list p +enough$/);
      expect(lines[4]).toMatch(new RegExp(`^ +5 +${String(week.n)} .* ${week.hitRatePct.toFixed(1)} .* no$`));
      expect(lines[5]).toMatch(new RegExp(`^ +20 +${String(month.n)} .* ${month.hitRatePct.toFixed(1)} .* no$`));
      expect(lines.slice(6)).toEqual([
        '',
        'Stocks that left the exchange are missing: the figures are of survivors, and better than they were.',
        '',
      ]);
    });

    it('is shown again as it was, in the language of the operator', async () => {
      expect(await cli(['study', 'show', '1'])).toEqual(ran);
      const chinese = (await cli(['study', 'show', '1'], 'zh')).stdout;
      expect(chinese).toMatch(/^检验 1：选股 ma_volume 第 1 版，已完成；这个选股试过 1 种变化，这是第 1 种。\n/);
      expect(chinese).toMatch(/\n2023-09-01 至 2024-01-31：\d+ 天里 \d+ 个样本；20 个交易日后 [\d.]+% 跑赢中位股票/);
      expect(chinese).toMatch(/\n持有\(日\) +样本 +有效样本 +跑赢\(%\) .* 样本够吗\n/);
      expect(chinese).toMatch(/\n\n行情里没有已退市的股票：[^\n]*。\n$/);
    });

    it('is not computed again on the same data', async () => {
      expect(await cli(STUDY)).toEqual(ran);
      expect((await json(STUDY)).id).toBe(1);
    });

    it('lists its cases as CSV', async () => {
      const { result } = await json(['study', 'show', '1']);
      const { stdout, exitCode, stderr } = await cli(['study', 'show', '1', '--csv'], 'zh');
      const rows: Record<string, string>[] = parse(stdout, { columns: true });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(/^code,stockName,signalDate,rank,outcome,.*,netPct20,excessPct20\r\n/);
      expect(rows).toHaveLength(result.cases);
      const beaten = rows.filter(({ excessPct20 }) => Number(excessPct20) > 0).length;
      const month = result.horizons.find(({ horizon }) => horizon === 20);
      expect((100 * beaten) / (month?.n ?? 0)).toBeCloseTo(month?.hitRatePct ?? 0, 6);
      expect((await cli([...STUDY, '--csv'])).stdout).toBe(stdout);
    });

    it('that has not ended shows how far it is, and has no cases to list', async () => {
      await market.database.query(
        "update study set status = 'running', progress = 35, result = null, finished_at = null where id = 1",
      );
      expect((await cli(['study', 'show', '1'])).stdout).toMatch(/^Study 1: ma_volume, version 1, running, 35 %\.\n/);
      expect(await cli(['study', 'show', '1', '--csv'])).toEqual({
        ...{ exitCode: 1, stdout: '', stderr: 'study 1 is not completed: running\n' },
      });
      expect((await cli(['study', 'show', '1', '--csv'], 'zh')).stderr).toBe('检验 1 没有完成：运行中\n');
    });

    it('that fails while it is followed is shown, and rejected', async () => {
      const followed = cli(STUDY);
      await untilFollowed();
      await market.database.query(
        "update study set status = 'failed', error = 'the disk is full', finished_at = now() where id = 1",
      );
      await market.database.query("select pg_notify('study', '1')");
      expect(await followed).toEqual({
        exitCode: 1,
        stdout: expect.stringMatching(/^Study 1: ma_volume, version 1, failed: the disk is full\n/) as unknown,
        stderr: 'study 1 is not completed: the disk is full\n',
      });
    }, 60_000);
  });

  it('parameters, costs, horizons and the overlap are those that were typed', async () => {
    const costs = ['--cost', 'slippage_bp=8', '--cost', 'stamp=by_date'];
    const options = ['--param', 'close_bars=30', ...costs, '--horizons', '10,1', '--overlap', 'all'];
    const found = await json(['study', 'run', 'turtle', '--from', '2024-01-02', '--to', '2024-01-12', ...options]);
    expect(found).toMatchObject({
      ...{ params: { close_bars: 30 }, horizons: [1, 10], overlap: 'all', status: 'completed' },
      costs: { commission_bp: 2.5, slippage_bp: 8, stamp: 'by_date' },
    });
  }, 60_000);

  it.each([
    [['run', 'turtle'], /^required option '--from <day>' not specified/, /^必须给出选项 --from <day>/],
    [['run', 'turtle', '--from', '2023', '--to', '2024-01-31'], /must be a day/, /必须是日期/],
    [
      ['run', 'turtle', '--from', '2024-01-31', '--to', '2023-09-01'],
      /^from 2024-01-31 is after to 2023-09-01/,
      /^开始日期 2024-01-31 在结束日期 2023-09-01 之后/,
    ],
    [
      ['run', 'turtle', '--from', '2010-01-04', '--to', '2024-01-31'],
      /^the range has \d+ trading days, at most 1500; choose a shorter one\n$/,
      /^区间有 \d+ 个交易日，最多 1500 个/,
    ],
    [
      ['run', 'turtle', '--from', '2015-01-05', '--to', '2015-01-30'],
      /no bars from 2015-01-05 to 2015-01-30; it has days from/,
      /^区间里没有行情；请选 \S+ 至 2024-03-04 之间的日子/,
    ],
    [['run', 'turtle', ...SPAN, '--param', 'bars=5'], /^--param bars is not a parameter/, /--param bars；/],
    [['run', 'turtle', ...SPAN, '--filter', 'boards=moon'], /^--filter boards must be a list/, /--filter boards；/],
    [['run', 'turtle', ...SPAN, '--cost', 'stamp=free'], /^--cost stamp must be "by_date"/, /--cost stamp；/],
    [['run', 'turtle', ...SPAN, '--horizons', '5,121'], /1 to 8 whole numbers from 1 to 120/, /1 到 8 个 1 到 120/],
    [['run', 'turtle', ...SPAN, '--horizons', '1,2,3,4,5,6,7,8,9'], /1 to 8 whole numbers/, /以逗号分隔/],
    [['run', 'turtle', ...SPAN, '--overlap', 'some'], /Allowed choices are first, all/, /可选 first, all/],
    [['run', 'turtle', ...SPAN, '--csv', '--json'], /either --json or --csv/, /只能给一个/],
    [['show', 'one'], /whole number/, /整数/],
    [['show', '1', '--csv', '--json'], /either --json or --csv/, /只能给一个/],
  ])('study %j is bad usage', async (words, english, chinese) => {
    const said = await cli(['study', ...words]);
    expect(said).toMatchObject({ exitCode: 2, stdout: '' });
    expect(said.stderr).toMatch(english);
    expect((await cli(['study', ...words], 'zh')).stderr).toMatch(chinese);
  });

  it('a screen or a study that does not exist is rejected', async () => {
    const unknown = ['study', 'run', 'nothing', ...SPAN];
    expect(await cli(unknown)).toEqual({ exitCode: 1, stdout: '', stderr: 'no screen has this id\n' });
    expect((await cli(unknown, 'zh')).stderr).toMatch(/^没有这个选股/);
    expect(await cli(['study', 'show', '99'])).toEqual({
      ...{ exitCode: 1, stdout: '', stderr: 'study 99 does not exist\n' },
    });
    expect((await cli(['study', 'show', '99'], 'zh')).stderr).toBe('检验 99 不存在\n');
  });
});

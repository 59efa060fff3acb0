import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from '#lib/embedded-postgres';
import { runCommand } from '../support/processes/command-line';
import { createPreparedDatabase } from '../support/database/prepared-database';
import type { TestDatabase } from '../support/database/test-database';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await createPreparedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stock-cycle-words-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const typed = (line: string, language?: 'zh' | 'en', env: Record<string, string> = {}) =>
  runCommand(line.split(' '), { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ...env }, language);

describe('bad usage exits with code 2, one sentence, and nothing on standard output, for', () => {
  it.each([
    ['users', 'lst', "unknown command 'lst' (did you mean list?)", '没有命令 lst，是不是 list？'],
    ['users list', '--jsn', "unknown option '--jsn' (did you mean --json?)", '没有选项 --jsn，是不是 --json？'],
    ['users create', '', "missing required argument 'username'", '缺少参数 <username>'],
    ['users list', 'all', 'too many arguments: 0 expected, 1 given', '参数过多：需要 0 个，给了 1 个'],
    ['market import x', '', "required option '--format <format>' not specified", '必须给出选项 --format <format>'],
    ['market import x', '--format', "option '--format <format>' needs a value", '选项 --format <format> 缺少值'],
    [
      'market import x --format',
      'xls',
      "option '--format <format>': 'xls' is invalid. Allowed choices are eastmoney-csv, baostock-csv, tushare-csv, tdx.",
      '选项 --format <format> 的值 xls 无效：可选 eastmoney-csv, baostock-csv, tushare-csv, tdx。',
    ],
    [
      'ai drain',
      'monthly',
      "argument <queue>: 'monthly' is invalid. Allowed choices are daily, weekly.",
      '参数 <queue> 的值 monthly 无效：可选 daily, weekly。',
    ],
    [
      'api-keys revoke',
      'x',
      "argument <id>: 'x' is invalid. It must be a whole number, 1 or more.",
      '参数 <id> 的值 x 无效：必须是不小于 1 的整数。',
    ],
    [
      'market sync --from',
      'x',
      "option '--from <day>': 'x' is invalid. It must be a day such as 2025-12-31.",
      '选项 --from <day> 的值 x 无效：必须是日期，例如 2025-12-31。',
    ],
    [
      'restore a --replace',
      '',
      '--replace gives up all that the database holds; add --yes if that is meant',
      '--replace 会放弃数据库现有的全部内容；确定的话请加上 --yes',
    ],
  ])('%s %s', async (words, last, english, chinese) => {
    const line = `${words} ${last}`.trim();
    expect(await typed(line)).toEqual({ exitCode: 2, stdout: '', stderr: `${english}\n` });
    expect(await typed(line, 'zh')).toEqual({ exitCode: 2, stdout: '', stderr: `${chinese}\n` });
  });

  it('--lang with an unknown language', async () => {
    expect(await typed('--lang fr users list')).toMatchObject({
      exitCode: 2,
      stderr: "option '--lang <language>': 'fr' is invalid. Allowed choices are zh, en.\n",
    });
  });
});

describe('the language of a command', () => {
  it('is that of the system, and --lang has priority wherever it stands', async () => {
    await typed('users list');
    const english = /^id +username +role +created +disabled\n +1 +admin +admin /;
    const chinese = /^编号 +用户名 +角色 +创建于 +停用于\n +1 +admin +管理员 /;
    expect((await typed('users list')).stdout).toMatch(english);
    expect((await typed('users list', 'zh')).stdout).toMatch(chinese);
    expect((await typed('--lang zh users list')).stdout).toMatch(chinese);
    expect((await typed('users list --lang=en', 'zh')).stdout).toMatch(english);
  });

  it('does not change --json', async () => {
    const [chinese, english] = [await typed('users list --json', 'zh'), await typed('users list --json')];
    expect(chinese).toEqual(english);
    expect(JSON.parse(chinese.stdout)).toMatchObject([{ username: 'admin', role: 'admin' }]);
  });

  it('is also that of an error', async () => {
    expect(await typed('users disable nobody', 'zh')).toMatchObject({ exitCode: 1, stderr: '没有这个用户\n' });
    expect(await typed('users disable admin', 'zh')).toMatchObject({ stderr: '第一位管理员不能停用，也不能降级\n' });
    expect(await typed('market import /nowhere --format tdx', 'zh')).toMatchObject({
      exitCode: 1,
      stderr: '没有文件或文件夹 /nowhere\n',
    });
    expect(await typed('scan run --start 2025-03-05 --end 2025-03-01', 'zh')).toMatchObject({
      exitCode: 2,
      stderr: '开始日期 2025-03-05 在结束日期 2025-03-01 之后，请对调\n',
    });
    expect(await typed('market sync', 'zh')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/须在控制台选择来源，或设置 MARKET_SOURCE=tdx/) as unknown,
    });
    expect(await typed('cyq sync --session 7', 'zh')).toMatchObject({ exitCode: 1, stderr: '会话 7 不存在\n' });
    expect(await typed('users list', 'zh', { PORT: 'many' })).toMatchObject({
      exitCode: 1,
      stderr: 'PORT 必须是 0 到 65535 的整数\n',
    });
    expect(await typed('users list', 'zh', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toMatchObject({
      exitCode: 1,
      stderr: '数据库没有响应，请稍后再试\n',
    });
  });

  it('is also that of the error about a data folder in use', async () => {
    const lock = await lockDataDir(join(folder, 'held'), 'npm start');
    const held = { DATA_DIR: join(folder, 'held'), DATABASE_URL: '' };
    expect((await typed('users list', 'zh', held)).stderr).toContain('数据文件夹正被 "npm start"（进程 ');
    expect((await typed('backup a.backup', 'zh', held)).stderr).toContain('数据文件夹正被 "npm start"（进程 ');
    await lock.release();
  });
});

describe('help', () => {
  it('needs neither settings nor a database', async () => {
    const env = { PORT: 'many', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    expect(await typed('help market import', 'zh', env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await typed('--help', 'en', env)).stdout).toContain('Exit codes: 0 all done');
    expect((await typed('completion bash', 'en', env)).exitCode).toBe(0);
  });

  it('of a group without a command is reported as bad usage', async () => {
    expect(await typed('market')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Usage: stock-cycle market /) as unknown,
    });
  });
});

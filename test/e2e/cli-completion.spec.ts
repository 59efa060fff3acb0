import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/processes/command-line';

const RUN_OPTIONS = ['--as-of', '--param', '--filter', '--limit', '--csv', '--json', '--lang', '--help'];

let folder: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stock-cycle-completion-'));
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(folder, 'a file.csv'), '');
  writeFileSync(join(folder, 'other.csv'), '');
  script = join(folder, 'script.bash');
  writeFileSync(script, (await runCommand(['completion', 'bash'], {})).stdout);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers behind `line`, whose last word is the one that is being typed. */
function offered(line: string): string[] {
  const words = line.split(' ');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _stock_cycle; printf "%s\\n" "${COMPREPLY[@]}"',
      'bash',
      script,
      ...words,
    ],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

it('the completion is accepted by bash for the command', () => {
  const { stdout } = spawnSync('bash', ['--norc', '-c', 'source "$1"; complete -p stock-cycle', 'bash', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('complete -F _stock_cycle stock-cycle\n');
});

it.each([
  [
    'stock-cycle ',
    [
      'market',
      'scan',
      'screen',
      'study',
      'seo',
      'sessions',
      'ai',
      'cyq',
      'mcp',
      'users',
      'api-keys',
      'backup',
      'restore',
      'completion',
    ],
  ],
  ['stock-cycle s', ['scan', 'screen', 'seo', 'sessions', 'study']],
  ['stock-cycle market ', ['import', 'sync', 'status', 'doctor', 'audit']],
  ['stock-cycle --json --lang zh market s', ['sync', 'status']],
  ['stock-cycle --lang ', ['zh', 'en']],
  ['stock-cycle ai ', ['drain', 'continue']],
  ['stock-cycle ai drain ', ['daily', 'weekly']],
  ['stock-cycle ai drain daily ', []],
  ['stock-cycle screen ', ['list', 'run', 'check']],
  ['stock-cycle screen run turtle --', RUN_OPTIONS],
  ['stock-cycle study ', ['run', 'show']],
  ['stock-cycle study run turtle --overlap ', ['first', 'all']],
  ['stock-cycle screen check o', ['other.csv']],
  ['stock-cycle completion z', ['zsh']],
  ['stock-cycle market import x --format t', ['tushare-csv', 'tdx']],
  ['stock-cycle market import --re', ['--replace-demo']],
  ['stock-cycle users disable --', ['--undo', '--json', '--lang', '--help']],
  ['stock-cycle users disable ', []],
  ['stock-cycle restore --', ['--replace', '--yes', '--force', '--json', '--lang', '--help']],
  ['stock-cycle backup ', ['list', 'verify', 'a folder', 'a file.csv', 'other.csv', 'script.bash']],
  ['stock-cycle backup verify o', ['other.csv']],
  ['stock-cycle market import --format tdx ot', ['other.csv']],
  ['stock-cycle market import x --names o', ['other.csv']],
  ['stock-cycle market import users ', []],
])('the completion offers candidates after "%s"', (line, words) => {
  expect(offered(line).sort()).toEqual([...words].sort());
});

it.each(['zsh', 'fish'])("the completion for %s describes every command in the user's language", async (shell) => {
  const { stdout } = await runCommand(['completion', shell], {}, 'zh');
  for (const word of ['market', 'import', 'reset-password', 'backup', 'replace-demo', 'tushare-csv']) {
    expect(stdout).toContain(word);
  }
  expect(stdout).toContain('行情数据');
  if (spawnSync(shell, ['--version']).error === undefined) {
    expect(spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  }
});

it('the completion is one JSON document with --json', async () => {
  const { stdout } = await runCommand(['--json', 'completion', 'fish'], {});
  expect(JSON.parse(stdout)).toMatchObject({
    shell: 'fish',
    script: expect.stringContaining('complete -c stock-cycle') as unknown,
  });
});

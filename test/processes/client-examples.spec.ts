import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { ApiKeysService } from '#lib/accounts';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { installClient, listExamples } from '../support/deployment/client-package';
import { hasPython } from '../support/deployment/python';
import { shownAs } from '../support/inputs/shown-as';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { until } from '../support/until';
import { TestService } from '../support/worlds/test-service';

const RANGE = ['2025-12-15', '2025-12-19'] as const;

let service: TestService;
/** Holds the package as a project does that has installed it. */
let project: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  project = await makeScratchFolder();
  installClient(project);
  for (const name of listExamples('.ts')) compileExample(name);
  service = await TestService.start();
  const before = openDaysBefore(RANGE[0], 361)[0] ?? '';
  const busy = { volume: 20_000_000, volumes: { '2025-12-17': 9_000_000 } };
  await putSmallMarket(service.database, { from: before, to: RANGE[1] }, [
    { code: '000001', ...busy, closes: { '2025-12-17': 10.4 } },
    { code: '000002', ...busy, closes: { '2025-12-17': 10.9 } },
    // Traded less in the year before.
    { code: '600519', ...busy, volumes: { '2025-06-16': 1_000_000 } },
  ]);
  const { key } = await service.api.app.get(ApiKeysService).create(1, { name: 'examples', scopes: ['read', 'write'] });
  environment = {
    ...process.env,
    STOCK_CYCLE_URL: service.api.url,
    STOCK_CYCLE_API_KEY: key,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
  };
});

afterAll(() => service.stop());

beforeEach(() =>
  emptyTables(service.database, ['scan_run', 'scan_range', 'scan_hit', 'tracking_session'], { restartIds: true }),
);

/** Of the package as it is installed: Node.js reads no types there, and none at all before 22.18. */
function compileExample(name: string): void {
  const source = readFileSync(join(project, 'node_modules/stock-cycle-client/examples', name), 'utf8');
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  writeFileSync(join(project, `${basename(name, '.ts')}.mjs`), ts.transpile(source, options));
}

function startExample(name: string, parameters: string[], settings: NodeJS.ProcessEnv = {}) {
  const [program, path] = name.endsWith('.py')
    ? ['python3', join(project, 'node_modules/stock-cycle-client/examples', name)]
    : [process.execPath, join(project, `${basename(name, '.ts')}.mjs`)];
  const child = spawn(program, [path, ...parameters], { cwd: project, env: { ...environment, ...settings } });
  const printed = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.errors += text));
  const exited = new Promise<number | null>((done) => child.once('close', done));
  return { exited, output: () => printed.out, errors: () => printed.errors };
}

/** Lines that an example prints. */
async function runExample(name: string, ...parameters: string[]): Promise<string[]> {
  const example = startExample(name, parameters);
  if ((await example.exited) !== 0) throw new Error(`${name} failed: ${example.errors()}`);
  return example.output().trimEnd().split('\n');
}

const LANGUAGES = [
  {
    language: 'TypeScript',
    present: true,
    track: 'track-session.ts',
    scan: 'scan-low-volume.ts',
    screen: 'run-screen.ts',
  },
  {
    language: 'Python',
    present: hasPython(),
    track: 'track_session.py',
    scan: 'scan_low_volume.py',
    screen: 'run_screen.py',
  },
];

it('every example is run', () => {
  const known = LANGUAGES.flatMap(({ track, scan, screen }) => [track, scan, screen]);
  const examples = [...listExamples('.ts'), ...listExamples('.py')];
  expect(examples.sort()).toEqual([...known, 'session-tour.ts', 'stock_cycle.py'].sort());
});

for (const { language, present, track, scan, screen } of LANGUAGES) {
  (present ? describe : describe.skip)(`the examples in ${language}`, () => {
    it('open a session, or take the open one, change it, add records and list', async () => {
      expect(await runExample(track, '600519', '2025-12-15', '2025-12-16')).toEqual([
        'session 1: 600519 accumulation, priority 51',
        'record 2025-12-16: ST',
        'open 600519 since 2025-12-15, priority 51',
      ]);
      expect(await runExample(track, '600519', '2025-12-15', '2025-12-17')).toContain(
        'session 1: 600519 accumulation, priority 52',
      );
    });

    it('scan the market, follow the scan and print its hits, which have sessions', async () => {
      const lines = await runExample(scan, ...RANGE);
      expect(lines.slice(-3)).toEqual([
        'completed: 3 of 3 stocks, 2 hits',
        '000001 2025-12-17 9000000 created',
        '000002 2025-12-17 9000000 created',
      ]);
      expect(lines.slice(0, -3).filter((line) => !line.startsWith('progress: '))).toEqual([]);
      const sessions = await service.database.query('select code, source from tracking_session order by code');
      expect(sessions).toEqual(['000001', '000002'].map((code) => ({ code, source: '一年地量' })));
    });

    it('follow a scan over a connection that breaks', async () => {
      const proxy = await TcpProxy.to('127.0.0.1', Number(new URL(service.api.url).port));
      await service.stopWorker();
      try {
        const example = startExample(scan, [...RANGE], { STOCK_CYCLE_URL: `http://127.0.0.1:${proxy.port}` });
        await until('the stream has begun', 60_000, () => example.output().includes('progress: '));
        proxy.set('refuse');
        await service.startWorker();
        proxy.set('pass');
        expect(await example.exited).toBe(0);
        expect(example.output()).toContain('completed: 3 of 3 stocks, 2 hits');
      } finally {
        await proxy.close();
      }
    });

    it('run a screen', async () => {
      expect(await runExample(screen, 'top_gainers', '2025-12-17')).toEqual([
        'top_gainers on 2025-12-17: 3 of 3 stocks',
        '1. 000002 at 10.90',
        '2. 000001 at 10.40',
        '3. 600519 at 10.00',
      ]);
    });

    it('end with the server’s sentence where a request is rejected', async () => {
      const example = startExample(screen, ['no_such_screen']);
      expect(await example.exited).toBe(1);
      expect(example.errors()).toContain('StockCycleError: no screen has this id');
    });
  });
}

it('the tour by the client prints what it says', async () => {
  const source = readFileSync(join(project, 'node_modules/stock-cycle-client/examples/session-tour.ts'), 'utf8');
  const shown = [...source.matchAll(/^\/\/ → (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
  expect(shown.length).toBeGreaterThan(15);
  const printed = (await runExample('session-tour.ts')).map((line) => JSON.parse(line) as unknown);
  expect(printed).toEqual(shown.map(shownAs));
});

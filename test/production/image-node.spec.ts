import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, RunningProgram } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { until } from '../support/until';

const PASSWORD = 'the first password of all';
const DOCKERFILE = join(__dirname, '../../docker/Dockerfile');
/** The Node.js of the image, which is newer than the one that most tests run on. */
const MAJOR = /^ARG NODE_IMAGE=node:(\d+)/m.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1] ?? '';

interface Scan {
  status: string;
  candidateCount: number | null;
  finishedAt: string | null;
}

let folder: string;
let program: RunningProgram | undefined;

beforeAll(async () => {
  build();
  folder = await makeScratchFolder();
}, 120_000);

afterAll(async () => {
  await program?.end('SIGTERM');
}, 30_000);

/** Installs that Node.js from its npm package. @returns where its program is. */
function installNode(): string {
  const name = `node-${process.platform}-${process.arch}`;
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${MAJOR}`], {
    encoding: 'utf8',
  });
  if (npm.status !== 0) throw new Error(`${name}@${MAJOR} could not be installed: ${npm.stderr}`);
  return join(folder, 'node_modules', name, 'bin/node');
}

it(`the program starts, scans the demo market and stops on Node.js ${MAJOR} of the image`, async () => {
  const node = installNode();
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
  expect(version).toMatch(new RegExp(`^v${MAJOR}\\.`));
  program = new RunningProgram(
    join(folder, 'data'),
    { ADMIN_PASSWORD: PASSWORD, MARKET_SOURCE: 'demo', RATE_LIMIT: 'off' },
    node,
  );
  await program.untilReady();
  const token = await program.logIn('admin', PASSWORD);
  const day = await lastDayOf(program, token);
  const range = { start_date: day, end_date: day, circ_mkt_min_yi: 0, circ_mkt_max_yi: 1_000_000 };
  const { scanId } = await program.call<{ scanId: number }>('/api/stock-cycle/scans', token, range);
  const scan = await endedScan(program, token, scanId);
  expect(scan.status).toBe('completed');
  expect(scan.candidateCount).toBeGreaterThan(0);
  expect(program.output).not.toMatch(/DeprecationWarning|"level":"error"/);
  expect(await program.end('SIGTERM')).toBe(0);
}, 240_000);

/** The last day of the demo market, once it is made. */
async function lastDayOf(running: RunningProgram, token: string): Promise<string> {
  const coverage = async () => running.call<{ to: string | null }>('/api/market/coverage', token);
  await until('the demo market is there', 120_000, async () => (await coverage()).to !== null);
  return (await coverage()).to ?? '';
}

async function endedScan(running: RunningProgram, token: string, id: number): Promise<Scan> {
  const scan = async () => running.call<Scan>(`/api/stock-cycle/scans/${id}`, token);
  await until('the scan ends', 60_000, async () => (await scan()).finishedAt !== null);
  return scan();
}

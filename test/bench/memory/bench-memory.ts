import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyBenchFolder, stopOnSignal } from '../bench-server';
import { descendantsOf } from '../processes';

const ROOT = join(__dirname, '../../..');
const BOUND_MIB = 450;
/** What a first start does after it is ready, such as the work of the demo, has ended by then on a quiet machine. */
const IDLE_MS = 120_000;
const LONGEST_START_MS = 600_000;

interface Part {
  readonly name: string;
  /** Proportional set sizes: pages that processes share count once. */
  readonly mebibytes: number;
  readonly processes: number;
}

/** What an idle `npm start` holds: a first start with the demo market, then a start on the same data. Linux alone. */
export async function benchMemory(): Promise<void> {
  const dataDir = await emptyBenchFolder('memory');
  for (const start of ['first start', 'later start']) {
    const program = spawn(process.execPath, [join(ROOT, 'apps/launcher/start.mjs')], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stop = () => stopProgram(program);
    stopOnSignal(stop);
    try {
      console.log(`${start}: ${await readReadyLine(program)}`);
      await sleep(IDLE_MS);
      await report(program.pid ?? 0);
    } finally {
      await stop();
    }
  }
}

async function readReadyLine(program: ChildProcess): Promise<string> {
  let output = '';
  program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = performance.now() + LONGEST_START_MS;
  while (performance.now() < end && program.exitCode === null) {
    const [line] = /Stock Cycle is ready after .*/.exec(output) ?? [];
    if (line !== undefined) return line;
    await sleep(100);
  }
  throw new Error(`the program did not become ready: ${output}`);
}

async function report(supervisor: number): Promise<void> {
  const parts = await measure(supervisor);
  for (const { name, mebibytes, processes } of parts) {
    console.log(
      `  ${name.padEnd(12)}${mebibytes.toFixed(0).padStart(6)} MiB${processes > 1 ? `, ${processes} processes` : ''}`,
    );
  }
  const total = parts.reduce((sum, { mebibytes }) => sum + mebibytes, 0);
  const verdict = total <= BOUND_MIB ? 'held' : 'missed';
  console.log(
    `  ${'all'.padEnd(12)}${total.toFixed(0).padStart(6)} MiB (bound ${BOUND_MIB}, ${verdict}); load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function measure(supervisor: number): Promise<Part[]> {
  const parts = new Map<string, Part>();
  for (const pid of [supervisor, ...(await descendantsOf(supervisor))]) {
    const name = await nameOf(pid);
    const { mebibytes, processes } = parts.get(name) ?? { mebibytes: 0, processes: 0 };
    parts.set(name, { name, mebibytes: mebibytes + (await pssOf(pid)), processes: processes + 1 });
  }
  return [...parts.values()];
}

async function nameOf(pid: number): Promise<string> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [, app] = /dist\/apps\/(\w+)\//.exec(command) ?? [];
  if (app !== undefined) return app;
  return command.includes('start.mjs') ? 'supervisor' : 'PostgreSQL';
}

async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}

async function stopProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exit = once(program, 'exit');
  program.kill('SIGTERM');
  await exit;
}

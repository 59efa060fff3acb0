import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import type { BenchSize } from '../market/bench-market';
import { InProcess } from '../ours/in-process';
import { Program } from '../ours/program';
import { timed } from '../timed';
import { AdminClient } from './admin-client';
import { ADMINISTRATOR, loadDemo } from './load-demo';
import { type ReadFigures, ReadPoller } from './read-poller';
import { readPaths } from './read-paths';
import { writeMarketArchive } from './write-market-archive';

const IDLE_SECONDS = 30;
const CONNECTIONS = 3;
const SESSIONS = 100;
const LONGEST_ANSWER_MS = 1000;
const TIMES_IDLE = 5;

/**
 * Polls what people read while an import over HTTP puts a real market in the place of the demo, and compares with the same
 * polls before it. Sets the exit code where an answer was a fault, took a second, or where the p99 is over five times that
 * of idle.
 */
export async function benchLoadReads(size: BenchSize): Promise<void> {
  const folder = await emptyBenchFolder('load-reads');
  const archive = await timed('market written', () => writeMarketArchive(folder, size));
  const server = await startBenchServer({ folder, command: 'npm run bench -- load-reads' });
  stopOnSignal(() => server.stop());
  try {
    const inProcess = await InProcess.open(server.url);
    await inProcess.migrate(server.url);
    const codes = await timed('demo loaded', () => loadDemo(server.url));
    const program = await Program.start({
      databaseUrl: server.url,
      dataDir: join(folder, 'program'),
      environment: { UPLOAD_MAX_BYTES: String(2 ** 30), MARKET_SOURCE: 'demo', WORKER_NICE: '15' },
    });
    try {
      const client = await AdminClient.login(program.address, ADMINISTRATOR);
      let sessionId = 0;
      for (const code of codes.slice(0, SESSIONS)) sessionId = await client.openSession(code);
      await measure(program.address, client, archive, readPaths(codes[0] ?? '600000', sessionId));
    } finally {
      await program.stop();
      await inProcess.close();
    }
  } finally {
    await server.stop();
  }
}

async function measure(address: string, client: AdminClient, archive: string, paths: readonly string[]): Promise<void> {
  const poller = new ReadPoller(address, client.token, paths, CONNECTIONS);
  try {
    await sleep(5000);
    poller.take();
    await sleep(IDLE_SECONDS * 1000);
    const idle = poller.take();
    const importId = await client.sendMarket(archive);
    poller.take();
    const began = performance.now();
    const status = await client.untilImported(importId);
    const during = poller.take();
    report(idle, during, (performance.now() - began) / 1000, status);
  } finally {
    await poller.stop();
  }
}

function report(idle: ReadFigures, during: ReadFigures, seconds: number, status: string): void {
  const tell = (name: string, { answers, p99, slowest, faults }: ReadFigures): void => {
    console.log(
      `${name}: ${answers} answers, p99 ${p99.toFixed(1)} ms, slowest ${slowest.ms.toFixed(0)} ms (${slowest.path}), faults ${faults.length}`,
    );
  };
  tell('idle', idle);
  tell('during the load', during);
  const ratio = during.p99 / idle.p99;
  console.log(
    `load ${status} in ${seconds.toFixed(1)} s; p99 ${ratio.toFixed(1)}x idle; machine load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const fault of during.faults.slice(0, 10)) console.log(`!! ${fault}`);
  const held =
    status === 'completed' &&
    during.faults.length === 0 &&
    during.slowest.ms <= LONGEST_ANSWER_MS &&
    ratio <= TIMES_IDLE;
  if (!held) process.exitCode = 1;
}

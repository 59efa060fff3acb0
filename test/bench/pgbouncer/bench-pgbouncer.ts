import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBouncer } from '../../support/processes/pgbouncer';
import { build } from '../../support/processes/running-program';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { Machines } from '../machines/machines';
import { MachinesWorld } from '../machines/machines-world';
import { PATCH } from '../sessions/recorded-queries';
import { type Call, Traffic } from '../sessions/traffic';
import { percentile } from '../statistics';

const SESSIONS = 200;
const REQUESTS = 150;
const SLICE_MS = 2000;
const CONNECTIONS = 16;
const LIST: Call = { method: 'GET', path: '/api/stock-cycle/sessions?limit=50' };
/** Of the second part. */
const APIS = 4;
const WORKERS = 8;
const SCANS = 8;
const MOST_CONNECTIONS = 400;
/** Unused connections leave the pools after ten seconds. */
const AT_REST_MS = 12_000;

interface Side {
  name: string;
  /** Settings of its processes. */
  environment: Record<string, string>;
}

/**
 * What PgBouncer costs a request: an API that reaches the server itself and one behind PgBouncer, asked in turn. Then what it
 * saves: the connections of four APIs and eight workers under scans and reads.
 * @param rounds of the first part; 0: the second part alone.
 */
export async function benchPgBouncer(rounds: number): Promise<void> {
  build();
  const folder = await emptyBenchFolder('pgbouncer');
  const server = await startBenchServer({
    folder,
    maxConnections: MOST_CONNECTIONS,
    command: 'npm run bench -- pgbouncer',
  });
  const open: { stop(): Promise<void> }[] = [server];
  const stopAll = async (): Promise<void> => {
    for (const part of open.splice(0).reverse()) await part.stop();
  };
  stopOnSignal(stopAll);
  try {
    const world = await MachinesWorld.open(server.url, folder, undefined);
    open.push({ stop: () => world.close() });
    await world.putSessions(SESSIONS);
    const bouncer = await PgBouncer.start(server.url);
    open.push({ stop: () => bouncer.remove() });
    const shared = {
      DATA_DIR: join(folder, 'program'),
      JWT_SECRET: 'a secret of the bench, long enough for it',
      MARKET_SOURCE: 'files',
      CLOCK_START: '2025-12-31T12:00:00Z',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'info',
    };
    const sides: Side[] = [
      { name: 'direct', environment: { ...shared, DATABASE_URL: server.url } },
      { name: 'PgBouncer', environment: { ...shared, DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: server.url } },
    ];
    if (rounds > 0) await compareRequests(sides, world, rounds, open);
    for (const { name, environment } of sides) {
      const machines = new Machines(environment);
      open.push(machines);
      await countConnections(name, world, machines);
      open.pop();
      await machines.stop();
    }
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareRequests(
  sides: readonly Side[],
  world: MachinesWorld,
  rounds: number,
  open: { stop(): Promise<void> }[],
): Promise<void> {
  const served = sides.map(({ name, environment }) => ({ name, machines: new Machines(environment) }));
  for (const { machines } of served) {
    open.push(machines);
    await machines.startApis(1);
  }
  const [first] = await world.database.query<{ id: number }>('select min(id) as id from tracking_session');
  const detail = `/api/stock-cycle/sessions/${first?.id ?? 0}`;
  const kinds: { name: string; call: Call }[] = [
    { name: 'list', call: LIST },
    { name: 'detail', call: { method: 'GET', path: detail } },
    { name: 'PATCH', call: { method: 'PATCH', path: detail, body: PATCH } },
  ];
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`${availableParallelism()} processors, load ${load}, ${rounds} rounds of ${REQUESTS} requests`);
  for (const { name, call } of kinds) {
    const one = new Traffic(world.key, 1);
    const many = new Traffic(world.key, CONNECTIONS);
    const figures = served.map((side) => ({ ...side, ms: [] as number[], perSecond: [] as number[] }));
    // In turn, so that the noise of the machine is everybody's. The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { machines, ms, perSecond } of figures) {
        const url = machines.urls[0] ?? '';
        const times: number[] = [];
        for (let done = 0; done < REQUESTS; done += 1) times.push(await one.time(url, call));
        const answers = await many.throughput(url, [call], SLICE_MS);
        if (round === 0) continue;
        ms.push(...times);
        perSecond.push(answers);
      }
    }
    for (const { name: side, ms, perSecond } of figures) {
      const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)].map((value) => value.toFixed(2));
      const answers = percentile(perSecond, 0.5).toFixed(0);
      console.log(
        `${name.padEnd(8)}${side.padEnd(11)} p50 ${p50} ms, p99 ${p99} ms, ${answers} a second with ${CONNECTIONS} at once`,
      );
    }
    one.close();
    many.close();
  }
  for (const { machines } of served) await machines.stop();
}

async function countConnections(name: string, world: MachinesWorld, machines: Machines): Promise<void> {
  await machines.startApis(APIS);
  await machines.startWorkers(WORKERS, {});
  let most: Record<string, number> = {};
  let busy = true;
  const watch = async (): Promise<void> => {
    while (busy) {
      const now = await world.connections();
      if (sumOf(now) > sumOf(most)) most = now;
      await sleep(50);
    }
  };
  const traffic = new Traffic(world.key, CONNECTIONS / APIS);
  const reads = machines.urls.map((url) => traffic.throughput(url, [LIST], SLICE_MS * APIS));
  const work = async (): Promise<void> => {
    await Promise.all([world.startScans(machines.urls, SCANS).then((ids) => world.untilScanned(ids)), ...reads]);
    busy = false;
  };
  await Promise.all([watch(), work()]);
  traffic.close();
  await sleep(AT_REST_MS);
  const rest = await world.connections();
  console.log(`${APIS} APIs and ${WORKERS} workers, ${name}: at most ${toText(most)}; at rest ${toText(rest)}`);
}

function toText(counts: Record<string, number>): string {
  const each = Object.entries(counts).map(([program, count]) => `${program} ${count}`);
  return `${sumOf(counts)} (${each.join(', ')})`;
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeAiServer } from '../../support/fakes/fake-ai-server';
import { PgBouncer } from '../../support/processes/pgbouncer';
import { build } from '../../support/processes/running-program';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { startRedis } from '../ours/redis';
import { type Call, Traffic } from '../sessions/traffic';
import { Machines } from './machines';
import { MachinesWorld } from './machines-world';
import { machineBusyMs, processorSeconds, processorSecondsOfTree } from './usage';

/** APIs and workers. */
const STEPS = [
  [1, 1],
  [1, 2],
  [2, 4],
  [4, 8],
] as const;
const SCANS = 24;
const SESSIONS_OF_RULES = 60;
const SESSIONS_OF_MODEL = 160;
/** What a model's server takes for an answer. */
const ANSWER_MS = 200;
const TRAFFIC_MS = 3000;
const TRAFFIC_CONNECTIONS = 16;
const LIST: Call = { method: 'GET', path: '/api/stock-cycle/sessions?limit=50' };
/** Unused connections leave the pools after ten seconds. */
const AT_REST_MS = 11_000;
const LANES_A_WORKER = 4;
const MOST_CONNECTIONS = 400;

interface Rate {
  perSecond: number;
  /** Processors that were busy meanwhile, of the whole machine. */
  processors: number;
}

interface Step {
  apis: number;
  workers: number;
  scans: Rate;
  rules: Rate;
  model: Rate;
  requests: Rate;
  apiMsARequest: number | undefined;
  /** Shares of the processor time of the scans. */
  scanShares: string;
  most: number;
  atRest: Record<string, number>;
  redisClients: number | undefined;
}

/**
 * Throughput as processes are added on one PostgreSQL and one Redis: a batch of scans, a drain by our rules, a drain by a
 * model that takes its time, and reads. Fails only where something was counted or written twice, or not at all.
 * @param options.pooled with PgBouncer in front of PostgreSQL.
 */
export async function benchMachines({ pooled }: { pooled: boolean }): Promise<void> {
  build();
  const folder = await emptyBenchFolder('machines');
  const server = await startBenchServer({
    folder,
    maxConnections: MOST_CONNECTIONS,
    command: 'npm run bench -- machines',
  });
  const redis = await startRedis();
  if (redis === undefined) console.error('!! no redis-server, so the queue is on PostgreSQL: apt install redis-server');
  const model = await FakeAiServer.start();
  model.always({ delayMs: ANSWER_MS });
  const open: { stop(): Promise<void> }[] = [server, ...(redis === undefined ? [] : [redis]), model];
  const stopAll = async (): Promise<void> => {
    for (const part of open.splice(0).reverse()) await part.stop();
  };
  stopOnSignal(stopAll);
  try {
    const world = await MachinesWorld.open(server.url, folder, redis?.url);
    open.push({ stop: () => world.close() });
    const bouncer = pooled ? await PgBouncer.start(server.url) : undefined;
    if (bouncer !== undefined) open.push({ stop: () => bouncer.remove() });
    const environment = {
      DATABASE_URL: bouncer?.url ?? server.url,
      DATABASE_DIRECT_URL: server.url,
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
      DATA_DIR: join(folder, 'program'),
      JWT_SECRET: 'a secret of the bench, long enough for it',
      MARKET_SOURCE: 'files',
      CLOCK_START: '2025-12-31T12:00:00Z',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'info',
    };
    await measureWakeUps(world, environment);
    const steps: Step[] = [];
    for (const [apis, workers] of STEPS) {
      const machines = new Machines({ ...environment, AI_DRAIN_LANES: String(workers * LANES_A_WORKER) });
      open.push(machines);
      await machines.startApis(apis);
      steps.push(await measureStep({ world, machines, model, serverPid: server.pid, apis, workers }));
      open.pop();
      await machines.stop();
      tell(steps);
    }
    const processors = availableParallelism();
    console.log('\nevery scan whole, every record written once');
    console.log(
      `${processors} processors: work that computes is at most ${processors}x here; work that waits can be more`,
    );
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureStep(side: {
  world: MachinesWorld;
  machines: Machines;
  model: FakeAiServer;
  serverPid: number;
  apis: number;
  workers: number;
}): Promise<Step> {
  const { world, machines, apis, workers } = side;
  let most = 0;
  let busiest: number | undefined;
  const ended = new AbortController();
  const watch = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, sumOf(await world.connections()));
      const clients = await world.redisClients();
      if (clients !== undefined) busiest = Math.max(busiest ?? 0, clients);
      await sleep(200);
    }
  })();
  try {
    await machines.startWorkers(workers, {});
    await world.forget();
    await world.untilScanned(await world.startScans(machines.urls, 1));
    const before = tiers(side);
    const { rate: scans, result: ids } = await rated(SCANS, async () => {
      const started = await world.startScans(machines.urls, SCANS);
      await world.untilScanned(started);
      return started;
    });
    const scanShares = shares(before, tiers(side));
    await world.checkScans(ids);

    const traffic = await measureReads(world, machines);
    const rules = await measureDrain(world, machines, SESSIONS_OF_RULES);
    await machines.stopWorkers();
    await machines.startWorkers(workers, {
      AI_MODELS: 'bench',
      AI_BASE_URL: side.model.url,
      AI_CALLS_PER_DAY: '1000000',
      AI_TOKENS_PER_DAY: '1000000000',
    });
    side.model.requests.length = 0;
    const answered = await measureDrain(world, machines, SESSIONS_OF_MODEL);
    if (side.model.calls !== SESSIONS_OF_MODEL) {
      console.log(`${side.model.calls} calls of the model for ${SESSIONS_OF_MODEL} sessions: ${await world.calls()}`);
    }
    if (workers === STEPS.at(-1)?.[1]) await printSizes(world, answered);
    await sleep(AT_REST_MS);
    const atRest = await world.connections();
    return {
      apis,
      workers,
      scans,
      rules: rules.rate,
      model: answered.rate,
      requests: traffic.rate,
      apiMsARequest: traffic.apiMs,
      scanShares,
      most,
      atRest,
      redisClients: busiest,
    };
  } finally {
    ended.abort();
    await watch;
  }
}

async function measureDrain(
  world: MachinesWorld,
  machines: Machines,
  count: number,
): Promise<{ rate: Rate; records: number; walBytes: number }> {
  const sessions = await world.putSessions(count);
  const wal = await world.walBytes();
  const { rate, result: records } = await rated(undefined, async () => {
    const drainId = await world.startDrain(machines.urls.at(-1) ?? '');
    return world.untilDrained(drainId, sessions);
  });
  return { rate: { ...rate, perSecond: rate.perSecond * records }, records, walBytes: (await world.walBytes()) - wal };
}

async function measureReads(
  world: MachinesWorld,
  machines: Machines,
): Promise<{ rate: Rate; apiMs: number | undefined }> {
  const lanes = machines.urls.map((url) => ({
    url,
    traffic: new Traffic(world.key, TRAFFIC_CONNECTIONS / machines.urls.length),
  }));
  const before = processorSeconds(machines.apiPids);
  const { rate, result: perSecond } = await rated(undefined, async () => {
    const each = await Promise.all(lanes.map(({ url, traffic }) => traffic.throughput(url, [LIST], TRAFFIC_MS)));
    return each.reduce((sum, one) => sum + one, 0);
  });
  const after = processorSeconds(machines.apiPids);
  for (const { traffic } of lanes) traffic.close();
  const answers = perSecond / rate.perSecond;
  return {
    rate: { ...rate, perSecond },
    apiMs: before === undefined || after === undefined ? undefined : ((after - before) * 1000) / answers,
  };
}

/** What waiting costs: scans are begun while no worker runs. */
async function measureWakeUps(world: MachinesWorld, environment: Record<string, string>): Promise<void> {
  const machines = new Machines(environment);
  try {
    await machines.startApis(1);
    const before = await world.redisBytes();
    await world.startScans(machines.urls, 100);
    let after: number | undefined;
    const jobs = await world.countAndDropWakeUps(async () => {
      after = await world.redisBytes();
    });
    if (before === undefined || after === undefined) return;
    console.log(`${jobs} jobs that wait take ${Math.round((after - before) / jobs)} bytes of Redis each`);
  } finally {
    await machines.stop();
  }
}

async function printSizes(world: MachinesWorld, { records, walBytes }: { records: number; walBytes: number }) {
  const sizes = await world.bytesARow(['daily_bar', 'tracking_session', 'daily_record', 'ai_run', 'ai_call', 'job']);
  const told = Object.entries(sizes).map(([table, bytes]) => `${table} ${bytes}`);
  console.log(`bytes a row with its indexes: ${told.join(', ')}`);
  console.log(`bytes written ahead for a record of the model: ${Math.round(walBytes / records)}`);
}

/** @returns what the work returned, and `times` (default once) a second. */
async function rated<T>(times: number | undefined, work: () => Promise<T>): Promise<{ rate: Rate; result: T }> {
  const busy = machineBusyMs();
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  return {
    rate: { perSecond: ((times ?? 1) * 1000) / ms, processors: (machineBusyMs() - busy) / ms },
    result,
  };
}

type Tiers = Record<'PostgreSQL' | 'workers' | 'APIs', number | undefined>;

function tiers({ machines, serverPid }: { machines: Machines; serverPid: number }): Tiers {
  return {
    PostgreSQL: processorSecondsOfTree(serverPid),
    workers: processorSeconds(machines.workerPids),
    APIs: processorSeconds(machines.apiPids),
  };
}

function shares(before: Tiers, after: Tiers): string {
  const used = (['PostgreSQL', 'workers', 'APIs'] as const).map((tier) => ({
    tier,
    seconds: (after[tier] ?? Number.NaN) - (before[tier] ?? Number.NaN),
  }));
  const total = used.reduce((sum, { seconds }) => sum + seconds, 0);
  return used.map(({ tier, seconds }) => `${tier} ${Math.round((seconds / total) * 100)} %`).join(', ');
}

/** The last step beside the first. */
function tell(steps: readonly Step[]): void {
  const [first] = steps;
  const step = steps.at(-1);
  if (first === undefined || step === undefined) return;
  const { apis, workers, most, atRest, redisClients, apiMsARequest, scanShares } = step;
  const rest = Object.entries(atRest).map(([name, count]) => `${name} ${count}`);
  console.log(`\n${apis} API, ${workers} workers, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  for (const [kind, what] of MEASURED) {
    const { perSecond, processors } = step[kind];
    const ratio = perSecond / first[kind].perSecond;
    const figures = [perSecond.toFixed(1), `${ratio.toFixed(2)}x`, `  ${processors.toFixed(1)} processors busy`];
    console.log(`  ${what.padEnd(44)}${figures.map((figure) => figure.padStart(12)).join('')}`);
  }
  console.log(`  processor time of the scans: ${scanShares}`);
  console.log(`  an API's processor time for a list request: ${apiMsARequest?.toFixed(2) ?? '?'} ms`);
  console.log(`  connections to PostgreSQL: ${most} at most, ${sumOf(atRest)} at rest (${rest.join(', ')})`);
  console.log(`  connections to Redis: ${redisClients ?? 'none'}`);
}

const MEASURED = [
  ['scans', 'scans a second'],
  ['rules', 'records a second, by rules'],
  ['model', `records a second, by a model (${ANSWER_MS} ms)`],
  ['requests', 'list requests a second'],
] as const;

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

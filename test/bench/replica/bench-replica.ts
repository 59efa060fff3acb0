import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { ADMINISTRATOR_ID, ApiKeysService, ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { ReplicatedPostgres } from '../../support/database/replicated-postgres';
import { until } from '../../support/until';
import { emptyBenchFolder, stopOnSignal } from '../bench-server';
import { processorSeconds, processorSecondsOfTree } from '../machines/usage';
import { fillSessions } from '../sessions/fill-sessions';
import { type Served, startApi } from '../sessions/programs';
import { PATCH } from '../sessions/recorded-queries';
import { type Call, Traffic } from '../sessions/traffic';

const SESSIONS = 10_000;
const CONNECTIONS = 16;
const WRITERS = 2;
const SLICE_MS = 4000;
const READY_MS = 60_000;
const LIST: Call = { method: 'GET', path: '/api/stock-cycle/sessions?limit=50' };
const WRITES: Call[] = Array.from({ length: 50 }, (_, no) => ({
  method: 'PATCH',
  path: `/api/stock-cycle/sessions/${no + 1}`,
  body: PATCH,
}));

interface Kind {
  readonly name: string;
  readonly replica: boolean;
  /** Readers send a credential, and so must see what was acknowledged before. */
  readonly withKey: boolean;
  readonly writers: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'strangers, no replica', replica: false, withKey: false, writers: false },
  { name: 'strangers, replica', replica: true, withKey: false, writers: false },
  { name: 'users, no replica', replica: false, withKey: true, writers: false },
  { name: 'users, replica', replica: true, withKey: true, writers: false },
  { name: 'users beside writes, no replica', replica: false, withKey: true, writers: true },
  { name: 'users beside writes, replica', replica: true, withKey: true, writers: true },
];

interface Figures {
  lists: number;
  writes: number;
  /** Shares of one processor. */
  primary: number;
  replica: number;
  api: number;
}

interface Parts {
  readonly servers: ReplicatedPostgres;
  readonly alone: Served;
  readonly replicated: Served;
  readonly apiKey: string;
}

/** Lists a second with and without a replica, and what each server spends on them. Nothing fails. */
export async function benchReplica(rounds: number): Promise<void> {
  const folder = await emptyBenchFolder('replica');
  const servers = await ReplicatedPostgres.start({ parent: folder, command: 'npm run bench -- replica' });
  const open: { stop(): Promise<void> }[] = [{ stop: () => servers.remove() }];
  const stopAll = async (): Promise<void> => {
    for (const part of open.splice(0).reverse()) await part.stop();
  };
  stopOnSignal(stopAll);
  try {
    const apiKey = await fill(servers.url);
    await servers.untilCaughtUp();
    const alone = await startApi(servers.url, folder);
    open.push(alone);
    const replicated = await startApi(servers.url, folder, { DATABASE_REPLICA_URL: servers.replicaUrl });
    open.push(replicated);
    await until('the API reads the replica', READY_MS, async () => {
      const reply = (await (await fetch(`${replicated.url}/health/ready`)).json()) as { data: { degraded: string[] } };
      return !reply.data.degraded.includes('replica');
    });
    const measured = KINDS.map((): Figures[] => []);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, kind] of KINDS.entries()) {
        const figures = await measure({ servers, alone, replicated, apiKey }, kind);
        if (round > 0) measured[at]?.push(figures);
      }
    }
    for (const [at, { name }] of KINDS.entries()) tell(name, measured[at] ?? []);
    const page = await (await fetch(`${replicated.url}/metrics`)).text();
    console.log(
      page
        .split('\n')
        .filter((line) => /^database_re\w+\{/.test(line))
        .join('\n'),
    );
    console.log(`${availableParallelism()} processors for all, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns an API key. */
async function fill(url: string): Promise<string> {
  await fillSessions(url, SESSIONS);
  const dataSource = createDataSource({
    ...{ url, entities: ENTITIES, migrations: [], applicationName: 'bench', poolSize: 2 },
    statementTimeoutMs: 60_000,
  });
  const database = new Database(await dataSource.initialize());
  try {
    await ensureAdministrator(database, { username: 'admin', password: undefined });
    return (await new ApiKeysService(database).create(ADMINISTRATOR_ID, { name: 'bench' })).key;
  } finally {
    await dataSource.destroy();
  }
}

async function measure({ servers, alone, replicated, apiKey }: Parts, kind: Kind): Promise<Figures> {
  const { url, pid } = kind.replica ? replicated : alone;
  const readers = new Traffic(kind.withKey ? apiKey : undefined, CONNECTIONS);
  const writers = new Traffic(apiKey, WRITERS);
  const spent = (): number[] => [
    processorSecondsOfTree(servers.pids.primary) ?? 0,
    processorSecondsOfTree(servers.pids.replica) ?? 0,
    processorSeconds([pid]) ?? 0,
  ];
  const before = spent();
  const began = performance.now();
  const [lists, writes] = await Promise.all([
    readers.throughput(url, [LIST], SLICE_MS),
    kind.writers ? writers.throughput(url, WRITES, SLICE_MS) : 0,
  ]);
  const seconds = (performance.now() - began) / 1000;
  const [primary = 0, replica = 0, api = 0] = spent().map((now, at) => (now - (before[at] ?? 0)) / seconds);
  readers.close();
  writers.close();
  return { lists, writes, primary, replica, api };
}

function tell(name: string, rounds: readonly Figures[]): void {
  const median = (of: (figures: Figures) => number): number =>
    rounds.map(of).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  const [lists, writes] = [median((one) => one.lists), median((one) => one.writes)];
  const shares = (['primary', 'replica', 'api'] as const).map(
    (part) => `${part} ${Math.round(median((one) => one[part]) * 100)} %`,
  );
  const msAList = (median((one) => one.primary) * 1000) / (lists + writes);
  console.log(
    `${name.padEnd(34)} ${lists.toFixed(0).padStart(5)} lists/s ${writes.toFixed(0).padStart(4)} writes/s, of one processor: ${shares.join(', ')}; the primary ${msAList.toFixed(2)} ms a request`,
  );
}

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { BenchSize } from '../market/bench-market';
import { openKeptMarket } from '../market/kept-market';
import { machineWith } from '../machine';
import { InProcess } from '../ours/in-process';
import { Program } from '../ours/program';
import { keywordFile } from '../seo/seo-files';
import { fillSessions } from '../sessions/fill-sessions';
import { timed } from '../timed';
import { Background, BACKGROUND_KINDS, type BackgroundKind } from './background';
import { Load } from './load';
import { memoryOf } from './memory';
import { Mix, SOAK_NOTE } from './mix';
import { Phase } from './phase';
import { report } from './report';
import { Timeline } from './timeline';

const DATABASE = 'soak';
const GROWS = 1.05;
const SHARE_OF_SATURATION = 0.5;
const SAMPLE_MS = 5000;
const MONTHS = 2;

interface Size {
  market: BenchSize;
  sessions: number;
  keywords: number;
  idleMs: number;
  stepMs: number;
  aloneMs: number;
  minutes: number;
}

const FULL: Size = {
  market: { stocks: 5400, days: 1250 },
  sessions: 20_000,
  keywords: 50_000,
  idleMs: 60_000,
  stepMs: 10_000,
  aloneMs: 60_000,
  minutes: 10,
};
const SMALL: Size = {
  market: { stocks: 600, days: 700 },
  sessions: 6000,
  keywords: 5000,
  idleMs: 10_000,
  stepMs: 3000,
  aloneMs: 15_000,
  minutes: 0.5,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean' },
      minutes: { type: 'string' },
      background: { type: 'string' },
      timeline: { type: 'boolean' },
    },
  });
  const small = values.small === true;
  const chosen = small ? SMALL : FULL;
  const size = { ...chosen, minutes: Number(values.minutes ?? chosen.minutes) };
  if (!(size.minutes > 0)) throw new Error('--minutes takes a number above 0');
  const kinds = kindsOf(values.background);
  const folder = join(tmpdir(), 'stock-cycle-bench', small ? 'soak-small' : 'soak');
  const server = await openKeptMarket(folder, size.market, 'npm run soak');
  try {
    const databaseUrl = await freshDatabase(server.url);
    const apiKey = await createApiKey(databaseUrl);
    await timed('sessions filled', () => fillSessions(databaseUrl, size.sessions));
    const client = new Client({ connectionString: databaseUrl });
    // A server that is stopped tells only this event; the next statement fails by itself.
    client.on('error', () => undefined);
    await client.connect();
    const logFile = join(folder, 'program.log');
    await rm(join(folder, 'program'), { recursive: true, force: true });
    const watcher = values.timeline === true ? await openWatcher(databaseUrl) : undefined;
    const program = await Program.start({ databaseUrl, dataDir: join(folder, 'program'), logFile });
    program.apiKey = apiKey;
    try {
      await soak(size, kinds, program, server.pid, client, watcher);
      console.log(`the log of API and worker is in ${logFile}`);
    } finally {
      await program.stop();
      await watcher?.end();
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

async function soak(
  size: Size,
  kinds: readonly BackgroundKind[],
  program: Program,
  serverPid: number,
  client: Client,
  watcher: Client | undefined,
): Promise<void> {
  const files = await Promise.all(
    Array.from({ length: MONTHS }, async (_, month) => Buffer.concat(await all(keywordFile(size.keywords, month)))),
  );
  const background = new Background(program.address, program.apiKey, client, size.market.days, files);
  await timed('keywords imported, market scanned once', () => background.prepare());
  await client.query('vacuum (analyze)');
  const load = new Load(program.address, program.apiKey, await Mix.of(client));
  const pids = { ...program.pids, postgres: serverPid };
  const before = await machineWith(client);
  console.log(before);

  const warmUp = new Phase('warm-up');
  await load.closed(4, size.stepMs, warmUp.listener);
  const idle = new Phase('idle');
  await load.closed(1, size.idleMs, idle.listener, 5);
  console.log(idle.line());
  const search = new Phase('saturation');
  const saturation = await findSaturation(load, size.stepMs, search);
  await sleep(size.stepMs);
  const rate = saturation * SHARE_OF_SATURATION;
  const alone = new Phase('load alone');
  const aloneLate = await load.open(rate, size.aloneMs, alone.listener);
  console.log(alone.line());

  const soaked = new Phase('soak');
  background.start(kinds);
  const timeline = watcher === undefined ? undefined : new Timeline(watcher, program.address);
  timeline?.start();
  const sampling = setInterval(() => void memoryOf(pids).then((memory) => soaked.sample(memory)), SAMPLE_MS);
  const late = await load.open(rate, size.minutes * 60_000, (answer) => {
    soaked.listener(answer);
    timeline?.listener(answer);
  });
  timeline?.stop();
  clearInterval(sampling);
  await timed('what still ran in the background ended', () => background.stop());
  load.close();

  const phases = [warmUp, idle, search, alone, soaked];
  const { rows } = await client.query<{ stored: number }>(
    'select count(*)::integer as stored from daily_record where evidence_note = $1',
    [SOAK_NOTE],
  );
  const written = phases.reduce((sum, phase) => sum + phase.answered('new daily record'), 0);
  const lost = [...background.lost];
  if ((rows[0]?.stored ?? 0) < written) lost.push(`${rows[0]?.stored ?? 0} of ${written} daily records are stored`);
  console.log(`\n${before}`);
  await timeline?.report(join(tmpdir(), 'stock-cycle-bench', 'timeline.csv'));
  const ok = report({ phases, idle, alone, soaked, saturation, rate, aloneLate, late, ended: background.ended, lost });
  if (!ok) process.exitCode = 1;
}

/** Which work runs beside the load: all, or the given ones to tell what each costs. */
function kindsOf(text: string | undefined): readonly BackgroundKind[] {
  if (text === undefined) return BACKGROUND_KINDS;
  const names = text.split(',');
  const kinds = BACKGROUND_KINDS.filter((kind) => names.includes(kind));
  if (kinds.length !== names.length) throw new Error(`--background takes ${BACKGROUND_KINDS.join(',')}`);
  return kinds;
}

/** The best throughput of 1, 2, 4 … clients, until twice as many bring hardly more, two times in turn. */
async function findSaturation(load: Load, ms: number, phase: Phase): Promise<number> {
  let best = 0;
  let flat = 0;
  for (let clients = 1; clients <= 64 && flat < 2; clients *= 2) {
    const reached = await load.closed(clients, ms, phase.listener);
    console.log(`${clients} clients: ${reached.toFixed(0)} answers a second`);
    flat = reached > best * GROWS ? 0 : flat + 1;
    best = Math.max(best, reached);
  }
  return best;
}

/** A copy of the kept market, without what an earlier run left. */
async function freshDatabase(url: string): Promise<string> {
  const admin = new URL(url);
  const market = admin.pathname.slice(1);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await timed('market copied', () =>
      client.query(`create database ${DATABASE} template ${market} strategy file_copy`),
    );
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${DATABASE}`;
  return own.href;
}

/** The connection of the timeline, to a server that tells how long it waits for the disk. */
async function openWatcher(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'soak-timeline' });
  client.on('error', () => undefined);
  await client.connect();
  // Of connections that are opened from now on.
  await client.query(`alter database ${DATABASE} set track_io_timing = on`);
  await client.query(`alter database ${DATABASE} set track_wal_io_timing = on`);
  return client;
}

async function createApiKey(databaseUrl: string): Promise<string> {
  const inProcess = await InProcess.open(databaseUrl);
  return inProcess.createApiKey().finally(() => inProcess.close());
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

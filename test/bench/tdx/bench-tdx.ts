import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { calendarDayOf } from '#lib/kernel';
import { dayPackage } from '../../support/fakes/tdx/day-package';
import { FakeTdxSite } from '../../support/fakes/tdx/fake-tdx-site';
import { build } from '../../support/processes/running-program';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { machine } from '../machine';
import type { BenchSize } from '../market/bench-market';
import { InProcess } from '../ours/in-process';
import { timed } from '../timed';
import { BenchTdxMarket } from './bench-tdx-market';
import { measureReading } from './measure-reading';

const ROOT = join(__dirname, '../../..');
const LAST = calendarDayOf('2026-11-20');
const LOOK_EVERY_MS = 50;
const QUIET_LOOK_MS = 500;
/** The worker has nothing to do if so many looks in a row find nothing. */
const QUIET_LOOKS = 8;
const LONGEST_WAIT_MS = 120_000;
const BOUNDS = { daily: 1500, fillDay: 500, memory: 300 };

/** What one sync of a worker took. */
interface SyncCost {
  readonly ms: number;
  /** In which a load was under way. */
  readonly loadMs: number;
  /** In which a request was open at the fake site, which composes the package meanwhile. */
  readonly siteMs: number;
  readonly peakMb: number;
}

/** Fills a market from the fake site by a worker of the build, then syncs one more day. Prints what both cost. */
export async function benchTdx(size: BenchSize): Promise<void> {
  build();
  const market = new BenchTdxMarket({ stocks: size.stocks, days: size.days + 1, to: LAST });
  const packages = market.days.slice(-20).map((day) => ({ day, content: dayPackage(day, market.rowsOf(day)) }));
  const reading = await measureReading(packages);
  const server = await startBenchServer({ folder: await emptyBenchFolder('tdx'), command: 'npm run bench -- tdx' });
  stopOnSignal(() => server.stop());
  const site = await FakeTdxSite.start({ market });
  const client = new Client({ connectionString: server.url });
  try {
    const inProcess = await InProcess.open(server.url);
    await inProcess.migrate(server.url).finally(() => inProcess.close());
    await client.connect();
    const world = { site, client, url: server.url, days: size.days };
    const dayBefore = market.days.at(-2) ?? LAST;
    const fill = await timed('first fill', () => sync(world, dayBefore));
    const evening = {
      ...{ MARKET_SOURCE: 'tdx', CLOCK_START: shanghai(LAST, '18:00'), TDX_HISTORY_DAYS: String(size.days) },
      ...site.environment,
    };
    const requester = await InProcess.open(server.url, evening);
    const daily = await timed('one evening', () => sync(world, LAST, requester)).finally(() => requester.close());
    report(size, reading, fill, daily);
  } finally {
    await client.end();
    await site.close();
    await server.stop();
  }
}

interface World {
  readonly site: FakeTdxSite;
  readonly client: Client;
  readonly url: string;
  readonly days: number;
}

const shanghai = (day: string, time: string): string => new Date(`${day}T${time}:00+08:00`).toISOString();

/**
 * The daily sync of an evening: of a worker that starts after its time, or that started before it and gets the request when
 * it has done the work of its start. It ends when nothing that follows is left to do.
 */
async function sync({ site, client, url, days }: World, evening: string, requester?: InProcess): Promise<SyncCost> {
  const worker = fork(join(ROOT, 'dist/apps/worker/src/main.js'), {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      ...site.environment,
      DATABASE_URL: url,
      MARKET_SOURCE: 'tdx',
      TDX_HISTORY_DAYS: String(days),
      BACKUP_AT: 'off',
      WORKER_NICE: '0',
      LOG_LEVEL: 'warn',
      CLOCK_START: shanghai(evening, requester === undefined ? '18:00' : '17:00'),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    site.packages.clear();
    if (requester !== undefined) {
      await waitForQuiet(client);
      await requester.requestDailySync();
    }
    let [began, loadMs, peakMb, last] = [0, 0, 0, performance.now()];
    for (;;) {
      const [state] = (await client.query<{ begun: boolean; ended: boolean; loading: boolean }>(STATE, [evening])).rows;
      const now = performance.now();
      if (state?.begun === true && began === 0) began = now;
      if (state?.loading === true) loadMs += now - last;
      last = now;
      peakMb = Math.max(peakMb, await readPeakMb(worker));
      if (state?.ended === true) {
        const siteMs = site.packages.requests.reduce((sum, { at, endedAt = at }) => sum + endedAt - at, 0);
        await waitForQuiet(client);
        return { ms: now - began, loadMs, siteMs, peakMb };
      }
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    const exit = once(worker, 'exit');
    worker.kill('SIGTERM');
    await exit;
  }
}

/** Waits while the worker computes what follows a sync, such as the chips of the market, for {@link LONGEST_WAIT_MS} at most. */
async function waitForQuiet(client: Client): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  let quiet = 0;
  while (quiet < QUIET_LOOKS && performance.now() < until) {
    const [state] = (await client.query<{ busy: boolean }>(BUSY)).rows;
    quiet = state?.busy === true ? 0 : quiet + 1;
    await sleep(QUIET_LOOK_MS);
  }
}

const BUSY = `
  select exists (
    select from job where state = 'running' or state = 'queued' and available_at <= now()
  ) as busy`;

const STATE = `
  select bool_or(status <> 'queued') as begun, bool_or(finished_at is not null) as ended,
    exists (select from pg_stat_activity where application_name = 'stock-cycle-load-tdx') as loading
  from market_sync where kind = 'daily' and to_date = $1`;

/** The largest resident set of the process so far; 0 where the system doesn't say. */
async function readPeakMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

function report({ stocks, days }: BenchSize, reading: Record<string, number>, fill: SyncCost, daily: SyncCost): void {
  const tell = (what: string, measured: number, unit: string, most?: number): void => {
    const bound = most === undefined ? '' : measured <= most ? `within ${most}` : `ABOVE ${most}`;
    console.log(`${what.padEnd(56)}${measured.toFixed(0).padStart(8)} ${unit}  ${bound}`);
  };
  console.log(`\n${stocks} stocks, ${days} days; ${machine()}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  for (const [step, ms] of Object.entries(reading)) tell(`reading a day: ${step}`, ms, 'ms');
  const own = fill.ms - fill.siteMs;
  tell('first fill, a day: while the fake site composes it', fill.siteMs / days, 'ms');
  tell('first fill, a day: storing, in loads of 20 days', fill.loadMs / days, 'ms');
  tell('first fill, a day: all of ours', own / days, 'ms', BOUNDS.fillDay);
  tell('one evening, from the request to the figures', daily.ms - daily.siteMs, 'ms', BOUNDS.daily);
  tell('of that storing', daily.loadMs, 'ms');
  tell('worker, largest resident set in the fill', fill.peakMb, 'MB', BOUNDS.memory);
  tell('worker, largest resident set in the evening', daily.peakMb, 'MB', BOUNDS.memory);
}

import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { ConfigModule, loadConfig } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { defineJob, type Handles, JobHandler, JobsService, QueueModule } from '#lib/queue';
import { ENTITIES } from '#lib/schema';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { machineWith } from '../machine';
import { percentile } from '../statistics';

const TICK_MS = 50;
const JOBS_A_TICK = 5;
const PHASE_MS = 60_000;
const PART_MS = 10_000;
const PROBE_EVERY_MS = 250;

class NothingPayload {}

const nothingJob = defineJob<NothingPayload, null>({
  name: 'bench.nothing',
  queue: 'interactive',
  payload: NothingPayload,
  retry: { attempts: 1, backoffMs: 1000, crashes: 1 },
});

@JobHandler(nothingJob)
class NothingHandler implements Handles<typeof nothingJob> {
  run(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** What is walked by polls, as the programs ask it. Rolled back. */
const POLLS = {
  'outbox, all of it': `select id from job_outbox where available_at <= now() order by id limit 100 for update skip locked`,
  'jobs whose lease ran out': `select id from job where state = 'running' and lease_until < now() order by id limit 1
    for update skip locked`,
  "BullMQ's next job": `select id from bullmq.job where queue = 'interactive' and state = 'waiting' order by priority, seq
    limit 1 for update skip locked`,
} as const;

interface Sample {
  what: string;
  /** Since the phase began. */
  atMs: number;
  ms: number;
}

/** Jobs by the hundred a second, a minute without and a minute with a snapshot that is held open, as a backup holds one. */
export async function benchSnapshot(): Promise<void> {
  const folder = await emptyBenchFolder('snapshot');
  const server = await startBenchServer({ folder, command: 'npm run bench -- snapshot' });
  stopOnSignal(() => server.stop());
  const client = new Client({ connectionString: server.url });
  try {
    const dataSource = await openMigratedDatabase({ url: server.url, applicationName: 'snapshot-bench' });
    await dataSource.destroy();
    await client.connect();
    console.log(await machineWith(client));
    const producer = await startQueue(server.url, 'producer');
    const worker = await startQueue(server.url, 'worker');
    try {
      await phase(producer, client, 'warm-up', PART_MS);
      await phase(producer, client, 'without a snapshot', PHASE_MS);
      const holder = new Client({ connectionString: server.url });
      await holder.connect();
      await holder.query('begin isolation level repeatable read read only');
      await holder.query('select count(*) from job');
      await phase(producer, client, 'with a snapshot held open', PHASE_MS);
      await holder.end();
    } finally {
      await producer.close();
      await worker.close();
    }
  } finally {
    await client.end();
    await server.stop();
  }
}

function startQueue(url: string, side: 'producer' | 'worker'): Promise<INestApplicationContext> {
  const options = { jobs: [nothingJob] };
  @Module({
    imports: [
      ConfigModule.forRoot(loadConfig({ DATABASE_URL: url })),
      DatabaseModule.forRoot({
        ...{ url, entities: ENTITIES, migrations: [], applicationName: `snapshot-bench-${side}` },
        ...{ poolSize: 12, statementTimeoutMs: 10_000 },
      }),
      side === 'worker' ? QueueModule.forWorker(options) : QueueModule.forProducer(options),
    ],
    providers: side === 'worker' ? [NothingHandler] : [],
  })
  class Root {}
  return NestFactory.createApplicationContext(Root, { logger: ['error', 'warn'], abortOnError: false });
}

async function phase(producer: INestApplicationContext, client: Client, name: string, lengthMs: number): Promise<void> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const { rows } = await client.query<{ now: Date; id: string }>(
    'select now(), coalesce(max(id), 0)::text as id from job',
  );
  const samples: Sample[] = [];
  const writing: Promise<unknown>[] = [];
  let probing = Promise.resolve();
  let probeAt = 0;
  for (let tick = 1; tick * TICK_MS <= lengthMs; tick += 1) {
    for (let job = 0; job < JOBS_A_TICK; job += 1) writing.push(enqueue(producer));
    if (since() >= probeAt) {
      probeAt += PROBE_EVERY_MS;
      probing = probing.then(() => probe(client, samples, since));
    }
    await sleep(Math.max(0, tick * TICK_MS - since()));
  }
  await Promise.all([...writing, probing]);
  await untilDone(client);
  const jobs = await client.query<{ atMs: number; ms: number }>(
    `select (extract(epoch from created_at - $1) * 1000)::float8 as "atMs",
       (extract(epoch from finished_at - created_at) * 1000)::float8 as ms
     from job where id > $2 and state = 'completed'`,
    [rows[0]?.now, rows[0]?.id],
  );
  report(name, [...samples, ...jobs.rows.map((job) => ({ what: 'job, written to ended', ...job }))], lengthMs);
}

async function enqueue(producer: INestApplicationContext): Promise<void> {
  const jobs = producer.get(JobsService);
  await producer.get(Database).transaction((tx) => jobs.enqueue(tx, nothingJob, {}));
  jobs.publishSoon();
}

async function probe(client: Client, samples: Sample[], since: () => number): Promise<void> {
  for (const [what, sql] of Object.entries(POLLS)) {
    await client.query('begin');
    const atMs = since();
    await client.query(sql);
    samples.push({ what, atMs, ms: since() - atMs });
    await client.query('rollback');
  }
}

async function untilDone(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select from job where state in ('queued', 'running') limit 1`);
    if (rows.length === 0) return;
    await sleep(100);
  }
}

function report(name: string, samples: readonly Sample[], lengthMs: number): void {
  console.log(`\n${name}, median and p95 in ms of the first and the last ten seconds`);
  for (const what of new Set(samples.map((sample) => sample.what))) {
    const figures = [0, lengthMs - PART_MS].map((from) => {
      const part = samples.filter(
        (sample) => sample.what === what && sample.atMs >= from && sample.atMs < from + PART_MS,
      );
      const times = part.map(({ ms }) => ms);
      return `${percentile(times, 0.5).toFixed(2)} / ${percentile(times, 0.95).toFixed(2)} (${times.length})`;
    });
    console.log(`  ${what.padEnd(28)}${figures.map((figure) => figure.padStart(26)).join('')}`);
  }
}

import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { ADMINISTRATOR_ID, ApiKeysService, ensureAdministrator } from '#lib/accounts';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { emptyBenchFolder, startBenchServer, stopOnSignal } from '../bench-server';
import { keepScores, type Score } from '../scores';
import { percentile } from '../statistics';
import { fillSessions } from './fill-sessions';
import { type Served, startApi, startBare } from './programs';
import { detailPath, listPath, PATCH, type Plan, QueryRecorder, SORTED_PAGES } from './recorded-queries';
import { type Call, Traffic } from './traffic';

const FEW = 10_000;
const MANY = 100_000;
const CONNECTIONS = 32;
const SLICE_MS = 1500;
/** Until both programs are compiled: ours is larger. */
const WARM_UP_ROUNDS = 3;
const DETAILS = 200;
const PAGE_TIMES = 40;
/** A page in the middle of both lists. */
const SAME_OFFSET = 2000;
/** What the exact total may cost at 100,000 rows. */
const TOTAL_MS = 5;

interface Side {
  sessions: number;
  api: Served;
  apiKey: string;
  recorder: QueryRecorder;
  databaseUrl: string;
}

/**
 * Sessions over HTTP: throughput beside a bare program that gives the same answers, then how much longer each sort takes
 * with ten times the sessions, and the deepest page. Nothing fails but unequal answers.
 */
export async function benchSessions(rounds: number): Promise<void> {
  const folder = await emptyBenchFolder('sessions');
  const server = await startBenchServer({ folder, command: 'npm run bench -- sessions' });
  const open: { stop(): Promise<void> }[] = [];
  stopOnSignal(() => server.stop());
  try {
    const sides: Side[] = [];
    for (const sessions of [FEW, MANY]) sides.push(await prepare(server.url, folder, sessions, open));
    const [few, many] = sides;
    if (few === undefined || many === undefined) throw new Error('two databases were to be prepared');
    const scores = [...(await compareThroughput(many, rounds, open)), ...(await compareSizes(few, many))];
    const load = loadavg()[0] ?? 0;
    console.log(`${availableParallelism()} processors, load ${load.toFixed(1)} (a busy machine spoils the ratios)`);
    await keepScores('sessions', scores);
  } finally {
    for (const part of open.reverse()) await part.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(
  serverUrl: string,
  folder: string,
  sessions: number,
  open: { stop(): Promise<void> }[],
): Promise<Side> {
  const name = `sessions_${sessions}`;
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const databaseUrl = url.href;
  const dataSource = await openMigratedDatabase({ url: databaseUrl, applicationName: 'stock-cycle-bench' });
  open.push({ stop: () => dataSource.destroy() });
  const recorder = new QueryRecorder(dataSource);
  await ensureAdministrator(recorder, { username: 'admin', password: undefined });
  const apiKey = (await new ApiKeysService(recorder).create(ADMINISTRATOR_ID, { name: 'bench' })).key;
  await recorder.query(`update market_state set source = 'files'`);
  const began = performance.now();
  await fillSessions(databaseUrl, sessions);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${sessions.toLocaleString('en')} sessions and twice as many records in ${seconds} s`);
  const api = await startApi(databaseUrl, folder);
  open.push(api);
  return { sessions, api, apiKey, recorder, databaseUrl };
}

async function compareThroughput(side: Side, rounds: number, open: { stop(): Promise<void> }[]): Promise<Score[]> {
  const scores: Score[] = [];
  const ids = Array.from({ length: DETAILS }, (_, at) => 1 + at * Math.floor(side.sessions / DETAILS));
  const kinds: { name: string; target: number; calls: Call[] }[] = [
    { name: 'list', target: 1.2, calls: SORTED_PAGES.map((page) => ({ method: 'GET', path: listPath(page) })) },
    { name: 'detail', target: 0.7, calls: ids.map((id) => ({ method: 'GET', path: detailPath(id) })) },
    { name: 'PATCH', target: 0.45, calls: ids.map((id) => ({ method: 'PATCH', path: detailPath(id), body: PATCH })) },
  ];
  const plans: Record<string, Plan> = {};
  for (const page of SORTED_PAGES) plans[`GET ${listPath(page)}`] = await side.recorder.list(page);
  for (const id of ids) {
    plans[`GET ${detailPath(id)}`] = await side.recorder.detail(id);
    plans[`PATCH ${detailPath(id)}`] = await side.recorder.patch(id);
  }
  const bare = await startBare(side.databaseUrl, plans);
  open.push(bare);
  const traffic = new Traffic(side.apiKey, CONNECTIONS);
  await requireEqualAnswers(
    traffic,
    kinds.flatMap(({ calls }) => calls),
    side.api.url,
    bare.url,
  );
  console.log(`\n${''.padEnd(10)}${'ours /s'.padStart(10)}${'bare /s'.padStart(10)}${'ratio'.padStart(8)}`);
  for (const { name, target, calls } of kinds) {
    const ours: number[] = [];
    const theirs: number[] = [];
    // In turn, so that the noise of the machine is everybody's.
    for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
      const own = await traffic.throughput(side.api.url, calls, SLICE_MS);
      const other = await traffic.throughput(bare.url, calls, SLICE_MS);
      if (round < WARM_UP_ROUNDS) continue;
      ours.push(own);
      theirs.push(other);
    }
    const ratio = percentile(ours, 0.5) / percentile(theirs, 0.5);
    const verdict = ratio >= target ? 'at least' : 'BELOW';
    const figures = [percentile(ours, 0.5).toFixed(0).padStart(10), percentile(theirs, 0.5).toFixed(0).padStart(10)];
    console.log(`${name.padEnd(10)}${figures.join('')}${ratio.toFixed(2).padStart(8)}  ${verdict} ${target}`);
    scores.push({
      ...{
        what: `${name} at ${side.sessions.toLocaleString('en')} sessions, requests a second`,
        held: ratio >= target,
      },
      ...{
        beside: 'bare node:http and pg, prepared statements',
        measured: `${ratio.toFixed(2)}x`,
        bound: `>= ${target}x`,
      },
    });
  }
  traffic.close();
  return scores;
}

/** The time of the last change differs by what was sent between; all else must not. */
async function requireEqualAnswers(
  traffic: Traffic,
  calls: readonly Call[],
  ours: string,
  bare: string,
): Promise<void> {
  for (const call of calls) {
    const own = comparable(await traffic.send(ours, call));
    const other = comparable(await traffic.send(bare, call));
    if (isDeepStrictEqual(own, other)) continue;
    console.error(JSON.stringify(own).slice(0, 2000), '\n', JSON.stringify(other).slice(0, 2000));
    throw new Error(`${call.method} ${call.path}: the answers differ`);
  }
  console.log(`${calls.length} answers are the same on both sides`);
}

function comparable(answer: string): unknown {
  return JSON.parse(answer, (key, value: unknown) => (key === 'updatedAt' ? undefined : value));
}

async function compareSizes(few: Side, many: Side): Promise<Score[]> {
  const [grown, deepened]: [number[], number[]] = [[], []];
  let within = 0;
  const traffics = [new Traffic(few.apiKey, 1), new Traffic(many.apiKey, 1)] as const;
  const [toFew, toMany] = traffics;
  console.log(`\n${'p95 ms'.padEnd(36)}${'10,000'.padStart(9)}${'100,000'.padStart(9)}${'ratio'.padStart(8)}`);
  const [smallTotal, largeTotal] = await inTurn([() => timeTotal(few), () => timeTotal(many)]);
  console.log(line('the total alone, in SQL', smallTotal, largeTotal));
  for (const sorted of SORTED_PAGES) {
    const page = { ...sorted, offset: SAME_OFFSET };
    const call: Call = { method: 'GET', path: listPath(page) };
    const [small, large] = await inTurn([() => toFew.time(few.api.url, call), () => toMany.time(many.api.url, call)]);
    const allowed = 1.3 * percentile(small, 0.95) + TOTAL_MS;
    const verdict = percentile(large, 0.95) <= allowed ? 'within' : 'ABOVE';
    grown.push(percentile(large, 0.95) / percentile(small, 0.95));
    if (verdict === 'within') within += 1;
    console.log(`${line(`${page.sort} ${page.order}`, small, large)}  ${verdict} 1.3x and ${TOTAL_MS} ms`);
  }
  console.log(`\n${'p95 ms'.padEnd(36)}${'first'.padStart(9)}${'deepest'.padStart(9)}${'ratio'.padStart(8)}`);
  for (const first of SORTED_PAGES) {
    const deepest = { ...first, offset: many.sessions - 50 };
    const [shallow, deep] = await inTurn(
      [first, deepest].map((page) => () => toMany.time(many.api.url, { method: 'GET', path: listPath(page) })),
    );
    const ratio = percentile(deep, 0.95) / percentile(shallow, 0.95);
    deepened.push(ratio);
    console.log(`${line(`${first.sort} ${first.order}`, shallow, deep)}  ${ratio <= 3 ? 'within' : 'ABOVE'} 3x`);
  }
  for (const traffic of traffics) traffic.close();
  const worst = (ratios: readonly number[]): string => `${Math.max(...ratios).toFixed(2)}x at worst`;
  return [
    {
      ...{
        what: `list at 100,000 sessions, p95 of each sort; ${within} of ${grown.length} held`,
        beside: '10,000 sessions',
      },
      ...{ measured: worst(grown), bound: `<= 1.3x and ${TOTAL_MS} ms`, held: within === grown.length },
    },
    {
      ...{ what: 'deepest page of 100,000 sessions, p95', beside: 'the first page' },
      ...{ measured: worst(deepened), bound: '<= 3x', held: Math.max(...deepened) <= 3 },
    },
  ];
}

async function timeTotal({ recorder }: Side): Promise<number> {
  const began = performance.now();
  await recorder.query('select count(*) from tracking_session where deleted_at is null');
  return performance.now() - began;
}

async function inTurn(works: readonly (() => Promise<number>)[]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < PAGE_TIMES; turn += 1) {
    for (const [at, work] of works.entries()) {
      const ms = await work();
      // The first ones warm up.
      if (turn >= 5) times[at === 0 ? 0 : 1].push(ms);
    }
  }
  return times;
}

function line(name: string, first: readonly number[], second: readonly number[]): string {
  const ratio = percentile(second, 0.95) / percentile(first, 0.95);
  const figures = [first, second].map((times) => percentile(times, 0.95).toFixed(1).padStart(9));
  return `${name.padEnd(36)}${figures.join('')}${ratio.toFixed(2).padStart(8)}`;
}

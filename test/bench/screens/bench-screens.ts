import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BarMatrix, MatrixLoader } from '#lib/bar-matrix';
import { ScreensModule } from '#lib/screens';
import { ScreenThreads, NO_FILTERS } from '#lib/screens/testing';
import { machine } from '../machine';
import { type BenchSize, benchDays } from '../market/bench-market';
import { openKeptMarket } from '../market/kept-market';
import { InProcess } from '../ours/in-process';
import { openApp } from '../ours/open-app';
import { Program } from '../ours/program';
import { Peer } from '../peers/peer';
import { installDuckDb } from '../peers/start-peers';
import { percentile } from '../statistics';
import { timed } from '../timed';

/** Eighteen calls of ten functions; `duckdb_formula.mjs` says the same in SQL. */
const FORMULA = `
M5:=MA(C,5); M20:=MA(C,20); M60:=MA(C,60); H60:=HHV(H,60); L60:=LLV(L,60); LOWEST:=LLV(V,250);
V5:=MA(V,5); V60:=MA(V,60); SPREAD:=STD(C,20); UPS:=COUNT(C>REF(C,1),10); TURNED:=SUM(AMO,20);
HIT: C>M60*0.8 AND M5<M20*1.02 AND C>L60*1.05 AND C<H60*0.99 AND V5<V60*0.9 AND MIN(V,REF(V,1))<=LOWEST*1.5
  AND SPREAD/M20<0.05 AND UPS>=3 AND TURNED>100000000 AND MAX(C,O)>M5*0.95 AND ABS(C/REF(C,10)-1)<0.1;`;
const FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };
const NEEDED_DAYS = 270;
const ROUNDS = 9;
const BOUNDS = { day: 60, sweep: 2000, timesDuckDb: 8 };

/** A formula on one day by HTTP, and over all days in process, beside DuckDB; and what the bars in memory cost. */
export async function benchScreens(size: BenchSize): Promise<void> {
  const folder = join(tmpdir(), 'stock-cycle-bench', size.stocks > 1000 ? 'full' : 'small');
  const server = await openKeptMarket(folder, size, 'npm run bench -- screens');
  installDuckDb();
  const duckdb = await timed('DuckDB ready', () =>
    Peer.start(process.execPath, [
      join(__dirname, '../peers/duckdb_formula.mjs'),
      join(folder, 'by-code.duckdb'),
      folder,
    ]),
  );
  try {
    const days = benchDays(size.days);
    await overHttp(server.url, folder, days, duckdb);
    await sweeps(server.url, days, duckdb);
    console.log(machine());
  } finally {
    await duckdb.stop();
    await server.stop();
  }
}

interface PeerAnswer {
  ms: number;
  /** Day and number of hits. */
  hits: string[];
}

async function overHttp(databaseUrl: string, folder: string, days: readonly string[], duckdb: Peer): Promise<void> {
  const inProcess = await InProcess.open(databaseUrl);
  const key = await inProcess.createApiKey().finally(() => inProcess.close());
  const program = await Program.start({
    databaseUrl,
    dataDir: join(folder, 'program'),
    environment: { BAR_MATRIX_DAYS: String(days.length) },
  });
  const call = async <Data>(method: string, path: string, json?: object): Promise<Data> => {
    const response = await fetch(`${program.address}/api/screens${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = (await response.json()) as { success: boolean; data: Data };
    if (!body.success) throw new Error(JSON.stringify(body));
    return body.data;
  };
  try {
    const day = days.at(-1) ?? '';
    const { screen } = await call<{ screen: { id: string } }>('POST', '', {
      name: `bench ${String(Date.now())}`,
      formula: FORMULA,
      filters: FILTERS,
    });
    const run = async (id: string) => {
      const began = performance.now();
      const { matched } = await call<{ matched: number }>('POST', `/${id}/run`, { as_of: day, filters: FILTERS });
      return { ms: performance.now() - began, matched };
    };
    const first = await run(screen.id);
    console.log(`first answer, by SQL: ${first.ms.toFixed(0)} ms, ${String(first.matched)} hits`);
    const began = performance.now();
    for (let last = Infinity; last > 1000;) last = (await run(screen.id)).ms;
    console.log(
      `bars in memory after ${((performance.now() - began) / 1000).toFixed(1)} s, API ${residentMb(program.pids.api)} MB`,
    );
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const mine = await run(screen.id);
      const peer = await duckdb.ask<PeerAnswer>({ from: days.at(-NEEDED_DAYS) ?? days[0], day });
      if (peer.hits[0] !== `${day} ${String(mine.matched)}`)
        throw new Error(`ours ${String(mine.matched)}, DuckDB ${peer.hits[0] ?? '0'}`);
      if (round === 0) continue;
      ours.push(mine.ms);
      theirs.push(peer.ms);
    }
    say('one day by HTTP', percentile(ours, 0.5), BOUNDS.day, percentile(theirs, 0.5));
    const { screens } = await call<{ screens: { id: string; kind: string; available: boolean }[] }>('GET', '');
    for (const { id } of screens.filter(({ kind, available }) => kind === 'builtin' && available)) {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) times.push((await run(id)).ms);
      console.log(`  ${id}: ${percentile(times, 0.5).toFixed(0)} ms`);
    }
    await call('DELETE', `/${screen.id}`);
  } finally {
    await program.stop();
  }
}

async function sweeps(databaseUrl: string, days: readonly string[], duckdb: Peer): Promise<void> {
  const app = await openApp(databaseUrl, ScreensModule);
  try {
    const matrix = await timed('bars read', () => app.get(MatrixLoader, { strict: false }).loadDays(days.length));
    if (matrix === undefined) throw new Error('the market has no bars');
    console.log(`${(matrix.bytes / 2 ** 20).toFixed(0)} MiB of bars in memory`);
    const threads = app.get(ScreenThreads, { strict: false });
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round <= 3; round += 1) {
      const began = performance.now();
      const hits = await sweep(threads, matrix);
      const ms = performance.now() - began;
      const peer = await duckdb.ask<PeerAnswer>({ from: days[0], day: days[0] });
      if (peer.hits.join() !== hits.join())
        throw new Error(`ours ${hits.slice(0, 5).join()}, DuckDB ${peer.hits.slice(0, 5).join()}`);
      if (round === 0) continue;
      ours.push(ms);
      theirs.push(peer.ms);
    }
    say(`${String(days.length)} days`, percentile(ours, 0.5), BOUNDS.sweep, percentile(theirs, 0.5));
  } finally {
    await app.close();
  }
}

async function sweep(threads: ScreenThreads, matrix: BarMatrix): Promise<string[]> {
  const dayNo = matrix.facts.days.length - 1;
  const { dayNos } = await threads.sweep(
    { rule: { kind: 'formula', formula: FORMULA }, filters: NO_FILTERS, dayNo, daysBefore: dayNo },
    matrix,
    new AbortController().signal,
  );
  const byDay = new Map<number, number>();
  for (const no of dayNos) byDay.set(no, (byDay.get(no) ?? 0) + 1);
  return [...byDay]
    .sort(([one], [other]) => one - other)
    .map(([no, hits]) => `${matrix.facts.days[no] ?? ''} ${String(hits)}`);
}

function say(what: string, ours: number, bound: number, duckdb: number): void {
  const times = duckdb / ours;
  const missed = ours > bound ? ` (missed: ${String(bound)} ms)` : '';
  const slow = times < BOUNDS.timesDuckDb ? `, below ${String(BOUNDS.timesDuckDb)}x` : '';
  console.log(
    `${what}: ours ${ours.toFixed(0)} ms${missed}, DuckDB ${duckdb.toFixed(0)} ms: ${times.toFixed(1)}x as fast${slow}`,
  );
}

function residentMb(pid: number): string {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return (Number(kib) / 1024).toFixed(0);
}

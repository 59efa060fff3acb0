import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { ADMINISTRATOR_ID, ApiKeysService, ensureAdministrator } from '#lib/accounts';
import { Database } from '#lib/database';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { writeBenchMarket } from '../market/bench-market';
import { loadMarket } from '../market/load-market';
import { questionNo } from '../question';

/** Enough that a scan is work, little enough that it is loaded in seconds. */
const MARKET = { stocks: 1500, days: 500 };
const ENTRY = '2025-12-01';
const POLL_MS = 10;
const PATIENCE_MS = 240_000;

/** A market that all processes share, and what the bench asks and checks of it. */
export class MachinesWorld {
  private questions = 0;
  private expectedHits: number | undefined;

  private constructor(
    readonly database: Database,
    private readonly apiKey: string,
    private readonly redis: Redis | undefined,
  ) {}

  static async open(url: string, folder: string, redisUrl: string | undefined): Promise<MachinesWorld> {
    const database = new Database(await openMigratedDatabase({ url, applicationName: 'machines-bench' }));
    await ensureAdministrator(database, { username: 'admin', password: undefined });
    const { key } = await new ApiKeysService(database).create(ADMINISTRATOR_ID, {
      name: 'bench',
      // A drain is an administrator's.
      scopes: ['read', 'write', 'admin'],
    });
    await writeBenchMarket(folder, MARKET);
    await loadMarket(url, folder, MARKET.days);
    const redis = redisUrl === undefined ? undefined : new Redis(redisUrl);
    // Whoever asks gets the error too.
    redis?.on('error', () => undefined);
    return new MachinesWorld(database, key, redis);
  }

  get key(): string {
    return this.apiKey;
  }

  /** Starts scans at all APIs in turn, each its own question. @returns their ids. */
  async startScans(urls: readonly string[], count: number): Promise<number[]> {
    const started = Array.from({ length: count }, async (_, index) => {
      const { startDate, endDate, circMktMinYi, circMktMaxYi } = questionNo((this.questions += 1), MARKET.days);
      const body = {
        start_date: startDate,
        end_date: endDate,
        circ_mkt_min_yi: circMktMinYi,
        circ_mkt_max_yi: circMktMaxYi,
      };
      const url = urls[index % urls.length] ?? '';
      return (await this.post<{ scanId: number }>(`${url}/api/stock-cycle/scans`, body)).scanId;
    });
    return Promise.all(started);
  }

  /** Each scan whole, every stock counted once, and the same hits in all. */
  async checkScans(ids: readonly number[]): Promise<void> {
    const rows = await this.database.query<{ whole: boolean; hits: number }>(
      `select r.status = 'completed' and r.candidate_count = (select sum(candidates) from scan_range where scan_id = r.id)
           and not exists (select from scan_range where scan_id = r.id and status <> 'done') as whole,
         (select count(*)::int from scan_hit h where h.scan_id = r.id) as hits
       from scan_run r where r.id = any ($1)`,
      [ids],
    );
    this.expectedHits ??= rows[0]?.hits;
    if (rows.length !== ids.length || rows.some(({ whole, hits }) => !whole || hits !== this.expectedHits)) {
      throw new Error(`scans differ: ${JSON.stringify(rows)}`);
    }
    const [open] = await this.database.query<{ twice: number }>(
      `select count(*)::int as twice from (
         select code from tracking_session where ended_at is null group by code having count(*) > 1) d`,
    );
    if (open?.twice !== 0) throw new Error('stocks with two open sessions');
  }

  async untilScanned(ids: readonly number[]): Promise<void> {
    await this.until(`select count(*)::int as left from scan_run where id = any ($1) and finished_at is null`, [ids]);
  }

  /** Sessions of stocks that traded every day since the entry. @returns how many. */
  async putSessions(count: number): Promise<number> {
    await this.forget();
    const rows = await this.database.query(
      `insert into tracking_session (code, entry_date, market_source)
       select code, $2, 'files' from daily_bar where trade_date >= $2
       group by code having count(*) = (select count(*) from market_day where trade_date >= $2)
       order by code limit $1 returning id`,
      [count, ENTRY],
    );
    return rows.length;
  }

  async startDrain(url: string): Promise<number> {
    return (await this.post<{ drainId: number }>(`${url}/api/stock-cycle/ai-fill-drains`, { kind: 'daily' })).drainId;
  }

  /** Waits for the drain. @returns the records that it wrote, after a look whether each was written once. */
  async untilDrained(drainId: number, sessions: number): Promise<number> {
    await this.until('select count(*)::int as left from ai_drain where id = $1 and finished_at is null', [drainId]);
    const [outcome] = await this.database.query<Record<'filled' | 'generated' | 'rows' | 'days', number>>(
      `select (select count(*)::int from ai_drain_session where drain_id = $1 and status = 'filled') as filled,
         (select sum(generated)::int from ai_drain_session where drain_id = $1) as generated,
         count(*)::int as rows, count(distinct (session_id, trade_date))::int as days from daily_record`,
      [drainId],
    );
    if (outcome?.filled !== sessions || outcome.rows !== outcome.days || outcome.rows !== outcome.generated) {
      const reasons = await this.database.query(
        `select status, reason, count(*)::int as sessions from ai_drain_session where drain_id = $1 group by 1, 2`,
        [drainId],
      );
      throw new Error(`the drain did not fill each record once: ${JSON.stringify({ ...outcome, reasons })}`);
    }
    return outcome.rows;
  }

  /** What models were called for, as the program knows it. */
  async calls(): Promise<string> {
    const rows = await this.database.query(
      `select purpose, starts, requests, fault, count(*)::int as calls from ai_call group by 1, 2, 3, 4 order by 5 desc`,
    );
    return JSON.stringify(rows);
  }

  /** Waits until no job is in flight. */
  async untilIdle(): Promise<void> {
    await this.until('select count(*)::int as left from job where finished_at is null', []);
  }

  /** As before the first scan and drain. Nothing may be in flight. */
  async forget(): Promise<void> {
    await this.untilIdle();
    await this.database.query('truncate scan_run, scan_range, scan_hit, tracking_session, job, job_outbox cascade');
  }

  /** Our connections to PostgreSQL, by whose they are. */
  async connections(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ name: string; count: number }>(
      `select replace(application_name, 'stock-cycle-', '') as name, count(*)::int as count from pg_stat_activity
       where application_name like 'stock-cycle%' group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }

  /** Clients of Redis but the bench's own; undefined without Redis. */
  async redisClients(): Promise<number | undefined> {
    const clients = await this.redisFigure('clients', 'connected_clients');
    return clients === undefined ? undefined : clients - 1;
  }

  async redisBytes(): Promise<number | undefined> {
    return this.redisFigure('memory', 'used_memory');
  }

  /** Waits until every wake-up is in the queue's store; then forgets them there and here. @returns how many they were. */
  async countAndDropWakeUps(measure: () => Promise<void>): Promise<number> {
    await this.until('select count(*)::int as left from job_outbox', []);
    await measure();
    const [row] = await this.database.query<{ jobs: number }>('select count(*)::int as jobs from job');
    await this.redis?.flushall();
    await this.database.query('truncate scan_run, scan_range, scan_hit, tracking_session, job, job_outbox cascade');
    return row?.jobs ?? 0;
  }

  /** Bytes a row, indexes included. */
  async bytesARow(tables: readonly string[]): Promise<Record<string, number>> {
    const sizes: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await this.database.query<{ bytes: number; rows: number }>(
        `select pg_total_relation_size('${table}')::float8 as bytes, (select count(*) from ${table})::float8 as rows`,
      );
      if (row !== undefined && row.rows > 0) sizes[table] = Math.round(row.bytes / row.rows);
    }
    return sizes;
  }

  /** Bytes that the server has written ahead so far. */
  async walBytes(): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`,
    );
    return row?.bytes ?? 0;
  }

  async close(): Promise<void> {
    this.redis?.disconnect();
    await this.database.dataSource.destroy();
  }

  private async redisFigure(section: string, name: string): Promise<number | undefined> {
    const text = await this.redis?.info(section);
    return text === undefined ? undefined : Number(new RegExp(`${name}:(\\d+)`).exec(text)?.[1]);
  }

  private async until(leftSql: string, parameters: readonly unknown[]): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const [row] = await this.database.query<{ left: number }>(leftSql, parameters);
      if (row?.left === 0) return;
      if (Date.now() > end) throw new Error(`within ${PATIENCE_MS / 1000} s it did not become 0: ${leftSql}`);
      await sleep(POLL_MS);
    }
  }

  private async post<Data>(url: string, body: unknown): Promise<Data> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.apiKey}` },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: Data }).data;
  }
}

import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { runCommand } from '../support/processes/command-line';
import { describeWithPgBouncer, PgBouncer } from '../support/processes/pgbouncer';
import { build, RunningProgram } from '../support/processes/running-program';
import { makeScratchFolder } from '../support/processes/scratch-folder';

const LIMIT_MS = 120_000;
const PASSWORD = 'a password of tests';
const POOL = 5;
const REQUESTS = 600;
const AT_ONCE = 60;

describeWithPgBouncer('the program behind PgBouncer', () => {
  let direct: TestDatabase;
  let bouncer: PgBouncer;
  let dataDir: string;
  let program: RunningProgram;
  let observer: Client;

  beforeAll(async () => {
    build();
    direct = await createTestDatabase();
    bouncer = await PgBouncer.start(direct.url, { poolSize: POOL });
    dataDir = await makeScratchFolder();
    program = new RunningProgram(dataDir, { ...addresses(), ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off' });
    await program.untilReady();
    observer = new Client({ connectionString: direct.url, application_name: 'observer' });
    await observer.connect();
  }, LIMIT_MS);

  afterAll(async () => {
    await observer.end();
    await program.end('SIGTERM');
    await bouncer.remove();
    await direct.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const addresses = () => ({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: direct.url });

  /** Sessions of the server by the names of our programs' connections. */
  async function sessions(): Promise<Map<string, number>> {
    const { rows } = await observer.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'stock-cycle-%' group by 1`,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  }

  const sum = (counts: Map<string, number>, ...names: string[]): number =>
    names.reduce((total, name) => total + (counts.get(`stock-cycle-${name}`) ?? 0), 0);

  it('is ready, migrated and administered over the direct address', async () => {
    expect(await program.health()).toEqual({ status: 'ok', degraded: [] });
    await program.logIn('admin', PASSWORD);
  });

  it(`holds ${POOL} connections to the server for more clients than that, and each request is answered`, async () => {
    const token = await program.logIn('admin', PASSWORD);
    let most = 0;
    let clients = 0;
    let asked = 0;
    const ask = async (): Promise<void> => {
      while (asked < REQUESTS) {
        asked += 1;
        await program.call('/api/stock-cycle/sessions?limit=5', token);
      }
    };
    const observe = async (): Promise<void> => {
      while (asked < REQUESTS) {
        most = Math.max(most, sum(await sessions(), 'api', 'probe', 'worker'));
        clients = Math.max(clients, (await bouncer.ask('show clients')).length);
      }
    };
    await Promise.all([observe(), ...Array.from({ length: AT_ONCE }, ask)]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(POOL);
    expect(clients).toBeGreaterThan(POOL);
  });

  it('listens, renews leases and keeps its queue on connections of its own', async () => {
    const counts = await sessions();
    expect([sum(counts, 'api-listen'), sum(counts, 'worker-listen')]).toEqual([1, 1]);
    expect(sum(counts, 'queue')).toBeGreaterThan(0);
    const pooled = (await bouncer.ask('show clients')).map(({ application_name: name }) => name);
    expect(
      pooled.filter(
        (name) => !['stock-cycle-api', 'stock-cycle-worker', 'stock-cycle-probe', ''].includes(String(name)),
      ),
    ).toEqual([]);
  });

  it('lets a command work over the direct address', async () => {
    const { exitCode, stderr } = await runCommand(['market', 'status'], { ...addresses(), DATA_DIR: dataDir });
    expect([exitCode, stderr]).toEqual([0, '']);
    const clients = await bouncer.ask('show clients');
    expect(clients.filter(({ application_name: name }) => name === 'stock-cycle-cli')).toEqual([]);
  });

  it('does not start without the direct address, and says what to set', async () => {
    const other = await makeScratchFolder();
    const lost = new RunningProgram(other, { DATABASE_URL: bouncer.url, ADMIN_PASSWORD: PASSWORD });
    expect(await lost.exitCode()).toBe(1);
    expect(lost.output).toBe(
      "Stock Cycle can't start: the address of the database server leads through a pooler; set DATABASE_DIRECT_URL to that " +
        'of the server itself (docs/pgbouncer.md).\n',
    );
  });
});

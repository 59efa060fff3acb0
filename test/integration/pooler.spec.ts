import { openDataSource } from '#lib/database';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { describeWithPgBouncer, PgBouncer, type PgBouncerOptions } from '../support/processes/pgbouncer';

const API_STATEMENT_MS = 10_000;
const WORKER_STATEMENT_MS = 300_000;
const MODE = 'pool_mode = transaction';
const LIMITS = 'set statement_timeout = 300000; ';
const IGNORED = 'listen_addr =';

describeWithPgBouncer('a pooler that would work wrongly in silence', () => {
  let direct: TestDatabase;
  let other: TestDatabase;
  const bouncers: PgBouncer[] = [];

  beforeAll(async () => {
    direct = await createTestDatabase();
    other = await createTestDatabase();
  });

  afterAll(async () => {
    for (const bouncer of bouncers) await bouncer.remove();
    await direct.drop();
    await other.drop();
  });

  async function bouncer(options: PgBouncerOptions = {}): Promise<string> {
    const started = await PgBouncer.start(direct.url, options);
    bouncers.push(started);
    return started.url;
  }

  /** How a program starts on these addresses: `started`, or the sentence that it ends with. */
  async function start(url: string, directUrl?: string, statementTimeoutMs = API_STATEMENT_MS): Promise<string> {
    try {
      const dataSource = await openDataSource({
        url,
        directUrl,
        entities: [],
        migrations: [],
        applicationName: 'stock-cycle-test',
        poolSize: 2,
        statementTimeoutMs,
      });
      await dataSource.destroy();
      return 'started';
    } catch (error) {
      expect(error).toMatchObject({ code: 'database_unsuitable' });
      return (error as Error).message;
    }
  }

  it('starts on the server, and through PgBouncer with the settings of docker/pgbouncer', async () => {
    const pooled = await bouncer();
    expect(await start(direct.url)).toBe('started');
    expect(await start(direct.url, direct.url)).toBe('started');
    expect(await start(pooled, direct.url)).toBe('started');
    expect(await start(pooled, direct.url, WORKER_STATEMENT_MS)).toBe('started');
  });

  it('is refused without a direct address, whether it rejects our time limits or ignores them', async () => {
    expect(await start(await bouncer())).toContain('set DATABASE_DIRECT_URL');
    const ignoring = await bouncer({
      change: [
        IGNORED,
        'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout\nlisten_addr =',
      ],
    });
    expect(await start(ignoring)).toContain('set DATABASE_DIRECT_URL');
  });

  it('is refused where it keeps a connection for each client, or takes no transaction', async () => {
    const session = await bouncer({ change: [MODE, 'pool_mode = session'] });
    expect(await start(session, direct.url)).toContain('keeps a connection to the server for each client');
    const statement = await bouncer({ change: [MODE, 'pool_mode = statement'] });
    expect(await start(statement, direct.url)).toContain('rejects transactions');
  });

  it('is refused where its connections have no time limits, or shorter ones than the work takes', async () => {
    const unlimited = await bouncer({ change: [LIMITS, ''] });
    expect(await start(unlimited, direct.url)).toContain('statement_timeout 0 ms instead of 300000');
    const short = await bouncer({ change: [LIMITS, 'set statement_timeout = 10000; '] });
    expect(await start(short, direct.url, API_STATEMENT_MS)).toBe('started');
    expect(await start(short, direct.url, WORKER_STATEMENT_MS)).toContain(
      'statement_timeout 10000 ms instead of 300000',
    );
    const idle = await bouncer({ change: ['idle_in_transaction_session_timeout = 30000', 'work_mem = 4096'] });
    expect(await start(idle, direct.url)).toContain('idle_in_transaction_session_timeout 0 ms instead of 30000');
    const blind = await bouncer({
      change: ['set client_connection_check_interval = 2000', 'set client_connection_check_interval = 0'],
    });
    expect(await start(blind, direct.url)).toContain('client_connection_check_interval 0 ms instead of 2000');
  });

  it('is refused in another time zone, or where the name "job" would be that of the queue', async () => {
    const elsewhere = await bouncer({ change: ['timezone=UTC', 'timezone=Asia/Shanghai'] });
    expect(await start(elsewhere, direct.url)).toContain('the time zone Asia/Shanghai instead of UTC');
    const queue = await bouncer({ change: [LIMITS, `${LIMITS}set search_path = bullmq; `] });
    expect(await start(queue, direct.url)).toContain('the schema bullmq instead of public');
  });

  it('starts where it takes turns among two connections and keeps none', async () => {
    const turns = await bouncer({ poolSize: 2, change: [MODE, `${MODE}\nserver_round_robin = 1`] });
    expect(await start(turns, direct.url)).toBe('started');
  });

  it('is refused with a direct address that is no direct one, or leads elsewhere', async () => {
    const pooled = await bouncer();
    expect(await start(pooled, await bouncer())).toContain('DATABASE_DIRECT_URL leads through a pooler too');
    expect(await start(pooled, other.url)).toContain('lead to different databases');
    const address = new URL(direct.url);
    address.hostname = 'localhost';
    expect(await start(direct.url, address.href)).toContain('DATABASE_URL leads to the server itself');
  });
});

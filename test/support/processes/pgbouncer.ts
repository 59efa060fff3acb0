import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../until';
import { freePort } from './free-port';

const FILES = join(__dirname, '../../../docker/pgbouncer');
const READY_MS = 30_000;
/** PgBouncer does not run as root, and needs no rights of any other user. */
const NOBODY = 65_534;
const ADMIN_PASSWORD = 'of the console of tests';

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
const PROGRAM = 'pgbouncer';
const isInstalled = spawnSync(PROGRAM, ['--version'], { env: { PATH } }).status === 0;

export interface PgBouncerOptions {
  /** Connections to the server; default is that of the start script. */
  readonly poolSize?: number;
  /** What stands in the place of what in the settings, for those that nobody should have. */
  readonly change?: readonly [find: string, replace: string];
  /** Ctrl-C in a terminal does not reach it: whoever started it ends it. */
  readonly detached?: boolean;
}

/** Debian's PgBouncer in front of one database of a test, with the files of `docker/pgbouncer`; on one port for all its lives. */
export class PgBouncer {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    private readonly server: URL,
    private readonly folder: string,
    private readonly port: number,
    private readonly options: PgBouncerOptions,
  ) {}

  /** @param serverUrl of the database itself. */
  static async start(serverUrl: string, options: PgBouncerOptions = {}): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-pgbouncer-'));
    // A user without rights may not reach the checkout.
    await cp(FILES, join(folder, 'files'), { recursive: true });
    if (options.change !== undefined) await changeSettings(join(folder, 'files/pgbouncer.ini'), options.change);
    if (isRoot()) await chown(folder, NOBODY, NOBODY);
    const bouncer = new PgBouncer(new URL(serverUrl), folder, await freePort(), options);
    await bouncer.launch();
    return bouncer;
  }

  /** As the program's `DATABASE_URL` names it. */
  get url(): string {
    return this.urlOf(this.server.username, this.server.password, this.server.pathname.slice(1));
  }

  /** Of its console, for `show pools` and `pause`. */
  get consoleUrl(): string {
    return this.urlOf('pgbouncer', encodeURIComponent(ADMIN_PASSWORD), 'pgbouncer');
  }

  async launch(): Promise<void> {
    const { poolSize, detached = false } = this.options;
    const child = spawn('sh', [join(this.folder, 'files/start.sh')], {
      env: {
        PATH,
        SERVER_HOST: this.server.hostname,
        SERVER_PORT: this.server.port,
        DATABASE: this.server.pathname.slice(1),
        USER_NAME: this.server.username,
        USER_PASSWORD: decodeURIComponent(this.server.password),
        ADMIN_PASSWORD,
        LISTEN_ADDRESS: '127.0.0.1',
        LISTEN_PORT: String(this.port),
        FOLDER: this.folder,
        ...(poolSize === undefined ? {} : { POOL_SIZE: String(poolSize) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
      ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
    await until('PgBouncer answers', READY_MS, async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${this.output}`);
      return this.ask('show version').then(
        () => true,
        () => false,
      );
    });
  }

  /** SIGKILL, and waits for the end. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** A command of its console, such as `show pools`. @returns rows. */
  async ask(command: string): Promise<Record<string, unknown>[]> {
    const client = new Client({
      connectionString: this.consoleUrl,
      // A frozen one never answers; one on a busy machine may take seconds.
      connectionTimeoutMillis: 15_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(command)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private urlOf(user: string, password: string, database: string): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function changeSettings(file: string, [find, replace]: readonly [string, string]): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(find)) throw new Error(`the settings of PgBouncer do not have ${find}`);
  await writeFile(file, text.replace(find, replace));
}

/**
 * `describe` for suites that need PgBouncer. Without it they are skipped with a loud line; in CI that fails, because a proof
 * that did not run is no proof.
 */
export function describeWithPgBouncer(name: string, suite: () => void): void {
  if (isInstalled) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] !== undefined) throw new Error('CI needs pgbouncer: apt-get install pgbouncer');
  process.stderr.write(`\n!!! SKIPPED: ${name}: no pgbouncer here (apt-get install pgbouncer)\n\n`);
  describe.skip(name, () => {
    it('needs pgbouncer', () => undefined);
  });
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port';
import { until } from '../until';

/** Redis or Valkey; each is its own sentinel with `--sentinel`. */
export const REDIS_PROGRAM = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

const SERVERS = 3;
const SENTINELS = 3;
const NAME = 'mymaster';
const READY_MS = 60_000;
/** What the sentinels sign in with; a server that no longer takes it is down to them, and to nobody else. */
const WATCHER = 'watcher';

export interface SentinelsSettings {
  /** Of the servers. */
  readonly password: string;
  /** Of the sentinels. */
  readonly sentinelPassword: string;
  /** Silence after which a sentinel holds the primary for down. */
  readonly downAfterMs: number;
}

const DEFAULTS: SentinelsSettings = {
  password: 'a password of the servers',
  sentinelPassword: 'a password of the sentinels',
  downAfterMs: 2000,
};

/** One program with a file of settings, which Redis itself rewrites as roles change. */
class ConfiguredRedis {
  private process: ChildProcess | undefined;

  constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly password: string,
    private readonly parameters: readonly string[] = [],
  ) {}

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  private get file(): string {
    return join(this.folder, 'redis.conf');
  }

  async write(lines: readonly string[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const common = ['bind 127.0.0.1', `port ${this.port}`, `dir ${this.folder}`, `requirepass "${this.password}"`];
    await writeFile(this.file, `${[...common, ...lines].join('\n')}\n`, { mode: 0o600 });
  }

  async start(): Promise<void> {
    if (REDIS_PROGRAM === undefined) throw new Error('there is no redis-server on this machine');
    this.process = spawn(REDIS_PROGRAM, [this.file, ...this.parameters], { stdio: 'ignore' });
    await until('Redis answers', READY_MS, () => this.ask((client) => client.ping()).then(...YES_NO));
  }

  async kill(): Promise<void> {
    if (this.process?.exitCode !== null || this.process.signalCode !== null) return;
    const exit = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exit;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process?.kill(signal);
  }

  async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis({
      host: '127.0.0.1',
      port: this.port,
      password: this.password,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      commandTimeout: 2000,
      connectTimeout: 2000,
      // A sentinel knows no `INFO` of a server.
      enableReadyCheck: false,
    });
    client.on('error', () => undefined);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  }
}

/** A primary, two replicas and three sentinels of a test's own, with passwords of servers and of sentinels. */
export class RedisSentinels {
  private readonly servers: ConfiguredRedis[] = [];
  private readonly sentinels: ConfiguredRedis[] = [];

  private constructor(
    private readonly folder: string,
    private readonly settings: SentinelsSettings,
  ) {}

  static async start(settings: Partial<SentinelsSettings> = {}): Promise<RedisSentinels> {
    const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-sentinels-'));
    const sentinels = new RedisSentinels(folder, { ...DEFAULTS, ...settings });
    try {
      await sentinels.launch();
    } catch (error) {
      await sentinels.remove();
      throw error;
    }
    return sentinels;
  }

  /** What `REDIS_URL` takes. */
  get url(): string {
    const hosts = this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const { password, sentinelPassword } = this.settings;
    const query = new URLSearchParams({ sentinel_password: sentinelPassword });
    return `redis+sentinel://:${encodeURIComponent(password)}@${hosts}/${NAME}?${query.toString()}`;
  }

  /** Ids of the servers' processes, which change as servers are started again. */
  get processes(): { port: number; pid: number }[] {
    return this.servers.map(({ port, pid }) => ({ port, pid }));
  }

  /** Secrets that no log may hold. */
  get secrets(): string[] {
    return [this.settings.password, this.settings.sentinelPassword].flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      secret.replaceAll(' ', '+'),
    ]);
  }

  /** The port of the primary, by the sentinels. */
  async primaryPort(): Promise<number> {
    for (const sentinel of this.sentinels) {
      const told = await sentinel
        .ask((client) => client.call('sentinel', 'get-master-addr-by-name', NAME))
        .catch(() => undefined);
      if (Array.isArray(told)) return Number(told[1]);
    }
    throw new Error('no sentinel answers');
  }

  kill(port: number): Promise<void> {
    return this.serverAt(port).kill();
  }

  /** Starts a killed server with the settings and data that it had. */
  startAgain(port: number): Promise<void> {
    return this.serverAt(port).start();
  }

  freeze(port: number): void {
    this.serverAt(port).signal('SIGSTOP');
  }

  thaw(port: number): void {
    this.serverAt(port).signal('SIGCONT');
  }

  /** The sentinels reach the server no more; its clients and replicas do. */
  async cutFromSentinels(port: number): Promise<void> {
    await this.serverAt(port).ask(async (client) => {
      await client.call('acl', 'setuser', WATCHER, 'off');
      await client.call('client', 'kill', 'user', WATCHER);
    });
  }

  async joinSentinels(port: number): Promise<void> {
    await this.serverAt(port).ask((client) => client.call('acl', 'setuser', WATCHER, 'on'));
  }

  /**
   * Lets the replicas get nothing more from the primary.
   * @returns what lets them follow again, whichever server is the primary then.
   */
  async holdReplication(): Promise<() => Promise<void>> {
    const primary = await this.primaryPort();
    const held = this.servers.filter(({ port }) => port !== primary);
    for (const server of held) {
      await server.ask(async (client) => {
        await client.config('SET', 'masterauth', 'a password that no server has');
        await client.call('client', 'kill', 'type', 'master');
      });
    }
    return async () => {
      for (const server of held)
        await server.ask((client) => client.config('SET', 'masterauth', this.settings.password));
    };
  }

  /** Changes a setting of every server but the primary. */
  async configureReplicas(name: string, value: string): Promise<void> {
    const primary = await this.primaryPort();
    for (const server of this.servers.filter(({ port }) => port !== primary)) {
      await server.ask((client) => client.config('SET', name, value));
    }
  }

  async configureAll(name: string, value: string): Promise<void> {
    for (const server of this.servers) await server.ask((client) => client.config('SET', name, value));
  }

  /** Waits until the sentinels name another primary than `port`. @returns milliseconds. */
  untilPrimaryIsNot(port: number): Promise<number> {
    return until('the sentinels name another primary', READY_MS, async () => (await this.primaryPort()) !== port);
  }

  /** Waits until a server that was away follows the primary and has its data, so that it could take over. */
  async untilReplica(port: number): Promise<number> {
    return until(`server ${port} is a replica`, READY_MS, async () => {
      const info = await this.serverAt(port)
        .ask((client) => client.info('replication'))
        .catch(() => '');
      return info.includes('role:slave') && info.includes('master_link_status:up');
    });
  }

  /** Waits until every server but the primary could take over, by all sentinels. */
  async untilWhole(): Promise<void> {
    await until('all sentinels see two replicas and each other', READY_MS, async () => {
      const seen = await Promise.all(
        this.sentinels.map((sentinel) =>
          sentinel
            .ask((client) => client.call('sentinel', 'master', NAME))
            .then(fieldsOf)
            .catch((): Record<string, string> => ({})),
        ),
      );
      return seen.every(
        (fields) =>
          fields['flags'] === 'master' &&
          fields['num-slaves'] === String(SERVERS - 1) &&
          fields['num-other-sentinels'] === String(SENTINELS - 1),
      );
    });
    const primary = await this.primaryPort();
    for (const { port } of this.servers.filter((server) => server.port !== primary)) await this.untilReplica(port);
  }

  /** Connections of clients to the first sentinel. */
  async connectionsToASentinel(): Promise<number> {
    const info = (await this.sentinels[0]?.ask((client) => client.info('clients'))) ?? '';
    return Number(/connected_clients:(\d+)/.exec(info)?.[1]);
  }

  async remove(): Promise<void> {
    for (const server of this.servers) server.signal('SIGCONT');
    await Promise.all([...this.sentinels, ...this.servers].map((program) => program.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async launch(): Promise<void> {
    const { password, sentinelPassword, downAfterMs } = this.settings;
    for (let at = 0; at < SERVERS; at += 1) {
      const server = new ConfiguredRedis(await freePort(), join(this.folder, `server-${at}`), password);
      const [primary] = this.servers;
      await server.write([
        'appendonly yes',
        'save ""',
        'maxmemory-policy noeviction',
        `masterauth "${password}"`,
        `user ${WATCHER} on >${WATCHER} allchannels +@all ~*`,
        'repl-diskless-sync-delay 0',
        ...(primary === undefined ? [] : [`replicaof 127.0.0.1 ${primary.port}`]),
      ]);
      this.servers.push(server);
      await server.start();
    }
    const primary = this.servers[0]?.port ?? 0;
    for (let at = 0; at < SENTINELS; at += 1) {
      const sentinel = new ConfiguredRedis(await freePort(), join(this.folder, `sentinel-${at}`), sentinelPassword, [
        '--sentinel',
      ]);
      await sentinel.write([
        `sentinel monitor ${NAME} 127.0.0.1 ${primary} 2`,
        `sentinel auth-user ${NAME} ${WATCHER}`,
        `sentinel auth-pass ${NAME} ${WATCHER}`,
        `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
        // Half of the time after which a failover that failed is begun again.
        `sentinel failover-timeout ${NAME} ${3 * downAfterMs}`,
      ]);
      this.sentinels.push(sentinel);
      await sentinel.start();
    }
    await this.untilWhole();
  }

  private serverAt(port: number): ConfiguredRedis {
    const server = this.servers.find((candidate) => candidate.port === port);
    if (server === undefined) throw new Error(`no server listens at ${port}`);
    return server;
  }
}

const YES_NO = [() => true, () => false] as const;

/** `[name, value, name, value …]`, as Redis answers, by name. */
function fieldsOf(list: unknown): Record<string, string> {
  const values = Array.isArray(list) ? list.map(String) : [];
  return Object.fromEntries(values.flatMap((name, at) => (at % 2 === 0 ? [[name, values[at + 1] ?? '']] : [])));
}

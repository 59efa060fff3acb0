import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { messageOf } from '#lib/kernel';
import { freePort } from './faulty-process';
import { REDIS_PROGRAM } from '../../support/processes/redis-sentinels';
import { until } from '../../support/until';

const READY_MS = 30_000;

/** A Redis or Valkey of the test's own with an append-only file, on one port for all its lives. */
export class RedisServer {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

  /** @param parent where its data go, for a disk of its own. */
  static async start(parent = tmpdir()): Promise<RedisServer> {
    const redis = new RedisServer(await freePort(), await mkdtemp(join(parent, 'stock-cycle-faults-redis-')));
    await redis.launch();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it on the data that it has. */
  async launch(): Promise<void> {
    const settings = { bind: '127.0.0.1', port: this.port, dir: this.folder, appendonly: 'yes', save: '' };
    const parameters = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    if (REDIS_PROGRAM === undefined) throw new Error('there is no redis-server on this machine');
    this.server = spawn(REDIS_PROGRAM, parameters, { stdio: 'ignore' });
    await until('Redis answers', READY_MS, () => this.ask((client) => client.ping()).then(...YES_NO));
  }

  async kill(): Promise<void> {
    if (this.server === undefined) return;
    const exit = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exit;
    this.server = undefined;
  }

  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  async flush(): Promise<void> {
    await this.ask((client) => client.flushall());
  }

  /** Its append-only file as it is now. @returns what puts that back; call it between {@link kill} and {@link launch}. */
  async copyOfDisk(): Promise<() => Promise<void>> {
    const live = join(this.folder, 'appendonlydir');
    const copy = join(this.folder, 'copy');
    await cp(live, copy, { recursive: true });
    return async () => {
      await rm(live, { recursive: true, force: true });
      await cp(copy, live, { recursive: true });
    };
  }

  /** How many of its keys have such a name. */
  async keys(pattern: string): Promise<number> {
    return (await this.ask((client) => client.keys(pattern))).length;
  }

  /** Changes a setting of the running server. */
  async configure(name: string, value: string): Promise<void> {
    await this.ask((client) => client.config('SET', name, value));
  }

  /** Takes `megabytes` of its memory, or gives them back with 0. */
  async fill(megabytes: number): Promise<void> {
    await this.ask(async (client) => {
      await client.del('ballast');
      for (let done = 0; done < megabytes; done += 1) await client.append('ballast', 'x'.repeat(1_000_000));
    });
  }

  /** Waits until it refuses writes, because its disk took none of the last ones. */
  async untilItRefuses(): Promise<void> {
    await until('Redis refuses writes', READY_MS, async () =>
      this.ask((client) => client.append('ballast', 'x'.repeat(10_000))).then(
        () => false,
        (error: unknown) => messageOf(error).includes('MISCONF'),
      ),
    );
  }

  /** Makes it refuse every write without a full disk: it is told to save, and can't, because a folder stands where its file belongs. */
  async refuseToSave(): Promise<void> {
    await mkdir(join(this.folder, 'dump.rdb', 'taken'), { recursive: true });
    await this.configure('save', '1 1');
    await this.untilItRefuses();
  }

  async saveAgain(): Promise<void> {
    await rm(join(this.folder, 'dump.rdb'), { recursive: true, force: true });
    await this.ask((client) => client.save());
    await this.configure('save', '');
  }

  /** Removes what it has on disk; call it between {@link kill} and {@link launch}. */
  async forget(): Promise<void> {
    await rm(join(this.folder, 'appendonlydir'), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url, { retryStrategy: null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  }
}

const YES_NO = [() => true, () => false] as const;

/**
 * `describe` for suites that need Redis. Without one they are skipped with a loud line; in CI that fails, because a proof
 * that did not run is no proof.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  if (REDIS_PROGRAM !== undefined) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] !== undefined) throw new Error('CI needs redis-server: apt-get install redis-server');
  process.stderr.write(`\n!!! SKIPPED: ${name}: no redis-server here (apt-get install redis-server)\n\n`);
  describe.skip(name, () => {
    it('needs redis-server', () => undefined);
  });
}

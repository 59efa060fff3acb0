import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { redisOf } from '#lib/redis';
import { freePort } from '../support/processes/free-port';
import { REDIS_PROGRAM } from '../support/processes/redis-sentinels';
import { until } from '../support/until';
import { describeWithRedis } from './support/redis-server';

const SCRIPTS = resolve(__dirname, '../../docker/k8s/components/sentinel');
const PASSWORD = 'letters-and-digits';
const PATIENCE_MS = 90_000;

jest.setTimeout(180_000);

/** What compose and Kubernetes start in containers, here side by side on one address. */
describeWithRedis('the scripts that start Valkeys and sentinels in containers', () => {
  const processes = new Map<number, ChildProcess>();
  let folder: string;
  let servers: number[];
  let sentinels: number[];

  async function start(script: string, port: number): Promise<void> {
    const data = join(folder, String(port));
    await mkdir(data, { recursive: true });
    const child = spawn('sh', [join(SCRIPTS, script)], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PROGRAM: REDIS_PROGRAM,
        NAME: 'localhost',
        PORT: String(port),
        FIRST: 'localhost',
        FIRST_PORT: String(servers[0]),
        DATA: data,
        VALKEY_PASSWORD: PASSWORD,
      },
    });
    processes.set(port, child);
    await until(`port ${port} answers`, PATIENCE_MS, () => ask(port, 'ping').then((reply) => reply === 'PONG'));
  }

  async function ask(port: number, command: string, ...parameters: string[]): Promise<unknown> {
    const client = new Redis(port, '127.0.0.1', {
      password: PASSWORD,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    client.on('error', () => undefined);
    return client
      .call(command, ...parameters)
      .catch(() => undefined)
      .finally(() => client.disconnect());
  }

  const isReplica = async (port: number): Promise<boolean> => {
    const info = String(await ask(port, 'info', 'replication'));
    return info.includes('role:slave') && info.includes('master_link_status:up');
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stock-cycle-scripts-'));
    servers = [await freePort(), await freePort(), await freePort()];
    sentinels = [await freePort(), await freePort(), await freePort()];
  });

  afterAll(async () => {
    for (const child of processes.values()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('make one primary with two replicas, fail over, and start again as what they have become', async () => {
    for (const port of servers) await start('start-valkey.sh', port);
    for (const port of sentinels) await start('start-sentinel.sh', port);
    const [first = 0, ...others] = servers;
    for (const port of others) await until(`${port} is a replica`, PATIENCE_MS, () => isReplica(port));
    await until('the sentinels know all', PATIENCE_MS, async () => {
      const told = await Promise.all(sentinels.map((port) => ask(port, 'sentinel', 'master', 'mymaster')));
      return told.every((fields) => {
        const text = Array.isArray(fields) ? fields.join(' ') : '';
        return text.includes('num-slaves 2 ') && text.includes('num-other-sentinels 2 ');
      });
    });

    const hosts = sentinels.map((port) => `localhost:${port}`).join(',');
    const url = `redis+sentinel://:${PASSWORD}@${hosts}/mymaster?sentinel_password=${PASSWORD}`;
    const client = redisOf(url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    try {
      await client.set('written', 'before');
      await client.wait(2, 0);
      processes.get(first)?.kill('SIGKILL');
      await until('another is the primary', PATIENCE_MS, async () => {
        const told = await ask(sentinels[0] ?? 0, 'sentinel', 'get-master-addr-by-name', 'mymaster');
        return Array.isArray(told) && Number(told[1]) !== first;
      });
      expect(await client.get('written')).toBe('before');
      await client.set('written', 'after');
      await start('start-valkey.sh', first);
      await until('the first is a replica', PATIENCE_MS, () => isReplica(first));
      expect(await client.get('written')).toBe('after');
    } finally {
      client.disconnect();
    }
  });
});

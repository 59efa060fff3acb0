import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BenchRedis {
  url: string;
  stop(): Promise<void>;
}

/** A Redis or Valkey of its own with an append-only file, as production has one. Undefined where the machine has neither. */
export async function startRedis(): Promise<BenchRedis | undefined> {
  const server = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (server === undefined) return undefined;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-bench-redis-'));
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--save',
    '',
  ];
  const child = spawn(server, settings, { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

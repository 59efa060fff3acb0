import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port';
import { until } from '../until';

const CONFIGURATION = resolve(__dirname, '../../../docker/haproxy/haproxy.cfg');
const READY_MS = 60_000;
/** Longer than any request of a test takes. */
const DRAINED_MS = 60_000;

/** Whether this machine has HAProxy. */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

/** Of one API, as HAProxy sees it. */
export interface ServerState {
  /** `UP`, `NOLB` (gets nothing new), `DOWN`, with how far a change has come. */
  readonly status: string;
  /** Connections that were tried again, and requests that went to another API. */
  readonly retries: number;
  readonly redispatches: number;
  /** Requests that it has now. */
  readonly current: number;
}

/** HAProxy with the configuration of `docker/haproxy`, in front of APIs on this machine. */
export class HaProxy {
  private output = '';
  private reloads = 0;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly master: ChildProcess,
  ) {
    for (const stream of [master.stdout, master.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
  }

  /** @param urls of the APIs: `http://127.0.0.1:PORT`. @param port to listen at; a free one by default. */
  static async start(urls: readonly string[], port?: number): Promise<HaProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-haproxy-'));
    await writeServers(folder, urls);
    const own = port ?? (await freePort());
    const parameters = [
      '-W',
      '-S',
      join(folder, 'master.sock'),
      '-f',
      CONFIGURATION,
      '-f',
      join(folder, 'servers.cfg'),
    ];
    const master = spawn('haproxy', parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], BIND: `127.0.0.1:${own}` },
    });
    const proxy = new HaProxy(folder, own, master);
    await until('HAProxy answers', READY_MS, () => {
      if (master.exitCode !== null) throw new Error(`HAProxy ended:\n${proxy.output}`);
      return fetch(proxy.url).then(...YES_NO);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it logged: requests that failed, and servers that came and went. */
  get log(): string {
    return this.output;
  }

  /** Reads its configuration again, with other APIs. Requests in flight stay with the process before. */
  async reload(urls: readonly string[]): Promise<void> {
    await writeServers(this.folder, urls);
    this.reloads += 1;
    this.master.kill('SIGUSR2');
    await until('HAProxy has reloaded', READY_MS, async () => {
      const processes = await this.ask('show proc').catch(() => '');
      const [, reloads] = /^\d+\s+master\s+(\d+)/m.exec(processes) ?? [];
      const [current = ''] = processes.split('# old workers');
      return Number(reloads) >= this.reloads && /^\d+\s+worker\s+0\s/m.test(current);
    });
  }

  /** How it sees its APIs, by `api1`, `api2` … in the order of their addresses. */
  async servers(): Promise<Record<string, ServerState>> {
    const [header = '', ...rows] = (await this.ask('@1 show stat')).split('\n');
    const names = header.replace(/^# /, '').split(',');
    const states = rows.map((row) => {
      const values = row.split(',');
      return Object.fromEntries(names.map((name, at): [string, string] => [name, values[at] ?? '']));
    });
    return Object.fromEntries(
      states
        .filter(({ pxname, svname }) => pxname === 'api' && svname !== 'BACKEND')
        .map(({ svname = '', status, wretr, wredis, scur }): [string, ServerState] => [
          svname,
          {
            status: status ?? '',
            retries: Number(wretr),
            redispatches: Number(wredis),
            current: Number(scur),
          },
        ]),
    );
  }

  /** Lets the API of that place, from 0, end what it has and get nothing new. Resolves when it has nothing left. */
  async drain(at: number): Promise<void> {
    await this.ask(`@1 set server api/api${at + 1} state drain`);
    await until(`api${at + 1} has no requests`, DRAINED_MS, async () => {
      return (await this.servers())[`api${at + 1}`]?.current === 0;
    });
  }

  /** Lets it get requests again. */
  async giveRequests(at: number): Promise<void> {
    await this.ask(`@1 set server api/api${at + 1} state ready`);
  }

  /** Waits until it sees as many APIs that take requests. @returns milliseconds. */
  untilUp(count: number): Promise<number> {
    return until(`${count} APIs take requests`, READY_MS, async () => {
      const states = Object.values(await this.servers().catch((): Record<string, ServerState> => ({})));
      return states.filter(({ status }) => status.startsWith('UP')).length === count;
    });
  }

  async remove(): Promise<void> {
    if (this.master.exitCode === null && this.master.signalCode === null) {
      const exit = once(this.master, 'exit');
      this.master.kill('SIGTERM');
      await exit;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A command of the master's socket. */
  private async ask(command: string): Promise<string> {
    const socket = connect(join(this.folder, 'master.sock'));
    socket.end(`${command}\n`);
    return text(socket);
  }
}

const YES_NO = [() => true, () => false] as const;

async function writeServers(folder: string, urls: readonly string[]): Promise<void> {
  const servers = urls.map((url, at) => `  server api${at + 1} ${new URL(url).host}`);
  await writeFile(join(folder, 'servers.cfg'), `backend api\n${servers.join('\n')}\n`);
}

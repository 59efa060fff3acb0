import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './is-running';
import { BESIDE_TESTS } from './beside-tests';

const ROOT = join(__dirname, '../../..');
const READY_MS = 150_000;

/** Compiles what is stale, as `npm start` does. */
export function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'apps/launcher/build.mjs')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The whole program as a person starts it, on a data folder and a free port of its own, without a market; by `node`. */
export class RunningProgram {
  /** What it wrote so far. */
  output = '';
  private readonly supervisor: ChildProcess;

  constructor(
    private readonly dataDir: string,
    settings: Record<string, string> = {},
    node: string = process.execPath,
  ) {
    this.supervisor = spawn(node, [join(ROOT, 'dist/apps/supervisor/src/main.js')], {
      cwd: ROOT,
      // The channel ends with us, and the program with the channel: a killed test leaves nothing running.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        PORT: '0',
        MARKET_SOURCE: 'files',
        ...BESIDE_TESTS,
        ...settings,
      },
    });
    for (const stream of [this.supervisor.stdout, this.supervisor.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
  }

  get pid(): number {
    return this.supervisor.pid ?? 0;
  }

  /** Such as `http://127.0.0.1:4711`. */
  get address(): string {
    return /address +(\S+)\//.exec(this.output)?.[1] ?? '';
  }

  /** Id of the newest process of that name, which each writes in its log. */
  pidOf(name: 'api' | 'worker'): number {
    const lines = [...this.output.matchAll(new RegExp(`"process":"${name}","pid":(\\d+)`, 'g'))];
    return Number(lines.at(-1)?.[1]);
  }

  postgresPid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Ids of all its processes. */
  pids(): number[] {
    return [this.pid, this.pidOf('api'), this.pidOf('worker'), this.postgresPid()];
  }

  /** Waits until it has written `text`, which it has not before. */
  async untilItSays(text: string): Promise<void> {
    await until(
      `the program says "${text}"`,
      () => this.output.includes(text),
      () => this.output,
    );
  }

  /** Waits until a process of that name runs that is not `before`. */
  async untilAnother(name: 'api' | 'worker', before: number): Promise<void> {
    await until(
      `another ${name} starts`,
      () => this.pidOf(name) !== before,
      () => this.output,
    );
  }

  async untilReady(): Promise<void> {
    await this.untilItSays('Stock Cycle is ready');
  }

  /** GET, or POST where there is a body; as the bearer of `token`. @returns `data` of the response. @throws where it failed. */
  async call<Data>(path: string, token?: string, json?: object): Promise<Data> {
    const response = await fetch(`${this.address}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = (await response.json()) as { success: boolean; data: Data };
    if (!body.success) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body.data;
  }

  /** @returns a token. */
  async logIn(username: string, password: string): Promise<string> {
    return (await this.call<{ token: string }>('/api/auth/login', undefined, { username, password })).token;
  }

  /** `GET /health/ready`, where it answers. */
  async health(): Promise<{ status: string; degraded: string[] } | undefined> {
    try {
      const response = await fetch(`${this.address}/health/ready`);
      return ((await response.json()) as { data?: { status: string; degraded: string[] } }).data;
    } catch {
      return undefined;
    }
  }

  async untilHealthy(): Promise<void> {
    const end = Date.now() + READY_MS;
    for (;;) {
      const health = await this.health();
      if (health?.status === 'ok') return;
      if (Date.now() > end) throw new Error(`not healthy in time: ${JSON.stringify(health)}\n${this.output}`);
      await sleep(50);
    }
  }

  /** Sends a signal and waits for the end. @returns the exit code, null after SIGKILL. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.supervisor.kill(signal);
    return this.exitCode();
  }

  async exitCode(): Promise<number | null> {
    if (this.supervisor.exitCode === null && this.supervisor.signalCode === null) await once(this.supervisor, 'exit');
    return this.supervisor.exitCode;
  }
}

/** Waits until none of the processes runs. */
export async function untilGone(pids: number[]): Promise<void> {
  const left = (): number[] => pids.filter(isRunning);
  await until(
    'all processes are gone',
    () => left().length === 0,
    () => `left: ${left().join(', ')}`,
  );
}

async function until(what: string, condition: () => boolean, state: () => string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`it did not happen in time that ${what}\n${state()}`);
    await sleep(20);
  }
}

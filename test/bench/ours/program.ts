import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../question';

const ROOT = join(__dirname, '../../..');
const FROM_SOURCE = ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')];
const READY_MS = 60_000;

export interface ProgramSettings {
  databaseUrl: string;
  /** Unset: the queue runs on PostgreSQL. */
  redisUrl?: string | undefined;
  dataDir: string;
  /** Takes the output of both, with every request as in production; unset: warnings on the terminal. */
  logFile?: string | undefined;
  /** Settings that differ from those of a bench. */
  environment?: Record<string, string>;
}

/** The API and one worker, each in a process of its own as in production. */
export class Program {
  private constructor(
    readonly address: string,
    private readonly processes: readonly [api: ChildProcess, worker: ChildProcess],
    /** Set once an administrator's key is known. */
    public apiKey = '',
  ) {}

  /** Starts both and waits until the API calls itself ready and has met the worker. */
  static async start(settings: ProgramSettings): Promise<Program> {
    const port = await freePort();
    const environment = {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl,
      REDIS_URL: settings.redisUrl ?? '',
      JWT_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMIT: 'off',
      LOG_LEVEL: settings.logFile === undefined ? 'warn' : 'info',
      MARKET_SOURCE: 'files',
      WORKER_NICE_DATABASE: 'on',
      ...settings.environment,
    };
    const log = settings.logFile === undefined ? undefined : openSync(settings.logFile, 'w');
    const start = (app: string): ChildProcess =>
      fork(join(ROOT, 'apps', app, 'src/main.ts'), [], {
        env: environment,
        execArgv: FROM_SOURCE,
        cwd: ROOT,
        stdio: ['ignore', log ?? 'inherit', log ?? 'inherit', 'ipc'],
      });
    const program = new Program(`http://127.0.0.1:${port}`, [start('api'), start('worker')]);
    if (log !== undefined) closeSync(log);
    await program.untilReady();
    return program;
  }

  get pids(): { api: number; worker: number } {
    const [api, worker] = this.processes.map(({ pid }) => pid);
    if (api === undefined || worker === undefined) throw new Error('API and worker did not start');
    return { api, worker };
  }

  /** @returns the id of a background scan that was just queued. */
  async startScan(question: Question): Promise<number> {
    const { scanId } = await this.post<{ scanId: number }>('/api/stock-cycle/scans', bodyOf(question));
    return scanId;
  }

  /** One batch of 50, from the middle of the market on. */
  async batch(question: Question, afterCode: string): Promise<{ matchedCount: number; batchCodesProcessed: number }> {
    return this.post('/api/stock-cycle/ground-volume-scan', { ...bodyOf(question), after_code: afterCode, limit: 50 });
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      }),
    );
  }

  private async post<Data>(path: string, body: unknown): Promise<Data> {
    const reply = await fetch(`${this.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.apiKey}` },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: Data }).data;
  }

  private async untilReady(): Promise<void> {
    const end = Date.now() + READY_MS;
    while (Date.now() < end) {
      if (this.processes.some((child) => child.exitCode !== null)) break;
      const reply = await fetch(`${this.address}/health/ready`).catch(() => undefined);
      const body = reply?.ok === true ? ((await reply.json()) as { data: { status: string } }) : undefined;
      if (body?.data.status === 'ok') return;
      await sleep(100);
    }
    await this.stop();
    throw new Error('the API and the worker did not become ready');
  }
}

function bodyOf(question: Question): Record<string, string | number> {
  return {
    start_date: question.startDate,
    end_date: question.endDate,
    circ_mkt_min_yi: question.circMktMinYi,
    circ_mkt_max_yi: question.circMktMaxYi,
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyProcess, freePort } from '../../faults/support/faulty-process';

const READY_MS = 90_000;

interface Api {
  readonly url: string;
  readonly process: FaultyProcess;
}

/** APIs and workers as real processes on ports of this machine, which share what `environment` names. */
export class Machines {
  private readonly apis: Api[] = [];
  private workers: FaultyProcess[] = [];

  constructor(private readonly environment: Record<string, string>) {}

  get urls(): string[] {
    return this.apis.map(({ url }) => url);
  }

  get apiPids(): number[] {
    return this.apis.map(({ process }) => process.pid);
  }

  get workerPids(): number[] {
    return this.workers.map(({ pid }) => pid);
  }

  /** One after the other, here and below: many at once on few processors starve each other at the start. */
  async startApis(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const process = new FaultyProcess('api', { ...this.environment, PORT: String(port) });
      this.apis.push({ url, process });
      await until(process, async () => (await fetch(`${url}/health/live`).catch(() => undefined))?.ok === true);
    }
  }

  /** @param environment what differs from the settings of all. */
  async startWorkers(count: number, environment: Record<string, string>): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const worker = new FaultyProcess('worker', { ...this.environment, ...environment });
      this.workers.push(worker);
      await until(worker, () => worker.output.includes('the worker runs'));
    }
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
    this.workers = [];
  }

  async stop(): Promise<void> {
    await Promise.all([this.stopWorkers(), ...this.apis.map(({ process }) => process.end())]);
  }
}

async function until(process: FaultyProcess, condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!(await condition())) {
    if (!process.isRunning || Date.now() > end) throw new Error(`${process.name} did not start:\n${process.output}`);
    await sleep(50);
  }
}

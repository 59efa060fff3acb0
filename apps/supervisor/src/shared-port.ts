import cluster, { type Worker } from 'node:cluster';
import type { ForkProgram } from './supervised-process';

/**
 * Starts a program as one of several that accept the connections of one port: each asks for it as if it were alone
 * (ADR 181). What one of them sends by its channel goes to all others.
 */
export function sharePort(main: string): ForkProgram {
  // The system hands out connections. With turns of Node, one that was on its way to a killed process was never answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: main, args: [], execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  cluster.on('message', (from, message: object) => {
    for (const other of runningWorkers()) if (other.id !== from.id) other.send(message, undefined, () => undefined);
  });
  return (_main, environment) => cluster.fork(environment).process;
}

/** Resolves when `count` processes listen, or `signal` aborts. */
export function untilListening(count: number, signal: AbortSignal): Promise<void> {
  const listening = new Set<number>();
  return new Promise((resolve) => {
    const look = (worker: Worker): void => {
      listening.add(worker.id);
      if (runningWorkers().filter(({ id }) => listening.has(id)).length >= count) end();
    };
    const end = (): void => {
      cluster.off('listening', look);
      signal.removeEventListener('abort', end);
      resolve();
    };
    cluster.on('listening', look);
    signal.addEventListener('abort', end);
  });
}

function runningWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

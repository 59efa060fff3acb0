import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Processes that ask Tushare as fast as they may; they end with `stop`, or with the test. */
export class TushareCallers {
  private constructor(private readonly processes: readonly ChildProcess[]) {}

  /** Starts them and waits until each has begun. They are told apart by the `ts_code` that they ask for: 1.SH, 2.SH … */
  static async start(count: number, environment: Record<string, string>): Promise<TushareCallers> {
    const mutation = process.env['FAULTS_MUTATION'];
    const processes = Array.from({ length: count }, (_, index) =>
      fork(join(__dirname, 'tushare-caller.ts'), [`${index + 1}.SH`], {
        env: {
          PATH: process.env['PATH'],
          ...(mutation === undefined ? {} : { FAULTS_MUTATION: mutation }),
          ...environment,
        },
        execArgv: ['--conditions=source', '--require', join(__dirname, '../runner/swc-register.cjs')],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(processes.map(hasBegun));
    return new TushareCallers(processes);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
  }
}

async function hasBegun(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a caller ended with ${String(code)} before it had begun`);
  });
  await Promise.race([once(child, 'message'), ended]);
}

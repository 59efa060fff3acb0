import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BESIDE_TESTS } from '../../support/processes/beside-tests';

export { freePort } from '../../support/processes/free-port';

const ROOT = join(__dirname, '../../..');
/** Characters of output. */
const LAST_WORDS = 3000;

/** One of our built programs in a process of its own, as the supervisor starts it, to be killed and frozen. */
export class FaultyProcess {
  /** What it wrote so far. */
  output = '';
  private readonly child: ChildProcess;

  constructor(
    readonly name: 'api' | 'worker',
    environment: Record<string, string>,
    /** Of the build: this one by default. */
    root = ROOT,
  ) {
    // With the IPC channel they end when the tests do, however that goes.
    const mutation = environment['FAULTS_MUTATION'] ?? process.env['FAULTS_MUTATION'];
    this.child = fork(join(root, `dist/apps/${name}/src/main.js`), [], {
      cwd: root,
      execArgv: mutation === undefined ? [] : ['--require', join(__dirname, 'mutated-program.cjs')],
      env: {
        PATH: process.env['PATH'],
        ...BESIDE_TESTS,
        ...(mutation === undefined ? {} : { FAULTS_MUTATION: mutation }),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
    // What nobody expects is told with its reason: a trial only sees that nothing answers any more.
    this.child.on('close', (code) => {
      if (code === null || code === 0) return;
      process.stderr.write(
        `\n!!! the ${name} ended by itself, exit code ${code}:\n${this.output.slice(-LAST_WORDS)}\n`,
      );
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`the ${this.name} did not start`);
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** SIGKILL, and waits for the end. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  /** SIGTERM, as an operator stops it. @returns the exit code, null where it was killed. */
  async end(): Promise<number | null> {
    if (this.isRunning) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    return this.child.exitCode;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** SIGTERM. @returns exit code and milliseconds until the end. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const from = performance.now();
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    return { code, ms: Math.round(performance.now() - from) };
  }

  /** Resolves when it has ended, whoever ended it. */
  async untilEnd(): Promise<void> {
    if (this.isRunning) await once(this.child, 'exit');
  }

  onExit(listener: () => void): void {
    this.child.once('exit', listener);
  }
}

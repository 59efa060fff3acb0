import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { AppError } from '#lib/kernel';

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** A process that ran this long has nothing to do with the death before. */
const STABLE_MS = 60_000;
const STARTUP_DEATHS = 3;

export type ForkProgram = (main: string, environment: NodeJS.ProcessEnv) => ChildProcess;

/** A session of its own: Ctrl-C in a terminal reaches the supervisor alone, which then stops all in order. */
const forkApart: ForkProgram = (main, env) =>
  fork(main, [], { env, execArgv: [], detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** One of our programs in a process of its own, started again with a growing pause when it dies. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private startedAt = 0;
  private backoffMs = FIRST_BACKOFF_MS;
  private deaths = 0;
  private hasRun = false;
  private stopping = false;
  private timer: NodeJS.Timeout | undefined;
  private giveUp: (error: Error) => void = () => undefined;

  constructor(
    private readonly name: string,
    private readonly main: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly say: (sentence: string) => void,
    private readonly forkProgram: ForkProgram = forkApart,
  ) {}

  /**
   * Starts it. The promise never resolves; it rejects where the process dies three times before
   * {@link expectToRun} is called.
   */
  start(): Promise<never> {
    this.launch();
    return new Promise((_resolve, reject) => {
      this.giveUp = reject;
    });
  }

  /** From now on it is started again for ever. */
  expectToRun(): void {
    this.hasRun = true;
  }

  /** SIGTERM, and SIGKILL to what still runs after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (child === undefined || hasExited(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => {
      this.say(`The ${this.name} did not stop within ${graceMs / 1000} s and was killed.`);
      this.kill();
    }, graceMs);
    await exit;
    clearTimeout(killer);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private launch(): void {
    this.startedAt = Date.now();
    this.child = this.forkProgram(this.main, this.environment);
    this.child.once('exit', (code, signal) => this.onExit(signal ?? `code ${code ?? 0}`));
    this.child.on('error', () => undefined);
  }

  private onExit(reason: string): void {
    if (this.stopping) return;
    this.deaths += 1;
    if (!this.hasRun && this.deaths >= STARTUP_DEATHS) {
      this.giveUp(new AppError('internal', 'process_does_not_start', `the ${this.name} dies at once (${reason})`));
      return;
    }
    if (Date.now() - this.startedAt > STABLE_MS) this.backoffMs = FIRST_BACKOFF_MS;
    this.say(`The ${this.name} has died (${reason}); starting it again in ${this.backoffMs / 1000} s.`);
    this.timer = setTimeout(() => this.launch(), this.backoffMs);
    this.backoffMs = Math.min(this.backoffMs * 2, LONGEST_BACKOFF_MS);
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

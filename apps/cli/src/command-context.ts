import { AppError } from '#lib/kernel';
import type { Output } from './output';
import { Session, type SessionOptions } from './session';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a command has at hand. */
export class CommandContext {
  constructor(
    readonly output: Output,
    private readonly options: SessionOptions,
  ) {}

  /** Runs `work` in a session, which is closed however it ends; Ctrl-C ends it early, and leaves nothing running. */
  async withSession(work: (session: Session) => Promise<void>): Promise<void> {
    const stop = stopSignal();
    try {
      const session = await Session.open(this.options);
      try {
        await Promise.race([work(session), stop.requested]);
      } finally {
        await session.close();
      }
    } finally {
      stop.forget();
    }
  }
}

/** Rejects when the person, or the system, wants the process to end. */
function stopSignal(): { requested: Promise<never>; forget: () => void } {
  let onSignal: NodeJS.SignalsListener = () => undefined;
  const requested = new Promise<never>((_resolve, reject) => {
    onSignal = (signal) => reject(new AppError('conflict', 'interrupted', `stopped by ${signal}`));
  });
  // Where the signal comes while the session still opens, the race after it reports it.
  requested.catch(() => undefined);
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return {
    requested,
    forget: () => {
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    },
  };
}

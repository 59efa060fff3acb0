import type { AppConfig } from '#lib/config';
import { StreamConnection } from '#lib/database';
import { AppError } from '#lib/kernel';
import { argumentsIn } from './arguments';
import { type DatabaseLocation, findDatabase, type NewAdministrator } from './find-database';
import type { Output, TextStream } from './output';
import { Session } from './session';
import { type Language, type Phrases, type Translated, type Messages, translate } from './messages/define-messages';
import { FAILURE_MESSAGES } from './messages/failure.messages';
import { PROGRAM_MESSAGES } from './messages/program.messages';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface CommandContextOptions {
  /** Called when a command needs settings; help needs none. */
  readConfig: () => AppConfig;
  /** What the person typed: a second command on the same data folder shows it. */
  command: string;
  /** Takes log lines that someone must see. */
  stderr: TextStream;
}

/** What a command has at hand. */
export class CommandContext {
  /** Readers of options and arguments. */
  readonly read: ReturnType<typeof argumentsIn>;

  constructor(
    readonly output: Output,
    readonly language: Language,
    private readonly options: CommandContextOptions,
  ) {
    this.read = argumentsIn(language);
  }

  /** The phrases in the person's language. */
  words<Chinese extends Phrases>(words: Messages<Chinese>): Translated<Chinese> {
    return translate(words, this.language);
  }

  /** The settings, for a command that needs no database. */
  config(): AppConfig {
    return this.options.readConfig();
  }

  /** Runs `work`, which needs no database; Ctrl-C aborts the signal. */
  async untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const stop = stopSignal((signal) => this.words(FAILURE_MESSAGES).interrupted(signal));
    try {
      return await work(stop.signal);
    } finally {
      stop.forget();
    }
  }

  /** Runs `work` in a session, which is closed however it ends; Ctrl-C ends it early, and leaves nothing running. */
  async withSession(work: (session: Session) => Promise<void>): Promise<void> {
    await this.untilStopped(async (stop) => {
      const config = this.options.readConfig();
      const opened = this.output.waiting(this.words(PROGRAM_MESSAGES).opening);
      const session = await this.findDatabase(config, stop.signal)
        .then((place) => Session.open(config, place, this.options.stderr))
        .finally(opened);
      try {
        await Promise.race([work(session), stop.requested]);
      } finally {
        await session.close();
      }
    });
  }

  /**
   * Runs `work` with a connection for streams, and nothing else of the program. Ctrl-C aborts the signal and waits until
   * `work` has tidied up.
   * @param replacesUsers An administrator who was only made to open the database goes where `work` succeeds: his password
   * is not worth a word then.
   */
  async withConnection(
    work: (connection: StreamConnection, signal: AbortSignal) => Promise<void>,
    { replacesUsers = false } = {},
  ): Promise<void> {
    await this.untilStopped(async (stop) => {
      let created: NewAdministrator | undefined;
      const opened = this.output.waiting(this.words(PROGRAM_MESSAGES).opening);
      const place = await this.findDatabase(this.options.readConfig(), stop.signal, (administrator) => {
        created = administrator;
        if (!replacesUsers) this.tellAdministrator(administrator);
      }).finally(opened);
      try {
        const connection = await StreamConnection.open(place.url, 'stock-cycle-cli');
        try {
          await work(connection, stop.signal);
          await connection.end();
        } catch (error) {
          connection.cut();
          if (replacesUsers && created !== undefined) this.tellAdministrator(created);
          throw stop.signal.aborted ? stop.signal.reason : error;
        }
      } finally {
        await place.leave();
      }
    });
  }

  private findDatabase(
    config: AppConfig,
    signal: AbortSignal,
    onAdministrator = (administrator: NewAdministrator) => this.tellAdministrator(administrator),
  ): Promise<DatabaseLocation> {
    const { command } = this.options;
    return findDatabase(config, { command, onAdministrator, signal });
  }

  private tellAdministrator({ username, password }: NewAdministrator): void {
    this.output.note(this.words(PROGRAM_MESSAGES).administratorCreated(username, password));
  }

  private async untilStopped(work: (stop: StopSignal) => Promise<void>): Promise<void> {
    const stop = stopSignal((signal) => this.words(FAILURE_MESSAGES).interrupted(signal));
    try {
      await work(stop);
    } finally {
      stop.forget();
    }
  }
}

interface StopSignal {
  /** Rejects when the person, or the system, wants the process to end. */
  requested: Promise<never>;
  signal: AbortSignal;
  forget: () => void;
}

function stopSignal(sentence: (signal: string) => string): StopSignal {
  const abort = new AbortController();
  let onSignal: NodeJS.SignalsListener = () => undefined;
  const requested = new Promise<never>((_resolve, reject) => {
    onSignal = (signal) => {
      const error = new AppError('conflict', 'interrupted', sentence(signal));
      abort.abort(error);
      reject(error);
    };
  });
  // Where the signal comes while the session still opens, the race after it reports it.
  requested.catch(() => undefined);
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return {
    requested,
    signal: abort.signal,
    forget: () => {
      for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    },
  };
}

import type { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redactFields, redactText } from './redaction';

export type { Logger } from 'pino';

export interface LoggerSettings {
  level: string;
  /** `api`, `worker` …: on every line. */
  process: string;
  /** Where lines go; standard output by default. */
  destination?: Writable;
}

/**
 * Builds a process's logger: one JSON object a line, ISO times, nothing secret.
 * Levels: `error` means that someone must act; what heals by itself or is a caller's doing is `warn` or less.
 */
export function createLogger(settings: LoggerSettings): Logger {
  return pino(
    {
      level: settings.level,
      base: { process: settings.process, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors go through `formatters.log` as the rest does; pino's own serializer would copy a database error's parameters.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: (record) => redactFields(record) as Record<string, unknown>,
      },
    },
    withoutSecrets(settings.destination ?? process.stdout),
  );
}

/** The last check: every finished line is searched for credentials, in all fields and messages. */
function withoutSecrets(destination: Writable): DestinationStream {
  return { write: (line) => destination.write(redactText(line)) };
}

import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { AppError } from '#lib/kernel';

interface PgErrorLike {
  code?: unknown;
  constraint?: unknown;
  driverError?: unknown;
}

/** SQLSTATE of an error that came from PostgreSQL, through TypeORM or bare. */
function sqlStateOf(error: unknown): string | undefined {
  const code = bare(error)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Name of the constraint or unique index that an error came from. */
export function constraintOf(error: unknown): string | undefined {
  const name = bare(error)?.constraint;
  return typeof name === 'string' ? name : undefined;
}

/** A deadlock or serialization failure: the same transaction may pass when run again. */
export function isTransactionConflict(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01';
}

/** The statement's input is at fault, whichever server runs it. */
export function isBadValue(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('22') === true;
}

/** The server itself ended the work (shutdown, no room left), or did not answer at all. */
export function isServerLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || /^(08|53|57P|58)/.test(state);
}

/** `lock_timeout` ran out, or `nowait` met somebody else's lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOBUFS',
]);

/** The process or the machine has no handle left for one more file or connection. */
const HANDLES_SPENT = new Set(['EMFILE', 'ENFILE']);

const CONNECTION_MESSAGES =
  /timeout exceeded when trying to connect|^timeout expired$|query read timeout|connection terminated|client has encountered a connection error|not queryable|connection ended/i;

/**
 * What a database error means to a caller: 22xxx is bad input, 23505 a conflict, connection trouble and shutdowns a 503.
 * @returns undefined if the error is none of these, and so a bug of ours.
 */
export function convertDatabaseError(error: unknown): AppError | undefined {
  const state = sqlStateOf(error);
  if (state !== undefined) {
    if (state.startsWith('22')) {
      return new AppError('invalid', 'invalid_value', 'a value is outside what can be stored', { cause: error });
    }
    if (state === '23505') {
      return new AppError('conflict', 'duplicate', 'such a record exists already', { cause: error });
    }
    // 40: the other of two transactions won, three times in a row; 53, 58: the server lacks disk, memory, files.
    if (/^(08|40|53|57P|58)/.test(state) || state === '57014' || state === '25P03') return unavailable(error);
    return undefined;
  }
  // TypeORM gives a transaction's connection back when it breaks; the next statement then finds it gone.
  if (error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError) {
    return unavailable(error);
  }
  const code = bare(error)?.code;
  if (typeof code === 'string' && HANDLES_SPENT.has(code)) {
    return AppError.unavailable(
      'no_handles_left',
      'the server has too many files and connections open; try again shortly',
      {
        retryAfterSeconds: 2,
        cause: error,
      },
    );
  }
  const message = error instanceof Error ? error.message : '';
  if ((typeof code === 'string' && CONNECTION_CODES.has(code)) || CONNECTION_MESSAGES.test(message)) {
    return unavailable(error);
  }
  return undefined;
}

function unavailable(cause: unknown): AppError {
  return AppError.unavailable('database_unavailable', 'the database does not answer; try again shortly', {
    retryAfterSeconds: 2,
    cause,
  });
}

function bare(error: unknown): PgErrorLike | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const outer = error as PgErrorLike;
  return typeof outer.driverError === 'object' && outer.driverError !== null ? outer.driverError : outer;
}

/** What kind of thing went wrong. The edges (HTTP, command line, job runner) turn a kind into a status, an exit code or a backoff. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

export interface FieldError {
  field: string;
  message: string;
}

/** Machine-readable values of an error; JSON scalars only. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

export interface AppErrorOptions {
  /** Whether the same call may succeed later with nothing changed by the caller. Default: true for `unavailable`, false otherwise. */
  retryable?: boolean;
  fields?: FieldError[] | undefined;
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  /** Values for the response, by which a client shows the error in another language. */
  details?: ErrorDetails | undefined;
  cause?: unknown;
}

/**
 * The one error class that our code throws on purpose.
 *
 * `code` is a stable snake_case name for programs, `message` a sentence a person can act on. It never holds a secret,
 * SQL, a stack or a path of the machine, because edges may show it as it is.
 */
export class AppError extends Error {
  readonly retryable: boolean;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ErrorDetails | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.retryable = options.retryable ?? kind === 'unavailable';
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }

  /** Bad input: the caller must change something. `fields` lists every cause. */
  static invalid(message: string, fields?: FieldError[], code = 'invalid_input', details?: ErrorDetails): AppError {
    return new AppError('invalid', code, message, { fields, details });
  }

  static notFound(message: string, code = 'not_found', details?: ErrorDetails): AppError {
    return new AppError('not_found', code, message, { details });
  }

  static conflict(code: string, message: string, details?: ErrorDetails): AppError {
    return new AppError('conflict', code, message, { details });
  }

  /** A dependency is missing or does not respond: worth a retry. */
  static unavailable(code: string, message: string, options: AppErrorOptions = {}): AppError {
    return new AppError('unavailable', code, message, options);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

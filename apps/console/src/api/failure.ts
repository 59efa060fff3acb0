export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface EndedJob {
  readonly state: string;
  readonly error: { readonly error: string; readonly code: string } | null;
}

/** Why a call to the server came to nothing. `message` is the server's own sentence. */
export class Failure extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if there was no response. */
    readonly status: number,
    /** The server's stable word for it, or `unreachable`. */
    readonly code: string,
    readonly fields: readonly FieldError[] = [],
    readonly requestId: string | null = null,
    /** Values to the code, by name. */
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  static unreachable(cause: unknown): Failure {
    return new Failure(cause instanceof Error ? cause.message : 'no reply', 0, 'unreachable');
  }

  /** @param body The parsed response: our envelope, or whatever a proxy in between has put there. */
  static ofReply(response: Response, body: unknown): Failure {
    const { error, code, fields, details } = isRecord(body) ? body : {};
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new Failure(
      typeof error === 'string' ? error : `HTTP ${response.status}`,
      response.status,
      typeof code === 'string' ? code : response.status === 401 ? 'unauthorized' : 'unknown',
      Array.isArray(fields) ? fields.filter(isFieldError) : [],
      response.headers.get('x-request-id'),
      isRecord(details) ? details : {},
      Number.isInteger(seconds) ? seconds : null,
    );
  }

  /** Why a job that ended without a result did: by its fault, or by its state where it has none. */
  static ofJob({ state, error }: EndedJob): Failure {
    return new Failure(error?.error ?? state, 0, error?.code ?? state);
  }

  /** Whether the same call may succeed a moment later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string';
}

import type { Client } from 'openapi-fetch';
import type { components, paths } from './openapi.js';

export type { paths };

/** Every request and response of the server, by the name that `/api/docs` shows. */
export type Schemas = components['schemas'];

/** What {@link createStockCycleClient} needs; without a credential only public routes answer. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** A personal API key (`sck_…`). */
  readonly apiKey?: string | undefined;
  /** A login's token, instead of a key. */
  readonly token?: string | undefined;
  /** Instead of the global `fetch`: for a proxy, for tests. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface LogInOptions {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  readonly fetch?: ClientOptions['fetch'];
}

/** Routes that answer with a stream of events. */
export type StreamPath = {
  [Path in keyof paths]: paths[Path] extends {
    get: { responses: { 200: { content: { 'text/event-stream': unknown } } } };
  }
    ? Path
    : never;
}[keyof paths];

/** What the events of a stream carry: the scan, the study or the drain as it stands. */
export type StreamData<Path extends StreamPath> = paths[Path]['get']['responses'][200]['content']['text/event-stream'];

export interface StreamEvent<Data> {
  /** `progress`; any other name is the last event: `completed`, `failed`, `cancelled` … */
  readonly type: string;
  readonly data: Data;
}

export interface StreamOptions<Path extends StreamPath = StreamPath> {
  readonly params: { readonly path: paths[Path]['get']['parameters']['path'] };
  /** Ends the stream: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** So many attempts in a row may fail before the stream does. Default 10, about three minutes. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt, then twice as many each time, at most 30,000. Default 1,000, or what the server sends. */
  readonly retryMs?: number | undefined;
  /** After so many milliseconds without a byte the connection counts as lost; the server sends one every 20,000. Default 60,000. */
  readonly silenceMs?: number | undefined;
}

/** `GET`, `POST`, `PATCH` … of openapi-fetch over the paths of the server, and its event streams. */
export interface StockCycleClient extends Client<paths> {
  /**
   * Follows a scan, a study or a drain until it ends. A connection that breaks is opened again; the first event of each
   * connection is the present state.
   *
   * ```ts
   * for await (const { data: scan } of client.stream('/api/stock-cycle/scans/{id}/events', { params: { path: { id } } })) {
   *   console.log(`${scan.processedCount} of ${scan.candidateCount}`);
   * }
   * ```
   * @throws StockCycleError if the server rejects the request, or `attempts` in a row failed.
   */
  stream<Path extends StreamPath>(
    path: Path,
    options: StreamOptions<Path>,
  ): AsyncGenerator<StreamEvent<StreamData<Path>>, void, undefined>;
}

/**
 * Makes a client that sends the key or the token with each request.
 *
 * ```ts
 * const client = createStockCycleClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'sck_…' });
 * const { sessions } = await readData(client.GET('/api/stock-cycle/sessions', { params: { query: { status: 'open' } } }));
 * ```
 */
export function createStockCycleClient(options: ClientOptions): StockCycleClient;

/**
 * Logs in and returns a client with the login's token. `POST /api/auth/logout` ends the login.
 * @throws StockCycleError with status 401 if the name or the password is wrong.
 */
export function logIn(options: LogInOptions): Promise<StockCycleClient>;

/** What a method of the client resolves to. */
export interface Call<Body> {
  data?: Body | undefined;
  error?: unknown;
  response: Response;
}

/**
 * The `data` of a response.
 * @throws StockCycleError if the server rejected the request or could not be reached; what a signal of the request was
 *   aborted with.
 */
export function readData<Data>(call: Promise<Call<{ data: Data }>>): Promise<Data>;

/**
 * The pages of a list, one request each.
 *
 * ```ts
 * const pages = readPages((offset) => client.GET('/api/stock-cycle/sessions', { params: { query: { limit: 200, offset } } }));
 * for await (const { sessions } of pages) console.log(sessions.length);
 * ```
 * @param call Requests the page from an offset.
 * @throws StockCycleError as {@link readData}.
 */
export function readPages<Page extends { pagination: Schemas['PaginationResponse'] }>(
  call: (offset: number) => Promise<Call<{ data: Page }>>,
): AsyncGenerator<Page, void, undefined>;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Why a call to the server failed. `message` is the server's own sentence. */
export class StockCycleError extends Error {
  readonly name: 'StockCycleError';
  /** The HTTP status; 0 if there was no response that could be read. */
  readonly status: number;
  /** The server's stable word for it; `unauthorized` of a 401, `unreachable` without a response. */
  readonly code: string;
  /** What is wrong with each field of an invalid request. */
  readonly fields: readonly FieldProblem[];
  /** Values to the code, such as the `sessionId` of the session that is open already. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which the request may be sent again; null if the server named none. */
  readonly retryAfter: number | null;
  /** Names the request in the server's logs. */
  readonly requestId: string | null;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { meet, send, type FakeTushareFault, VENDOR_ERRORS } from './tushare/fake-faults';
import type { FakeTushareMarket, VendorParams } from './tushare/fake-market';
import { VENDOR_APIS } from './tushare/vendor-apis';

/** A call as it arrived. */
export interface RecordedCall {
  readonly api: string;
  /** Without paging. */
  readonly params: VendorParams;
  readonly offset: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: 'rows' | 'refused' | 'fault';
}

export interface FakeTushareSettings {
  readonly market: FakeTushareMarket;
  readonly token?: string;
  /** Calls that any 60 seconds may see; more are refused as the vendor refuses them. */
  readonly perMinute?: number;
  readonly port?: number;
  /** Whether pages say `has_more`, as some of the vendor's hosts do. */
  readonly tellsMore?: boolean;
}

const MINUTE_MS = 60_000;

/** Speaks Tushare Pro's protocol over HTTP: a market's rows by column, limits and offsets, and its ways to fail. */
export class FakeTushare {
  readonly calls: RecordedCall[] = [];
  private readonly denied = new Set<string>();
  private readonly scripts = new Map<string, FakeTushareFault[]>();
  private market: FakeTushareMarket;

  private constructor(
    private readonly server: Server,
    private readonly settings: FakeTushareSettings,
  ) {
    this.market = settings.market;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(settings: FakeTushareSettings): Promise<FakeTushare> {
    const server = createServer({ keepAliveTimeout: 1000 });
    const fakeTushare = new FakeTushare(server, settings);
    server.listen(settings.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return fakeTushare;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get token(): string {
    return this.settings.token ?? 'fake-token';
  }

  /** The settings under which the program asks this server. */
  get environment(): Record<string, string> {
    return { TUSHARE_TOKEN: this.token, TUSHARE_BASE_URL: this.url };
  }

  /** Another market from now on. */
  serve(market: FakeTushareMarket): void {
    this.market = market;
  }

  /** The next calls of an API (`*`: of any) meet these, one each, in order. */
  script(api: string, ...faults: FakeTushareFault[]): void {
    this.scripts.set(api, [...(this.scripts.get(api) ?? []), ...faults]);
  }

  /** The account has no permission for the API from now on. */
  deny(api: string): void {
    this.denied.add(api);
  }

  allow(api: string): void {
    this.denied.delete(api);
  }

  /** Calls by API, or those of one API with exactly these parameters. */
  count(api: string, params?: VendorParams): number {
    return this.calls.filter(
      (call) => call.api === api && (params === undefined || questionOf(call) === questionOf({ api, params })),
    ).length;
  }

  /** Questions (API, parameters and offset) that got rows: a client that never asks twice makes as many calls as this. */
  answered(): number {
    const got = this.calls.filter(({ outcome }) => outcome === 'rows');
    return new Set(got.map((call) => `${questionOf(call)} ${call.offset}`)).size;
  }

  /** The most calls that any span of `ms` has seen. */
  most(ms: number): number {
    let most = 0;
    let first = 0;
    for (const [index, { at }] of this.calls.entries()) {
      while ((this.calls[first]?.at ?? at) <= at - ms) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = questionIn(await text(request));
    if (question === undefined) {
      send(response, VENDOR_ERRORS.parameter);
      return;
    }
    const { api, params, limit, offset, fields } = question;
    const refusal = this.refusalOf(question);
    const answer = refusal ?? this.page(api, params, limit, offset, fields);
    const fault = this.scripts.get(api)?.shift() ?? this.scripts.get('*')?.shift();
    const outcome = fault !== undefined && fault.kind !== 'slow' ? 'fault' : refusal === undefined ? 'rows' : 'refused';
    this.calls.push({ api, params, offset, at: Date.now(), outcome });
    if (fault === undefined) send(response, answer);
    else await meet(fault, response, answer);
  }

  private refusalOf({ api, params, token }: Question): string | undefined {
    const definition = VENDOR_APIS[api];
    if (token !== this.token) return VENDOR_ERRORS.token;
    const { perMinute } = this.settings;
    if (perMinute !== undefined) {
      const since = Date.now() - MINUTE_MS;
      if (this.calls.filter(({ at }) => at > since).length >= perMinute) return VENDOR_ERRORS.rate(perMinute);
    }
    if (definition === undefined || this.denied.has(api)) return VENDOR_ERRORS.permission;
    return definition.required?.some((param) => (params[param] ?? '') === '') === true
      ? VENDOR_ERRORS.parameter
      : undefined;
  }

  private page(api: string, params: VendorParams, limit: number | undefined, offset: number, fields: string): string {
    const { columns = [], hidden = [], limit: most = 0 } = VENDOR_APIS[api] ?? {};
    const asked = fields === '' ? [] : fields.split(',');
    const shown =
      asked.length === 0
        ? columns.filter((column) => !hidden.includes(column))
        : // In the vendor's order, whatever the order of the question.
          columns.filter((column) => asked.includes(column));
    const rows = this.market.rows(api, params);
    const page = rows.slice(offset, offset + Math.min(limit ?? most, most));
    return JSON.stringify({
      request_id: `fake-${this.calls.length}`,
      code: 0,
      msg: null,
      data: {
        fields: shown,
        items: page.map((row) => shown.map((column) => row[column] ?? null)),
        ...(this.settings.tellsMore === true ? { has_more: offset + page.length < rows.length, count: -1 } : {}),
      },
    });
  }
}

interface Question {
  readonly api: string;
  readonly token: string;
  readonly params: VendorParams;
  readonly limit: number | undefined;
  readonly offset: number;
  readonly fields: string;
}

function questionIn(body: string): Question | undefined {
  let question: unknown;
  try {
    question = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { api_name: api, token, params, fields } = question as Record<string, unknown>;
  if (typeof api !== 'string') return undefined;
  const { limit, offset, ...rest } = (params ?? {}) as Record<string, unknown>;
  return {
    api,
    token: typeof token === 'string' ? token : '',
    params: Object.fromEntries(Object.entries(rest).map(([param, value]) => [param, String(value)])),
    limit: limit === undefined ? undefined : Number(limit),
    offset: Number(offset ?? 0),
    fields: typeof fields === 'string' ? fields : '',
  };
}

function questionOf({ api, params }: Pick<RecordedCall, 'api' | 'params'>): string {
  const entries = Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${api} ${JSON.stringify(entries)}`;
}

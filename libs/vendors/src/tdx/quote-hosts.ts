import { setTimeout as sleep } from 'node:timers/promises';
import type { TdxSettings } from '#lib/config';
import type { CalendarDay, Clock } from '#lib/kernel';
import { type Exchange, shanghaiTime, VendorError } from '#lib/market-data';
import type { TdxMarket } from './domain/market-file';
import { evaluateProbe, type ProbeReport, type StoredProbeBar } from './domain/probe';
import { buildBarsData, buildRecordsData, type QuoteBar, readBars, readRecords } from './domain/quote-bodies';
import { QUOTE_TYPES, QuoteFrameError } from './domain/quote-frames';
import type { ShareRecord } from './domain/share-record';
import { QuoteClient, QuoteServerError } from './quote-client';

/** The stock of probes: it was never suspended for long. */
export const PROBE_STOCK = { code: '600000', exchange: 'SSE' } as const;
const PROBE_BARS = 5;
const COOLING_MS = 10 * 60_000;
const PACE_MS = 100;
/** A connection without a request for so long is closed; servers close it after a minute. */
const IDLE_MS = 10_000;
/** Until then today's bar is not finished. */
const BARS_ARE_FINAL_AT = '15:05';
const MARKETS: Readonly<Record<Exchange, TdxMarket>> = { SSE: 'sh', SZSE: 'sz', BSE: 'bj' };

export interface QuotedStock {
  readonly code: string;
  readonly exchange: Exchange;
}

export interface QuoteHostsParts {
  readonly settings: Pick<TdxSettings, 'quoteHosts' | 'paceMs'>;
  readonly clock: Clock;
  /** How long a request waits for its response; default 10,000. */
  readonly responseMs?: number;
  /** Newest stored bars of the probe's stock, newest first. */
  selectProbeBars(count: number): Promise<StoredProbeBar[]>;
}

/** A host that passed the probe, and its connection. */
interface ProbedHost {
  readonly host: string;
  readonly client: QuoteClient;
  readonly report: ProbeReport;
}

/**
 * The quote servers of the settings, used one at a time: one connection, one request under way, 100 ms between two. A server
 * counts as good only if it has the right bars of a well-known stock: a TCP connection proves nothing. One that fails is
 * left alone for ten minutes.
 * Source of the protocol: docs/market-tdx.md, "Quote servers".
 */
export class QuoteHosts {
  private readonly cooling = new Map<string, { readonly until: number; readonly reason: string }>();
  private current: ProbedHost | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private nextRequestAt = 0;
  private calls = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly parts: QuoteHostsParts) {}

  get isOff(): boolean {
    return this.parts.settings.quoteHosts.length === 0;
  }

  /**
   * All ex-right and share records of a stock.
   * @throws VendorError `vendor` if no server can be used, with the seconds until one is retried.
   */
  fetchRecords(stock: QuotedStock, signal: AbortSignal): Promise<{ rows: ShareRecord[]; calls: number }> {
    const data = buildRecordsData(MARKETS[stock.exchange], stock.code);
    return this.use(signal, async (host) => {
      const records = readRecords(await this.request(host.client, QUOTE_TYPES.records, data, signal));
      // Every stock has records since its listing: either the server gives nothing more, or there is nothing.
      if (records.length === 0) await this.probe(host.client, signal);
      return records;
    });
  }

  /**
   * Day bars of a stock, oldest first, volume in shares; without today's while it is not finished.
   * @param count At most 800, back from the newest. @throws VendorError as {@link fetchRecords}.
   */
  fetchBars(stock: QuotedStock, count: number, signal: AbortSignal): Promise<{ rows: QuoteBar[]; calls: number }> {
    return this.use(signal, async ({ client, report }) => {
      const bars = await this.requestBars(stock, count, client, signal);
      return bars.map((bar) => ({ ...bar, volume: bar.volume * report.sharesPerUnit }));
    });
  }

  /** Which server answers, and what its bars say. @throws VendorError as {@link fetchRecords}, naming each server's failure. */
  async findHost(signal: AbortSignal): Promise<{ host: string; report: ProbeReport }> {
    const { rows } = await this.use(signal, ({ host, report }) => Promise.resolve([{ host, report }]));
    const [found] = rows;
    if (found === undefined) throw new Error('no host was used');
    return found;
  }

  /** Runs `work` alone on a good host. If it fails there, it runs again on a new connection, then on another host. */
  private async use<Row>(
    signal: AbortSignal,
    work: (host: ProbedHost) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; calls: number }> {
    const before = this.turn;
    let release: () => void = () => undefined;
    this.turn = new Promise<void>((resolve) => (release = resolve));
    await before;
    try {
      clearTimeout(this.idle);
      const callsBefore = this.calls;
      const failed = new Set<string>();
      for (;;) {
        const host = await this.connect(callsBefore, signal);
        try {
          return { rows: await work(host), calls: this.calls - callsBefore };
        } catch (error) {
          this.close();
          const reason = describeFailure(error, signal);
          if (failed.has(host.host)) this.cool(host.host, reason);
          failed.add(host.host);
        }
      }
    } finally {
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
      release();
    }
  }

  private async connect(callsBefore: number, signal: AbortSignal): Promise<ProbedHost> {
    if (this.current?.client.isOpen === true) return this.current;
    this.close();
    for (const host of this.parts.settings.quoteHosts) {
      if (this.isCooling(host)) continue;
      let client: QuoteClient | undefined;
      try {
        this.calls += 1;
        client = await QuoteClient.open(host, signal, this.parts.responseMs);
        this.current = { host, client, report: await this.probe(client, signal) };
        return this.current;
      } catch (error) {
        client?.close();
        this.cool(host, describeFailure(error, signal));
      }
    }
    throw this.unavailable(this.calls - callsBefore);
  }

  /** @throws QuoteServerError if the server's bars are of no use. */
  private async probe(client: QuoteClient, signal: AbortSignal): Promise<ProbeReport> {
    const bars = await this.requestBars(PROBE_STOCK, PROBE_BARS, client, signal);
    const report = evaluateProbe(bars, await this.parts.selectProbeBars(PROBE_BARS));
    if (typeof report === 'string') throw new QuoteServerError(report);
    return report;
  }

  private async requestBars(
    { code, exchange }: QuotedStock,
    count: number,
    client: QuoteClient,
    signal: AbortSignal,
  ): Promise<QuoteBar[]> {
    const data = buildBarsData(MARKETS[exchange], code, 0, count);
    const bars = readBars(await this.request(client, QUOTE_TYPES.bars, data, signal));
    return bars.filter(({ day }) => this.isFinished(day));
  }

  private async request(client: QuoteClient, type: number, data: Buffer, signal: AbortSignal): Promise<Buffer> {
    await sleep(Math.max(0, this.nextRequestAt - performance.now()), undefined, { signal });
    this.calls += 1;
    try {
      return await client.request(type, data, signal);
    } finally {
      this.nextRequestAt = performance.now() + Math.min(PACE_MS, this.parts.settings.paceMs);
    }
  }

  private isFinished(day: CalendarDay): boolean {
    const { clock } = this.parts;
    return day < clock.today() || clock.now() >= shanghaiTime(day, BARS_ARE_FINAL_AT);
  }

  private isCooling(host: string): boolean {
    const entry = this.cooling.get(host);
    return entry !== undefined && entry.until > this.parts.clock.now().getTime();
  }

  private cool(host: string, reason: string): void {
    this.cooling.set(host, { until: this.parts.clock.now().getTime() + COOLING_MS, reason });
  }

  private unavailable(calls: number): VendorError {
    const now = this.parts.clock.now().getTime();
    const entries = [...this.cooling].filter(([, { until }]) => until > now);
    const soonest = Math.min(...entries.map(([, { until }]) => until));
    const reasons = entries.map(([host, { reason }]) => `${host}: ${reason}`).join('; ');
    const message = `no quote server can be used (${reasons})`;
    return new VendorError('vendor', message, null, calls, Math.max(1, Math.ceil((soonest - now) / 1000)));
  }

  private close(): void {
    this.current?.client.close();
    this.current = undefined;
  }
}

/** The message of a server's failure. @throws the error if it is none, and what `signal` was aborted with. */
function describeFailure(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof QuoteServerError || error instanceof QuoteFrameError) return error.message;
  throw error;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CalendarDay, parseCalendarDay } from '#lib/kernel';
import { FaultPlan, type FaultScope } from './fault-plan';
import { faultyPackage } from './faulty-package';
import { needsPackage, type PackageFault } from './package-fault';
import { RequestLog } from './request-log';
import { sendHtml, sendNotFound, sendPackage, VERIFICATION_PAGE } from './send-package';
import { type SnapshotFault, snapshotResponse } from './snapshot-response';
import type { TdxMarket } from './tdx-market';

export interface FakeTdxSiteOptions {
  readonly market: TdxMarket;
  readonly port?: number;
  /** When a day's package is out, in milliseconds since 1970; before it is not found. Left out: always. */
  readonly publishedAt?: (day: CalendarDay) => number;
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
}

const DATA_PATH = '/products/data/data';
const PACKAGE_PATH = /^\/products\/data\/data\/g4day\/(\d{4})(\d{2})(\d{2})\.zip$/;
const SNAPSHOT_PATH = '/q=';
const MOST_SYMBOLS = 500;

/** TongDaXin's packages of days and Tencent's snapshot over HTTP, with faults on request. */
export class FakeTdxSite {
  /** Requests for packages, and for the snapshot. */
  readonly packages = new RequestLog();
  readonly snapshots = new RequestLog();
  /** The day that the snapshot shows; left out, the last published one. */
  snapshotDay: CalendarDay | undefined;
  private readonly packageFaults = new FaultPlan<PackageFault>();
  private readonly snapshotFaults = new FaultPlan<SnapshotFault>();
  private market: TdxMarket;
  private publishedAt: (day: CalendarDay) => number;

  private constructor(
    private readonly server: Server,
    private readonly options: FakeTdxSiteOptions,
  ) {
    this.market = options.market;
    this.publishedAt = options.publishedAt ?? (() => -Infinity);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.respond(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: FakeTdxSiteOptions): Promise<FakeTdxSite> {
    const server = createServer({ keepAliveTimeout: 1000 });
    const site = new FakeTdxSite(server, options);
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The settings under which the program requests from this server. */
  get environment(): Record<string, string> {
    return { TDX_BASE_URL: this.url + DATA_PATH, TDX_SNAPSHOT_URL: this.url, TDX_PACE_MS: '20' };
  }

  /** Another market from now on. */
  serve(market: TdxMarket): void {
    this.market = market;
  }

  /** Other hours of publication from now on. */
  publish(publishedAt: (day: CalendarDay) => number): void {
    this.publishedAt = publishedAt;
  }

  /** Requests for packages meet the fault; those of days without a package only if it needs none. */
  fail(fault: PackageFault | PackageFault['kind'], scope?: FaultScope): void {
    this.packageFaults.add(typeof fault === 'string' ? { kind: fault } : fault, scope);
  }

  /** Requests for the snapshot meet the fault; a day in the scope is the one that it shows. */
  failSnapshot(fault: SnapshotFault | SnapshotFault['kind'], scope?: FaultScope): void {
    this.snapshotFaults.add(typeof fault === 'string' ? { kind: fault } : fault, scope);
  }

  clearFaults(): void {
    this.packageFaults.clear();
    this.snapshotFaults.clear();
  }

  /** Requests for a day's package so far. */
  countDay(day: CalendarDay): number {
    return this.packages.count(`/${day.replaceAll('-', '')}.zip`);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const day = dayOfPath(path);
    if (day !== undefined) await this.respondPackage(day, request, response);
    else if (path.startsWith(SNAPSHOT_PATH)) await this.respondSnapshot(path, request, response);
    else sendNotFound(response);
  }

  private async respondPackage(day: CalendarDay, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.packageFaults.take(day);
    record(this.packages, request, response, fault?.kind);
    if (!this.isOut(day) && (fault === undefined || needsPackage(fault))) {
      sendNotFound(response);
      return;
    }
    await sendPackage(response, () => faultyPackage(this.market, day, fault), fault);
  }

  private async respondSnapshot(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const day = this.snapshotDay ?? this.market.days.findLast((one) => this.isOut(one));
    const fault = day === undefined ? undefined : this.snapshotFaults.take(day);
    record(this.snapshots, request, response, fault?.kind);
    const symbols = decodeURIComponent(path.slice(SNAPSHOT_PATH.length)).split(',');
    if (symbols.length > MOST_SYMBOLS || day === undefined) {
      sendHtml(response, 400, '<html><body><h1>400 Bad Request</h1></body></html>\n');
      return;
    }
    if (fault?.kind === 'slow') await sleep(fault.ms ?? 1000, undefined, { ref: false });
    if (fault?.kind === 'html') sendHtml(response, 200, VERIFICATION_PAGE);
    else if (fault?.kind === 'server-error') sendHtml(response, 502, '<html><body><h1>502</h1></body></html>\n');
    else {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=GBK' })
        .end(snapshotResponse(this.market, day, symbols, fault));
    }
  }

  private isOut(day: CalendarDay): boolean {
    const now = this.options.now?.() ?? Date.now();
    return this.market.days.includes(day) && this.publishedAt(day) <= now;
  }
}

function record(log: RequestLog, request: IncomingMessage, response: ServerResponse, fault: string | undefined): void {
  const recorded = log.begin(request.url ?? '/', request.headers, fault);
  response.on('close', () => log.end(recorded));
}

function dayOfPath(path: string): CalendarDay | undefined {
  const [, year, month, day] = PACKAGE_PATH.exec(path) ?? [];
  return year === undefined ? undefined : parseCalendarDay(`${year}-${month ?? ''}-${day ?? ''}`);
}

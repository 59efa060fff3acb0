import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { questionNo } from '../question';

const POLL_MS = 500;
const DUE_SESSIONS = 300;
/** A job that takes longer is lost. */
const LONGEST_MS = 600_000;

export const BACKGROUND_KINDS = ['scan', 'import', 'drain'] as const;
export type BackgroundKind = (typeof BACKGROUND_KINDS)[number];

interface Ended {
  status: string;
  /** Why it is lost work although it is completed. */
  fault?: string | undefined;
}

/** Scans, imports and drains, each begun anew when it ended, until they are told to stop. */
export class Background {
  readonly ended = { scan: 0, import: 0, drain: 0 };
  readonly lost: string[] = [];
  private stopped = false;
  private loops: Promise<unknown> = Promise.resolve();
  private hits: number | undefined;

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
    private readonly client: Client,
    private readonly marketDays: number,
    /** Files of the same keywords with different figures. */
    private readonly files: readonly Buffer[],
  ) {}

  start(kinds: readonly BackgroundKind[]): void {
    const work = {
      scan: (turn: number) => this.scan(turn),
      import: (turn: number) => this.import(turn),
      drain: () => this.drain(),
    };
    this.loops = Promise.all(kinds.map((kind) => this.repeat(kind, work[kind])));
  }

  /** Lets what runs end. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.loops;
  }

  /** Stores the keywords, opens the sessions of the scan's hits, and leaves so many sessions due that a drain takes a minute or two. */
  async prepare(): Promise<void> {
    for (const work of [() => this.import(0), () => this.scan(0)]) {
      const { status } = await work();
      if (status !== 'completed') throw new Error(`the first scan or import is ${status}`);
    }
    await this.client.query(
      `with due as materialized (
         select s.id from tracking_session s join stock k on k.code = s.code where s.ended_at is null order by s.id limit $1)
       update tracking_session set next_review_at = case when id not in (select id from due) then date '2099-01-01' end
       where ended_at is null`,
      [DUE_SESSIONS],
    );
  }

  private async import(turn: number): Promise<Ended> {
    const file = this.files[turn % this.files.length];
    const { importId } = await this.call<{ importId: number }>('/api/admin/imports?kind=keywords', 'text/csv', file);
    return this.untilEnded(`/api/admin/imports/${importId}`, (row: { state: string }) => ({ status: row.state }));
  }

  private async repeat(name: BackgroundKind, work: (turn: number) => Promise<Ended>): Promise<void> {
    for (let turn = 1; !this.stopped; turn += 1) {
      const { status, fault } = await work(turn).catch((error: unknown) => ({
        status: 'lost',
        fault: error instanceof Error ? error.message : String(error),
      }));
      this.ended[name] += 1;
      if (status === 'completed' && fault === undefined) continue;
      this.lost.push(`${name} ${turn}: ${status}${fault === undefined ? '' : `, ${fault}`}`);
      await sleep(POLL_MS);
    }
  }

  private async scan(turn: number): Promise<Ended> {
    const { startDate, endDate, circMktMinYi, circMktMaxYi } = questionNo(turn, this.marketDays);
    const body = {
      start_date: startDate,
      end_date: endDate,
      circ_mkt_min_yi: circMktMinYi,
      circ_mkt_max_yi: circMktMaxYi,
    };
    const { scanId } = await this.call<{ scanId: number }>(
      '/api/stock-cycle/scans',
      'application/json',
      JSON.stringify(body),
    );
    return this.untilEnded(
      `/api/stock-cycle/scans/${scanId}`,
      ({ status, matchedCount }: { status: string; matchedCount: number }) => {
        if (status !== 'completed') return { status };
        this.hits ??= matchedCount;
        return { status, fault: matchedCount === this.hits ? undefined : `${matchedCount} hits, not ${this.hits}` };
      },
    );
  }

  private async drain(): Promise<Ended> {
    await this.client.query(`delete from daily_record where origin = 'ai'`);
    const body = JSON.stringify({ kind: 'daily' });
    const { drainId } = await this.call<{ drainId: number }>(
      '/api/stock-cycle/ai-fill-drains',
      'application/json',
      body,
    );
    return this.untilEnded(
      `/api/stock-cycle/ai-fill-drains/${drainId}`,
      ({ status, total, failed }: { status: string; total: number; failed: number }) => ({
        status,
        fault: failed > 0 || total === 0 ? `${failed} of ${total} sessions failed` : undefined,
      }),
    );
  }

  private async untilEnded<Row>(path: string, read: (row: Row) => Ended): Promise<Ended> {
    const end = performance.now() + LONGEST_MS;
    while (performance.now() < end) {
      const row = read(await this.call<Row>(path));
      if (['completed', 'failed', 'cancelled'].includes(row.status)) return row;
      await sleep(POLL_MS);
    }
    throw new Error(`${path} did not end`);
  }

  private async call<Data>(path: string, type?: string, body?: string | Buffer): Promise<Data> {
    const reply = await fetch(`${this.url}${path}`, {
      method: type === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Data }).data;
  }
}

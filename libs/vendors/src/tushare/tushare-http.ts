import { setTimeout as sleep } from 'node:timers/promises';
import { VendorError } from '#lib/market-data';
import type { CallBudget } from './persistence/call-budget';
import { PostError, postJson, type PostResponse } from './post-json';
import { isFullPage, getRowLimit } from './row-limits';
import { Tushare, type TushareResponse, type TushareRow } from './tushare';
import { readVendorResponse, toRows, type VendorResponse } from './vendor-response';

export interface TushareHttpSettings {
  readonly baseUrl: string;
  readonly token: string;
  /** For one HTTP call, from its beginning to the last byte. */
  readonly timeoutMs: number;
  /** Waits before the retries of a call that failed, so as many retries as there are waits. */
  readonly backoffMs?: readonly number[];
}

const BACKOFF_MS: readonly number[] = [1000, 4000, 15_000];

/** `rate` replies in a row that a query bears; each makes it wait for a minute. */
const MOST_RESTS = 5;

const SECONDS_OF_A_MINUTE = 60;

/** What a fault keeps of the vendor's text. */
const KEPT = 4000;

type Page = Extract<VendorResponse, { kind: 'page' }>;

/** A query on its way: what its HTTP calls were for, and how many there were. */
interface Course {
  readonly api: string;
  readonly signal: AbortSignal | undefined;
  calls: number;
  rests: number;
}

/**
 * Tushare Pro over HTTP: one POST of JSON a page. Every call, retries included, waits for its turn in the budget that all
 * processes share.
 */
export class TushareHttp extends Tushare {
  private readonly backoffMs: readonly number[];

  constructor(
    private readonly settings: TushareHttpSettings,
    private readonly budget: CallBudget,
  ) {
    super();
    this.backoffMs = settings.backoffMs ?? BACKOFF_MS;
  }

  override async query(
    api: string,
    params: Readonly<Record<string, string>>,
    columns: readonly string[],
    signal?: AbortSignal,
  ): Promise<TushareResponse> {
    const course: Course = { api, signal, calls: 0, rests: 0 };
    const limit = getRowLimit(api);
    const rows: TushareRow[] = [];
    let before = '';
    let largestBefore = 0;
    for (;;) {
      const page = await this.page(course, { ...params, limit, offset: rows.length }, columns);
      if (page.items.length > 0) {
        const edges = JSON.stringify([page.items[0], page.items.at(-1)]);
        if (edges === before) {
          throw this.fault(course, 'vendor', 'sent the same page twice', JSON.stringify(page.items[0]));
        }
        before = edges;
      }
      rows.push(...toRows(page, columns));
      const size = { rows: page.items.length, hasMore: page.hasMore, largestBefore };
      if (!isFullPage(api, size)) return { rows, calls: course.calls };
      largestBefore = Math.max(largestBefore, page.items.length);
    }
  }

  /** One page, tried again after what may pass. */
  private async page(
    course: Course,
    params: Readonly<Record<string, string | number>>,
    columns: readonly string[],
  ): Promise<Page> {
    for (let failures = 0; ;) {
      const { problem, raw, reply, retry } = await this.call(course, params, columns);
      if (reply?.kind === 'page') return reply;
      if (reply?.kind === 'refused' && reply.fault.fault !== 'vendor') {
        await this.obey(course, reply.fault, raw);
        continue;
      }
      const wait = this.backoffMs[failures];
      if (wait === undefined || !retry) throw this.fault(course, 'vendor', problem, raw);
      failures += 1;
      // Half of it at random, so that processes that failed together don't come back together.
      await pause(wait * (0.5 + Math.random() / 2), course.signal);
    }
  }

  /** What a refusal asks for: a rest, or an end. */
  private async obey(
    course: Course,
    refusal: Exclude<Extract<VendorResponse, { kind: 'refused' }>['fault'], { fault: 'vendor' }>,
    raw: string,
  ): Promise<void> {
    if (refusal.fault === 'permission') {
      throw this.fault(course, 'permission', 'refused the token: it lacks the permission for this data', raw);
    }
    if (refusal.fault === 'quota') {
      const { seconds } = await this.budget.close(course.api, refusal.renews, this.kept(raw));
      throw this.fault(course, 'quota', `gives no more of this data ${untilText(refusal.renews)}`, raw, seconds);
    }
    await this.budget.rest();
    course.rests += 1;
    if (course.rests > MOST_RESTS) {
      throw this.fault(course, 'rate', 'kept saying that calls come too often', raw, SECONDS_OF_A_MINUTE);
    }
  }

  /** One HTTP call, and what is to be made of it. */
  private async call(
    course: Course,
    params: Readonly<Record<string, string | number>>,
    columns: readonly string[],
  ): Promise<{ problem: string; raw: string; reply?: VendorResponse; retry: boolean }> {
    const { api, signal } = course;
    const closed = await this.budget.take(api, signal);
    if (closed !== undefined) {
      throw this.fault(course, 'quota', 'may not be asked before its quota renews', closed.raw, closed.seconds);
    }
    course.calls += 1;
    const { baseUrl, token, timeoutMs } = this.settings;
    const question = { api_name: api, token, params, fields: columns.join(',') };
    let answer: PostResponse;
    try {
      answer = await postJson(baseUrl, question, { timeoutMs, ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      return { problem: `did not answer: ${error.message}`, raw: error.received, retry: true };
    }
    const { status, text: raw } = answer;
    if (status === 429) return { problem: '', raw, reply: { kind: 'refused', fault: { fault: 'rate' } }, retry: true };
    if (status >= 300 && status < 400) {
      return { problem: `answered with a redirect (${status}), which is not followed`, raw, retry: false };
    }
    if (status !== 200) return { problem: `answered with status ${status}`, raw, retry: status >= 500 };
    const reply = readVendorResponse(raw);
    const problem = reply.kind === 'unreadable' ? `can't be understood: ${reply.problem}` : 'reported an error';
    return { problem, raw, reply, retry: true };
  }

  private fault(
    { api, calls }: Course,
    kind: VendorError['reason'],
    what: string,
    raw: string | null,
    retryAfterSeconds?: number,
  ): VendorError {
    const kept = raw === null || raw === '' ? null : this.kept(raw);
    return new VendorError(kind, `Tushare (${api}) ${what}`, kept, calls, retryAfterSeconds);
  }

  /** The vendor's text without the token, in the forms in which it may come back. */
  private kept(raw: string): string {
    const { token } = this.settings;
    const forms = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]);
    let text = raw;
    for (const form of forms) text = text.replaceAll(form, '[token]');
    return text.replaceAll('\0', '').slice(0, KEPT);
  }
}

function untilText(renews: 'hour' | 'day'): string {
  return renews === 'hour' ? 'for an hour' : 'today';
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

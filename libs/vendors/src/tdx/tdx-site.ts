import { setTimeout as sleep } from 'node:timers/promises';
import type { TdxSettings } from '#lib/config';
import type { Database } from '#lib/database';
import { createRunner, openLongConnection } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { VendorError } from '#lib/market-data';
import { downloadFile, type DownloadedFile, DownloadError } from './download-file';
import { isZip } from './read-archive';
import { blockSite, endTurn, lockSite, readTurn } from './persistence/site-turn';

/** A day's file, or that the site has none. */
export type PackageResponse =
  | { readonly kind: 'file'; readonly content: Buffer; readonly calls: number }
  | { readonly kind: 'not_found'; readonly calls: number };

const BLOCK_SECONDS = 3600;
/** Between two attempts, growing with them: some pauses between packages, but no more than this. */
const BACKOFF_PACES = 3;
const MOST_BACKOFF_MS = 3000;
const ATTEMPTS = 3;
const TIMEOUT_MS = 90_000;
const LARGEST_BYTES = 128 * 2 ** 20;

/** What a verification page was. */
export interface VerificationPage {
  readonly day: CalendarDay;
  readonly content: Buffer;
}

/**
 * TongDaXin's site: one request at a time, by all processes, with a pause after each. A page instead of a file blocks it for
 * an hour: the site wants to see a person, and is not asked to make an exception.
 */
export class TdxSite {
  constructor(
    private readonly database: Database,
    private readonly settings: TdxSettings,
    private readonly onPage: (page: VerificationPage) => Promise<void>,
  ) {}

  /**
   * Downloads the package of a day.
   * @throws VendorError `blocked` while the site shows a page, `vendor` if it can't be reached within three attempts.
   */
  async fetchPackage(day: CalendarDay, signal: AbortSignal): Promise<PackageResponse> {
    const client = await openLongConnection(this.database, 'stock-cycle-tdx');
    const close = (): void => void client.end().catch(() => undefined);
    signal.addEventListener('abort', close);
    const session = createRunner(client);
    try {
      await lockSite(session);
      for (let calls = 1; ; calls += 1) {
        const { waitMs, blockedSeconds } = await readTurn(session);
        if (blockedSeconds > 0) throw blocked(blockedSeconds, calls - 1);
        await sleep(waitMs, undefined, { signal });
        const outcome = await this.request(day, signal);
        await endTurn(session, this.settings.paceMs);
        if (outcome instanceof DownloadError) {
          if (!outcome.retryable || calls >= ATTEMPTS) throw failed(day, outcome.message, calls);
          await sleep(Math.min(BACKOFF_PACES * this.settings.paceMs, MOST_BACKOFF_MS) * calls, undefined, { signal });
          continue;
        }
        if (outcome.status === 404) return { kind: 'not_found', calls };
        if (!isZip(outcome.content) && looksLikePage(outcome.content)) {
          await blockSite(session, BLOCK_SECONDS);
          await this.onPage({ day, content: outcome.content });
          throw blocked(BLOCK_SECONDS, calls);
        }
        return { kind: 'file', content: outcome.content, calls };
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  private request(day: CalendarDay, signal: AbortSignal): Promise<DownloadedFile | DownloadError> {
    const { baseUrl, userAgent } = this.settings;
    const { origin } = new URL(baseUrl);
    return downloadFile(`${baseUrl}/g4day/${day.replaceAll('-', '')}.zip`, {
      headers: { 'user-agent': userAgent, referer: `${origin}/` },
      timeoutMs: TIMEOUT_MS,
      largestBytes: LARGEST_BYTES,
      signal,
    });
  }
}

function looksLikePage(content: Buffer): boolean {
  return content.subarray(0, 4096).toString('latin1').includes('<');
}

function blocked(seconds: number, calls: number): VendorError {
  const minutes = Math.ceil(seconds / 60);
  const message = `TongDaXin shows a verification page instead of data; it is requested again in ${minutes} min`;
  return new VendorError('blocked', message, null, calls, seconds);
}

function failed(day: CalendarDay, reason: string, calls: number): VendorError {
  return new VendorError('vendor', `TongDaXin's package of ${day} did not come: ${reason}`, null, calls);
}

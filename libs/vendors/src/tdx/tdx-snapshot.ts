import { setTimeout as sleep } from 'node:timers/promises';
import type { TdxSettings } from '#lib/config';
import { VendorError } from '#lib/market-data';
import { readSnapshot, type SnapshotStock } from './domain/snapshot-line';
import { downloadFile, DownloadError } from './download-file';

const CODES_PER_REQUEST = 500;
const PACE_MS = 200;
const TIMEOUT_MS = 20_000;
const LARGEST_BYTES = 8 * 2 ** 20;
const PREFIXES = { SSE: 'sh', SZSE: 'sz', BSE: 'bj' } as const;

/** The quotes of the whole market in a dozen requests: shares, caps and limit prices of today. */
export class TdxSnapshot {
  constructor(private readonly settings: Pick<TdxSettings, 'snapshotUrl' | 'userAgent' | 'paceMs'>) {}

  get isOff(): boolean {
    return this.settings.snapshotUrl === undefined;
  }

  /** @throws VendorError `vendor` if a request fails or gives no quotes at all. */
  async fetchQuotes(
    stocks: readonly { code: string; exchange: keyof typeof PREFIXES }[],
    signal: AbortSignal,
  ): Promise<{ stocks: SnapshotStock[]; calls: number }> {
    const { snapshotUrl, userAgent, paceMs } = this.settings;
    const found: SnapshotStock[] = [];
    let calls = 0;
    for (let at = 0; at < stocks.length; at += CODES_PER_REQUEST) {
      if (calls > 0) await sleep(Math.min(PACE_MS, paceMs), undefined, { signal });
      const codes = stocks
        .slice(at, at + CODES_PER_REQUEST)
        .map(({ code, exchange }) => `${PREFIXES[exchange]}${code}`);
      calls += 1;
      const file = await downloadFile(`${snapshotUrl ?? ''}/q=${codes.join(',')}`, {
        headers: { 'user-agent': userAgent },
        timeoutMs: TIMEOUT_MS,
        largestBytes: LARGEST_BYTES,
        signal,
      });
      if (file instanceof DownloadError) throw failed(file.message, calls);
      const quotes = readSnapshot(new TextDecoder('gbk').decode(file.content));
      if (quotes.length === 0) throw failed('the response has no quotes', calls);
      found.push(...quotes);
    }
    return { stocks: found, calls };
  }
}

function failed(reason: string, calls: number): VendorError {
  return new VendorError('vendor', `the snapshot did not come: ${reason}`, null, calls);
}

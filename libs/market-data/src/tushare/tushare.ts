import { AppError } from '#lib/kernel';

/** One row as Tushare sends it, by column name, in the vendor's own units. */
export type TushareRow = Readonly<Record<string, string | number | null>>;

export interface TushareAnswer {
  /** All pages together, in the order in which the vendor sent them. */
  readonly rows: readonly TushareRow[];
  /** HTTP calls that were made for it, retries and pages included. */
  readonly calls: number;
}

/**
 * Why Tushare did not answer: `rate` (wait a minute and ask again), `quota` (not before it renews), `permission` (never with
 * this token), `vendor` (broken, slow or unreachable), `not_configured` (no token).
 */
export const TUSHARE_FAULT_KINDS = ['rate', 'quota', 'permission', 'vendor', 'not_configured'] as const;
export type TushareFaultKind = (typeof TUSHARE_FAULT_KINDS)[number];

/** A call that gave no rows. `raw` is the vendor's own text: for the sync report, never for a reply. */
export class TushareFault extends AppError {
  constructor(
    readonly fault: TushareFaultKind,
    message: string,
    readonly raw: string | null,
    readonly calls: number,
    retryAfterSeconds?: number,
  ) {
    super('unavailable', fault === 'not_configured' ? 'market_not_configured' : 'market_failed', message, {
      retryable: fault === 'rate' || fault === 'vendor',
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

/** The vendor's door: Tushare Pro over HTTP. Tests put a fake behind it, or the fake server under its base URL. */
export abstract class Tushare {
  /**
   * Asks one API for all rows that match, page by page while a page comes full.
   * @param params The vendor's own parameters (`{ trade_date: '20240102' }`), paging excluded.
   * @param columns The columns to ask for; each row has them all, null where the vendor sent none.
   * @throws TushareFault when the vendor refuses or can't be reached within the retries.
   */
  abstract query(
    api: string,
    params: Readonly<Record<string, string>>,
    columns: readonly string[],
    signal?: AbortSignal,
  ): Promise<TushareAnswer>;
}

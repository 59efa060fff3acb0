import { AppError } from '#lib/kernel';

/**
 * Why a data vendor gave nothing:
 *
 * - `rate`: wait and request again; `quota`: not before it renews; `permission`: never for this account
 * - `vendor`: broken, slow or unreachable; `not_configured`: no account or source is set
 * - `not_published`: the day's data are not out yet; `missing_day`: the vendor has none of a past open day
 * - `rejected`: what came failed a check, and nothing of it is used
 * - `blocked`: the vendor wants to see a person; nothing is requested for a while
 */
export const VENDOR_ERROR_REASONS = [
  'rate',
  'quota',
  'permission',
  'vendor',
  'not_configured',
  'not_published',
  'missing_day',
  'rejected',
  'blocked',
] as const;
export type VendorErrorReason = (typeof VENDOR_ERROR_REASONS)[number];

const PERMANENT: ReadonlySet<VendorErrorReason> = new Set(['quota', 'permission', 'not_configured', 'missing_day']);

/** A request that gave no rows. `raw` is the vendor's own text: for the sync report, never for a response. */
export class VendorError extends AppError {
  constructor(
    readonly reason: VendorErrorReason,
    message: string,
    readonly raw: string | null,
    /** Requests that were made for it, retries included. */
    readonly calls: number,
    retryAfterSeconds?: number,
  ) {
    super('unavailable', reason === 'not_configured' ? 'market_not_configured' : 'market_failed', message, {
      retryable: !PERMANENT.has(reason),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

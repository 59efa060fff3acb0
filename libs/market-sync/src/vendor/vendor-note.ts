import type { CalendarDay } from '#lib/kernel';
import type { ExRightVerdict } from '../domain/ex-right-evidence';

/** What a vendor's data turned out to be, for people who rely on them. */
export type VendorNote =
  | { readonly code: 'ex_right'; readonly verdict: ExRightVerdict; readonly comparedDays: number }
  /** Ex-right closes that records give, compared with the stored previous closes. */
  | { readonly code: 'reference_prices'; readonly compared: number; readonly differences: number }
  /** A day without a package that a second source filled. */
  | { readonly code: 'repaired_day'; readonly day: CalendarDay; readonly stocks: number; readonly source: string }
  | { readonly code: 'unmatched_codes'; readonly codes: readonly string[] }
  | {
      readonly code: 'snapshot';
      readonly day: CalendarDay;
      readonly compared: number;
      readonly differences: number;
    };

import type { CalendarDay } from '#lib/kernel';
import type { ExRightVerdict } from '../domain/ex-right-evidence';

/** One check of a vendor's day, for people. */
export interface DiagnosisCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
}

/** A value of the vendor that a second source has otherwise. */
export interface DiagnosisDifference {
  readonly kind: string;
  readonly code: string;
  readonly package: number;
  readonly snapshot: number;
}

/** What a look at one day of a vendor found. Nothing is stored by it. */
export interface VendorDiagnosis {
  readonly day: CalendarDay;
  /** In the order in which they were made; what could not be checked is not there. */
  readonly checks: readonly DiagnosisCheck[];
  /** Null: no second source is set up, or it did not come. */
  readonly snapshot: { readonly compared: number; readonly differences: readonly DiagnosisDifference[] } | null;
  /** Whether previous closes are ex-right references. */
  readonly exRight: ExRightVerdict;
  /** Codes of what to do, the most urgent first; none: all is well. */
  readonly advice: readonly DiagnosisAdvice[];
}

export const DIAGNOSIS_ADVICE = [
  'closed_day',
  'wait_for_publication',
  'wait_after_page',
  'check_network',
  'report_format',
  'ex_right_not_given',
  'ex_right_unknown',
  'snapshot_missing',
  'snapshot_differs',
  'quotes_missing',
] as const;
export type DiagnosisAdvice = (typeof DIAGNOSIS_ADVICE)[number];

/** Faults of what a package contains. */
export const CONTENT_FAULTS = [
  'wrong-day',
  'wrong-size',
  'bad-crc',
  'too-few',
  'half-the-stocks',
  'bad-prices',
  'volume-in-lots',
  'zip-slip',
  'zip-bomb',
  'many-members',
  'backslashes',
  'missing-market',
] as const;

/** Faults of how a package is sent. */
export const TRANSPORT_FAULTS = [
  'not-found',
  'html',
  'javascript-challenge',
  'cut',
  'truncated',
  'slow',
  'hang',
  'server-error',
  'redirect',
] as const;

export type ContentFaultKind = (typeof CONTENT_FAULTS)[number];
export type TransportFaultKind = (typeof TRANSPORT_FAULTS)[number];

interface ContentFault {
  readonly kind: ContentFaultKind;
  /** `wrong-day`: the other day's content under the member names of the right day. */
  readonly sameNames?: boolean;
  /** `zip-bomb`: the headers claim the size of a usual member. */
  readonly claimsLess?: boolean;
}

interface TransportFault {
  readonly kind: TransportFaultKind;
  /** `slow`: milliseconds before the first byte (default 1000) and between halves of the body (default 0). */
  readonly beforeMs?: number;
  readonly duringMs?: number;
  /** `redirect`: where to. */
  readonly location?: string;
}

export type PackageFault = ContentFault | TransportFault;

/** Whether the fault is one of a package, which a day without one does not have. */
export function needsPackage({ kind }: PackageFault): boolean {
  return CONTENT_FAULTS.some((one) => one === kind) || ['cut', 'truncated', 'slow'].includes(kind);
}

/** What the market lacks that a study should have. */
interface Gaps {
  readonly survivorship: 'complete' | 'delisted_missing';
  readonly stUnknown: boolean;
  readonly capsUnknown: boolean;
  /** Open days of the span that the market has no bars of. */
  readonly missingDays: number;
}

/** Says what the figures of a study can't take into account. */
export function describeGaps({ survivorship, stUnknown, capsUnknown, missingDays }: Gaps): string[] {
  return [
    ...(survivorship === 'complete'
      ? []
      : ['stocks that left the exchange are missing: the figures are of survivors, and better than they were']),
    ...(stUnknown ? ['nothing says which stocks were under special treatment (ST): they are among the cases'] : []),
    ...(capsUnknown ? ['market caps are not known: no split by cap, and controls are matched without it'] : []),
    ...(missingDays === 0 ? [] : [`the market has no bars of ${String(missingDays)} open days of the span`]),
  ];
}

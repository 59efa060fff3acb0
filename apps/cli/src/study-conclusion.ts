import type { StudyHorizon } from '#lib/studies';

/** Share of random lists that may do as well where something is said to differ from chance. */
const LUCK = 0.05;

/** How the mean excess of a horizon relates to chance. */
export type Conclusion =
  | { readonly kind: 'tooLittle' | 'noDifference' | 'better' | 'worse' }
  /** The interval leaves zero out, and so do random lists: the mean of skewed returns lies over their median. */
  | { readonly kind: 'luckAsWell' | 'luckAsBadly'; readonly sharePct: number };

type Judged = Pick<StudyHorizon, 'meanExcessLowPct' | 'meanExcessHighPct' | 'insufficient' | 'randomListP'>;

/**
 * What may be concluded (outcomes.md, section 4): a difference from chance where the interval of the mean excess leaves zero
 * out and random lists of the same days show none like it. The console says the same.
 */
export function concludeFrom(judged: Judged): Conclusion {
  const { meanExcessLowPct: low, meanExcessHighPct: high, insufficient, randomListP: better } = judged;
  if (insufficient) return { kind: 'tooLittle' };
  if (low === null || high === null || (low <= 0 && high >= 0)) return { kind: 'noDifference' };
  const [different, asGood] = low > 0 ? (['better', 'luckAsWell'] as const) : (['worse', 'luckAsBadly'] as const);
  const share = better === null ? 0 : low > 0 ? better : 1 - better;
  return share > LUCK ? { kind: asGood, sharePct: share * 100 } : { kind: different };
}

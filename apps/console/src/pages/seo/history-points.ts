import type { Schemas } from '../../api/client';
import type { TrendPoint } from './trend-points';

type Params = Pick<Schemas['KeywordHistoryRowResponse'], 'searchVolume' | 'asOf' | 'storedAt'>;
type Now = Pick<Schemas['KeywordRowResponse'], 'searchVolume' | 'asOf' | 'updatedAt'>;

/** The search volumes of a keyword on their days, oldest first, up to the present one. @param earlier latest first. */
export function historyPoints(earlier: readonly Params[], now: Now): TrendPoint[] {
  return [{ ...now, storedAt: now.updatedAt }, ...earlier]
    .flatMap(({ searchVolume, asOf, storedAt }) =>
      searchVolume === null ? [] : [{ at: asOf ?? storedAt.slice(0, 10), value: searchVolume }],
    )
    .reverse();
}

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Adjust, barsQuery } from './chart-bars';
import type { ChartRange } from './evidenced-ranges';
import type { ChartEvent } from './marks';
import { isOwnScale, findScale } from './price-scale';

interface Evidenced {
  readonly code: string;
  readonly adjust: Adjust;
  readonly ranges: readonly ChartRange[];
  readonly events: readonly ChartEvent[];
}

/** Puts prices of evidence on the chart's scale; undefined while that is not known. Asks for bars as traded only if it must. */
export function useEvidenceScale({ code, adjust, ranges, events }: Evidenced): (asOf: string) => number | undefined {
  const asked = [...ranges.map(({ asOf }) => asOf), ...events.flatMap(({ seen }) => seen?.asOf ?? [])];
  const isAsked = asked.length > 0 && adjust !== 'none';
  const days = useQuery({ ...barsQuery(code, 'day', adjust), enabled: isAsked }).data?.bars;
  const isOwn = (asOf: string): boolean => isOwnScale(asOf, adjust, days ?? []);
  const needsTraded = isAsked && days !== undefined && !asked.every(isOwn);
  const traded = useQuery({ ...barsQuery(code, 'day', 'none'), enabled: needsTraded }).data?.bars;
  return useCallback(
    (asOf) => {
      if (adjust === 'none') return 1;
      if (days === undefined) return undefined;
      return isOwnScale(asOf, adjust, days) ? 1 : findScale(asOf, days, traded);
    },
    [adjust, days, traded],
  );
}

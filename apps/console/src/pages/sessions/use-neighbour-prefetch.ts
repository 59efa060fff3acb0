import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { barsQuery } from '../../chart/chart-bars';
import { sessionDetailOptions } from '../../session-preview/session-detail-options';
import type { SessionPages } from './session-pages';

const DELAY_MS = 150;
const STEPS = [1, -1, 2, -2, 3, -3];

/** Reads what the preview shows of the sessions around the cursor before the cursor gets to them. */
export function useNeighbourPrefetch(rowAt: SessionPages['rowAt'], cursor: number, enabled: boolean): void {
  const queries = useQueryClient();
  const neighbours = STEPS.flatMap((step) => {
    const row = rowAt(cursor + step);
    return row === undefined || (row.deletedAt ?? null) !== null ? [] : [`${row.id} ${row.code}`];
  }).join();
  useEffect(() => {
    if (!enabled || neighbours === '') return;
    const timer = setTimeout(() => {
      for (const [id = '', code = ''] of neighbours.split(',').map((one) => one.split(' '))) {
        queries.query(sessionDetailOptions(Number(id))).catch(() => undefined);
        queries.query(barsQuery(code, 'day')).catch(() => undefined);
      }
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [neighbours, enabled, queries]);
}

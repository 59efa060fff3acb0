import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { MarketVendor } from './vendor/market-vendor';
import { evaluateDay } from './domain/evaluate-day';
import {
  selectDayCounts,
  selectStoredReadings,
  storeEvaluations,
  storeSettledUnits,
} from './persistence/day-evaluations.query';

/**
 * Decides of each day whether it is provisional, settled and complete, in the load's transaction.
 * @returns whether a day became provisional or ceased to be: what is computed from bars leaves such days out.
 */
export async function evaluateDays(
  tx: SqlRunner,
  days: readonly CalendarDay[],
  vendor: Pick<MarketVendor, 'daySets' | 'finalFrom'>,
): Promise<boolean> {
  const counts = await selectDayCounts(tx, days);
  const readings = await selectStoredReadings(tx, days);
  const evaluated = counts.map((day) =>
    evaluateDay(
      day,
      readings.filter((reading) => reading.day === day.day),
      vendor,
    ),
  );
  await storeSettledUnits(
    tx,
    evaluated.flatMap(({ units }) => units),
  );
  return storeEvaluations(
    tx,
    evaluated.flatMap(({ evaluation }) => evaluation ?? []),
  );
}

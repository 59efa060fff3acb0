import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { DaySet } from './domain/data-sets';
import { evaluateDay } from './domain/evaluate-day';
import {
  selectDayCounts,
  selectStoredReadings,
  storeEvaluations,
  storeSettledUnits,
} from './persistence/day-evaluations.query';

/**
 * Decides of each day whether it is provisional, settled and complete, in the load's transaction.
 * @param required The day sets that the vendor has.
 * @returns whether a day became provisional or ceased to be: what is computed from bars leaves such days out.
 */
export async function evaluateDays(
  tx: SqlRunner,
  days: readonly CalendarDay[],
  required: readonly DaySet[],
): Promise<boolean> {
  const counts = await selectDayCounts(tx, days);
  const readings = await selectStoredReadings(tx, days);
  const evaluated = counts.map((day) =>
    evaluateDay(
      day,
      readings.filter((reading) => reading.day === day.day),
      required,
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

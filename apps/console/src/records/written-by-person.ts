import type { Schemas } from '../api/client';
import { toMonday } from './calendar-days';

type Detail = Schemas['SessionDetailResponse'];

/**
 * The record that a fill of a kind would write over although a person has a part in it: the one of the newest day or week with
 * a bar, where a person wrote it or has put a remark into a model's. Undefined if there is none.
 */
export function writtenByPerson(
  { session, dailyRows, weeklyRows }: Pick<Detail, 'session' | 'dailyRows' | 'weeklyRows'>,
  kind: 'daily' | 'weekly',
): Schemas['DailyRecordResponse'] | Schemas['WeeklyRecordResponse'] | undefined {
  const last = session.latestTradeDate;
  if (last === null) return undefined;
  const newest =
    kind === 'daily'
      ? dailyRows.find(({ tradeDate }) => tradeDate === last)
      : // The newest week ends on its last open day, which may lie after its last bar.
        weeklyRows.find(({ weekEndDate }) => weekEndDate >= last || toMonday(weekEndDate) === toMonday(last));
  return newest !== undefined && (newest.origin === 'manual' || hasOwnText(newest)) ? newest : undefined;
}

/** A remark that still stands as the record's note. */
function hasOwnText({
  evidenceNote,
  manualRemarkHistory,
}: Schemas['DailyRecordResponse'] | Schemas['WeeklyRecordResponse']) {
  return evidenceNote !== null && manualRemarkHistory.at(-1)?.note === evidenceNote;
}

import { insertOf, type Transaction } from '#lib/database';
import { ScheduleRun } from './schedule-run.entity';

/** Takes a slot of a schedule. @returns false if it was taken before. */
export async function takeSlot(tx: Transaction, name: string, slot: string): Promise<boolean> {
  const { text, parameters } = insertOf(ScheduleRun, { name, slot });
  const rows = await tx.query(`${text} on conflict do nothing returning name`, parameters);
  return rows.length > 0;
}

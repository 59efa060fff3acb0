import type { Transaction } from '#lib/database';
import { type EventData, recordEvent } from '#lib/events';

/** Tells how a study has ended, in the transaction that ends it. Those of the nights are many, and nobody waits for them. */
export async function recordStudyEnd(tx: Transaction, studyId: number): Promise<void> {
  const [data] = await tx.query<EventData['study.completed']>(
    `select id as "studyId", screen_id as screen, status, from_date as "from", to_date as "to",
       coalesce((result->>'cases')::int, 0) as cases
     from study where id = $1 and not nightly and status in ('completed', 'failed')`,
    [studyId],
  );
  if (data !== undefined) await recordEvent(tx, { type: 'study.completed', data });
}

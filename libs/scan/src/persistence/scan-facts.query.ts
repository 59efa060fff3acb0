import type { Transaction } from '#lib/database';
import { type EventData, recordEvent } from '#lib/events';

/** Hits that a message names. */
const MOST_NAMED = 10;

/** Tells how a scan has ended, in the transaction that ends it. */
export async function recordScanEnd(tx: Transaction, scanId: number): Promise<void> {
  const [data] = await tx.query<EventData['scan.completed']>(
    `select r.id as "scanId", r.status, r.start_date as "startDate", r.end_date as "endDate",
       (select count(*)::int from scan_hit h where h.scan_id = r.id) as hits,
       (select count(*)::int from scan_hit h where h.scan_id = r.id and h.outcome = 'created') as created,
       coalesce((select json_agg(t) from (
         select h.code, h.stock_name as "stockName", h.entry_date as "entryDate"
         from scan_hit h where h.scan_id = r.id order by h.code limit ${String(MOST_NAMED)}
       ) t), '[]') as top
     from scan_run r where r.id = $1`,
    [scanId],
  );
  if (data !== undefined) await recordEvent(tx, { type: 'scan.completed', key: String(scanId), data });
}

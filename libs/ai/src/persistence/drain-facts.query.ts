import type { Transaction } from '#lib/database';
import { type EventData, recordEvent } from '#lib/events';

/** Names a drain in the events that its fills record: they are told together when it has ended. */
export function drainRun(drainId: number): string {
  return `drain:${String(drainId)}`;
}

/** Tells how a drain has ended, in the transaction that ends it. */
export async function recordDrainEnd(tx: Transaction, drainId: number): Promise<void> {
  const [drain] = await tx.query<EventData['drain.completed'] & { status: string }>(
    `select d.id as "drainId", d.kind, d.trade_day as "tradeDay", d.status,
       count(*) filter (where s.status = 'filled')::int as filled,
       count(*) filter (where s.status = 'skipped')::int as skipped,
       count(*) filter (where s.status in ('failed', 'pending'))::int as failed
     from ai_drain d left join ai_drain_session s on s.drain_id = d.id where d.id = $1 group by d.id`,
    [drainId],
  );
  if (drain === undefined) return;
  const { status, ...data } = drain;
  const type = status === 'completed' ? 'drain.completed' : 'drain.failed';
  await recordEvent(tx, { type, data, run: drainRun(drainId) });
}

import type { SqlRunner } from '#lib/database';
import type { AiDrain } from './ai-drain.entity';

export interface CallOutcome {
  /** `ok`, or the error code. */
  outcome: string;
  calls: number;
}

/** Requests of the last day by how they ended; those that have not are left out. */
export async function selectCallOutcomes(db: SqlRunner): Promise<CallOutcome[]> {
  return db.query<CallOutcome>(
    `select coalesce(fault, 'ok') as outcome, count(*) as calls from ai_call
     where ended_at > now() - interval '1 day' group by 1 order by 1`,
  );
}

/** The newest trading day of each kind whose scheduled drain came to its end; a person who cancels one ends it too. */
export async function selectLastDrains(db: SqlRunner): Promise<Pick<AiDrain, 'kind' | 'tradeDay'>[]> {
  return db.query<Pick<AiDrain, 'kind' | 'tradeDay'>>(
    `select kind, max(trade_day) as "tradeDay" from ai_drain
     where origin = 'schedule' and status in ('completed', 'cancelled') group by kind`,
  );
}

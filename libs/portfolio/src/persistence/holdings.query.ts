import { type Transaction } from '#lib/database';

export interface Holding {
  code: string;
  hasOpenSession: boolean;
}

/** What a user holds, in code order. */
export async function selectHoldings(tx: Transaction, userId: number): Promise<Holding[]> {
  return tx.query<Holding>(
    `select p.code, exists (
       select from tracking_session t where t.code = p.code and t.ended_at is null and t.deleted_at is null
     ) as "hasOpenSession"
     from position p where p.user_id = $1 order by p.code`,
    [userId],
  );
}

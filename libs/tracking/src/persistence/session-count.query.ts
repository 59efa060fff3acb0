import type { SqlRunner, Transaction } from '#lib/database';

/** Which sessions a total counts; deleted ones never. */
export type CountedStatus = 'all' | 'open' | 'closed';

/** The kept total as SQL of one value: exact as of the statement's moment, without reading the sessions. */
export function keptTotal(status: CountedStatus): string {
  return `select coalesce(sum(delta), 0)::bigint as total from session_count${
    status === 'all' ? '' : ` where status = '${status}'`
  }`;
}

/**
 * Replaces the entries of the ledger by one a status. Writers of sessions and other callers may work meanwhile: each entry is
 * added up by the one that deletes it.
 */
export async function mergeSessionCounts(tx: Transaction): Promise<void> {
  await tx.query(`
    with merged as (delete from session_count returning status, delta)
    insert into session_count (status, delta) select status, sum(delta) from merged group by status`);
}

export interface SessionTotal {
  status: Exclude<CountedStatus, 'all'>;
  kept: number;
  counted: number;
}

const TOTALS = `
  select status, (select coalesce(sum(delta), 0)::bigint from session_count c where c.status = v.status) as kept,
    (select count(*) from tracking_session s where s.status = v.status and s.deleted_at is null) as counted
  from (values ('open'), ('closed')) as v (status)`;

/** Kept totals, and those counted in the same moment. */
export function selectSessionTotals(db: SqlRunner): Promise<SessionTotal[]> {
  return db.query(TOTALS);
}

/** Adds to the ledger what it lacks of the counted totals. The caller makes sure that nobody else does at the same time. */
export async function repairSessionCounts(tx: Transaction): Promise<void> {
  await tx.query(`
    insert into session_count (status, delta) select status, counted - kept from (${TOTALS}) t where counted <> kept`);
}

import type { SqlRunner } from '#lib/database';

/** What the site's row says: how long to wait for the next request, and how long nobody may make one. */
export interface SiteTurn {
  readonly waitMs: number;
  /** 0: not blocked. */
  readonly blockedSeconds: number;
}

/** Advisory lock of a session that has a request of the site under way: one at a time, by all processes. */
const SITE_LOCK = 0x5443_4458;

/** Waits until no other process has a request under way. The lock goes with the session. */
export async function lockSite(session: SqlRunner): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [SITE_LOCK]);
}

export async function readTurn(session: SqlRunner): Promise<SiteTurn> {
  const [row] = await session.query<SiteTurn>(
    `select greatest(0, extract(epoch from greatest(next_request_at, now() - interval '1 day') - now()) * 1000)::float8 as "waitMs",
       greatest(0, ceil(extract(epoch from greatest(blocked_until, now() - interval '1 day') - now())))::float8 as "blockedSeconds"
     from tdx_site`,
  );
  return row ?? { waitMs: 0, blockedSeconds: 0 };
}

/** Notes the end of a request: the next one is due after the pace. */
export async function endTurn(session: SqlRunner, paceMs: number): Promise<void> {
  await session.query(
    `insert into tdx_site (next_request_at) values (clock_timestamp() + $1 * interval '1 ms')
     on conflict (id) do update set next_request_at = excluded.next_request_at`,
    [paceMs],
  );
}

/** Nobody requests anything for a while. @returns the seconds. */
export async function blockSite(session: SqlRunner, seconds: number): Promise<void> {
  await session.query(
    `insert into tdx_site (blocked_until) values (clock_timestamp() + $1 * interval '1 second')
     on conflict (id) do update set blocked_until = excluded.blocked_until`,
    [seconds],
  );
}

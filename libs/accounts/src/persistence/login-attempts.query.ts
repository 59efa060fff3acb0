import type { SqlRunner } from '#lib/database';

export interface LoginAttemptCounts {
  /** Of the account from the address. */
  account: number;
  /** Of all accounts from the address. */
  address: number;
  /** Seconds until the oldest one leaves the window. */
  retryAfter: number;
}

/** Until the transaction ends, attempts from the address wait for each other. */
export async function lockAddress(sql: SqlRunner, address: string): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('login:' || $1, 0))`, [address]);
}

export async function countLoginAttempts(
  sql: SqlRunner,
  account: Buffer,
  address: string,
  windowSeconds: number,
): Promise<LoginAttemptCounts> {
  const [counts] = await sql.query<LoginAttemptCounts>(
    `select count(*) filter (where account_hash = $1)::int as account, count(*)::int as address,
       greatest(1, ceil(extract(epoch from min(attempted_at) + make_interval(secs => $3) - now())))::int as "retryAfter"
     from login_attempt where address = $2 and attempted_at > now() - make_interval(secs => $3)`,
    [account, address, windowSeconds],
  );
  if (counts === undefined) throw new Error('the counts of login attempts were not returned');
  return counts;
}

export async function insertLoginAttempt(sql: SqlRunner, account: Buffer, address: string): Promise<void> {
  await sql.query('insert into login_attempt (account_hash, address) values ($1, $2)', [account, address]);
}

/** Deletes the attempts of the account from the address, and all that are older than `keptDays`. */
export async function deleteLoginAttempts(
  sql: SqlRunner,
  account: Buffer,
  address: string,
  keptDays: number,
): Promise<void> {
  await sql.query(
    `delete from login_attempt
     where (account_hash = $1 and address = $2) or attempted_at < now() - make_interval(days => $3)`,
    [account, address, keptDays],
  );
}

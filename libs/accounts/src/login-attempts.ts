import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';

const WINDOW_SECONDS = 900;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;

/** For whoever looks into a wave of guesses. */
const KEPT_DAYS = 30;

/**
 * Slows down the guessing of passwords: a sliding window over failed attempts, shared by all processes. An account is
 * limited per client address, so that nobody can lock another out; the caller says what counts as one client (an IPv6
 * client is a /64, not an address). Without the database there is no login at all.
 */
@Injectable()
export class LoginAttempts {
  constructor(private readonly database: Database) {}

  /**
   * Books an attempt before it is tried, so that parallel guesses count too.
   * @throws AppError `too_many_logins` with the seconds until the oldest attempt leaves the window.
   */
  async book(username: string, address: string): Promise<void> {
    const account = accountHash(username);
    await this.database.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('login:' || $1, 0))`, [address]);
      const [used] = await tx.query<{ account: number; address: number; retryAfter: number }>(
        `select count(*) filter (where account_hash = $1)::int as account, count(*)::int as address,
           greatest(1, ceil(extract(epoch from min(attempted_at) + make_interval(secs => $3) - now())))::int as "retryAfter"
         from login_attempt where address = $2 and attempted_at > now() - make_interval(secs => $3)`,
        [account, address, WINDOW_SECONDS],
      );
      if (used !== undefined && (used.account >= PER_ACCOUNT_AND_ADDRESS || used.address >= PER_ADDRESS)) {
        throw new AppError('rate_limited', 'too_many_logins', 'too many failed logins; try again later', {
          retryAfterSeconds: used.retryAfter,
          retryable: true,
        });
      }
      await tx.query('insert into login_attempt (account_hash, address) values ($1, $2)', [account, address]);
    });
  }

  /** A good login clears the account's attempts from this address; old ones of everybody go with them. */
  async clear(username: string, address: string): Promise<void> {
    await this.database.query(
      `delete from login_attempt
       where (account_hash = $1 and address = $2) or attempted_at < now() - make_interval(days => $3)`,
      [accountHash(username), address, KEPT_DAYS],
    );
  }
}

/** Names are kept as hashes: people type their password into the wrong box. */
function accountHash(username: string): Buffer {
  return createHash('sha256').update(username.normalize('NFKC').trim().toLowerCase()).digest();
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import {
  countLoginAttempts,
  deleteLoginAttempts,
  insertLoginAttempt,
  lockAddress,
} from './persistence/login-attempts.query';

const WINDOW_SECONDS = 900;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;

/** For the investigation of a wave of guesses. */
const KEPT_DAYS = 30;

/**
 * Slows down the guessing of passwords: a sliding window over failed attempts, shared by all processes. An account is
 * limited per client address, so that nobody can lock another out; the caller decides what counts as one client (an IPv6
 * client is a /64, not an address). Without the database there is no login at all.
 */
@Injectable()
export class LoginAttemptsService {
  constructor(private readonly database: Database) {}

  /**
   * Records an attempt before the password is checked, so that parallel guesses count too.
   * @throws AppError `too_many_logins` with the seconds until the oldest attempt leaves the window.
   */
  async record(username: string, address: string): Promise<void> {
    const account = accountHash(username);
    await this.database.transaction(async (tx) => {
      await lockAddress(tx, address);
      const used = await countLoginAttempts(tx, account, address, WINDOW_SECONDS);
      if (used.account >= PER_ACCOUNT_AND_ADDRESS || used.address >= PER_ADDRESS) {
        throw new AppError('rate_limited', 'too_many_logins', 'too many failed logins; try again later', {
          retryAfterSeconds: used.retryAfter,
          retryable: true,
        });
      }
      await insertLoginAttempt(tx, account, address);
    });
  }

  /** A successful login clears the account's attempts from this address; the old ones of all accounts are deleted too. */
  async clear(username: string, address: string): Promise<void> {
    await deleteLoginAttempts(this.database, accountHash(username), address, KEPT_DAYS);
  }
}

/** Names are kept as hashes: people type their password into the wrong box. */
function accountHash(username: string): Buffer {
  return createHash('sha256').update(username.normalize('NFKC').trim().toLowerCase()).digest();
}

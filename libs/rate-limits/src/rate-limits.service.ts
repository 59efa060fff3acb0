import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { AppError, messageOf } from '#lib/kernel';
import { LeasedCount } from './domain/leased-count';
import type { RateLimitStore } from './store/rate-limit-store';

const MINUTE_MS = 60_000;

/** A process leases a tenth of a minute's budget at a time. */
const SLICES = 10;

/** How long no request goes to a store that did not respond. */
const REST_MS = 1000;

/** A store that takes longer counts as unavailable. */
const TIMEOUT_MS = 1500;

/** Keys that are remembered within a minute; the longest known is forgotten for a new one. */
const MOST_KEYS = 100_000;

export interface RateLimit {
  /** Whose requests they are, such as `user:7`. */
  readonly key: string;
  readonly perMinute: number;
  /** Every request is booked in the store first; without the store none is admitted. */
  readonly strict?: boolean;
  /** As how many requests it counts; 1 if it is left out. One above the whole limit counts as the limit. */
  readonly weight?: number;
}

/**
 * Limits requests a minute over all processes. Each spends slices of the budget that it leases from the store, the first
 * one before any request to the store; so a caller who stays below a tenth of their limit costs no write.
 */
export class RateLimitsService implements OnModuleDestroy {
  private readonly logger = new Logger('RateLimits');
  private minute = 0;
  private counts = new Map<string, LeasedCount>();
  private readonly bookings = new WeakMap<LeasedCount, Promise<void>>();
  private pausedUntil = 0;
  private unavailable = false;

  /** @param store undefined: nothing is limited. */
  constructor(private readonly store: RateLimitStore | undefined) {}

  /**
   * Counts one request.
   * @returns nothing if the slice at hand sufficed, else a promise.
   * @throws AppError `rate_limited` with the seconds until the next minute; `rate_limits_unavailable` for a strict limit
   * without the store.
   */
  admit(limit: RateLimit): undefined | Promise<void> {
    if (this.store === undefined) return undefined;
    const count = this.getCount(limit);
    const answer = count.take(getWeight(limit));
    if (answer === 'admitted') return undefined;
    if (answer === 'refused') throw this.createRejection(limit);
    return this.admitAfterBooking(this.store, count, limit);
  }

  onModuleDestroy(): void {
    this.store?.close();
  }

  private async admitAfterBooking(store: RateLimitStore, count: LeasedCount, limit: RateLimit): Promise<void> {
    const minute = this.minute;
    for (;;) {
      let question = this.bookings.get(count);
      if (question === undefined) {
        question = this.bookSlice(store, count, limit, minute).finally(() => this.bookings.delete(count));
        this.bookings.set(count, question);
      }
      await question;
      const answer = count.take(getWeight(limit));
      if (answer === 'admitted') return;
      if (answer === 'refused') throw this.createRejection(limit);
    }
  }

  private async bookSlice(store: RateLimitStore, count: LeasedCount, limit: RateLimit, minute: number): Promise<void> {
    const booking = count.booking(getWeight(limit));
    try {
      if (Date.now() < this.pausedUntil) throw new Error('the store is not used for a moment after a failure');
      count.settle(booking, await inTime(store.add(limit.key, minute, booking)));
      if (this.unavailable) this.logger.log('requests are counted across processes again');
      this.unavailable = false;
    } catch (cause) {
      this.noteUnavailable(cause);
      if (limit.strict !== true) {
        count.settleAlone(getWeight(limit));
        return;
      }
      throw AppError.unavailable(
        'rate_limits_unavailable',
        'attempts can not be counted at the moment, so none is let through; try again shortly',
        { retryAfterSeconds: 2, cause },
      );
    }
  }

  private noteUnavailable(cause: unknown): void {
    const now = Date.now();
    if (now < this.pausedUntil) return;
    this.pausedUntil = now + REST_MS;
    if (!this.unavailable) this.logger.warn(`each process counts requests by itself: ${messageOf(cause)}`);
    this.unavailable = true;
  }

  private getCount({ key, perMinute, strict }: RateLimit): LeasedCount {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.counts = new Map();
    }
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const slice = strict === true ? 1 : Math.ceil(perMinute / SLICES);
    const count = new LeasedCount(perMinute, slice, strict === true ? 0 : slice);
    const [oldest] = this.counts.size >= MOST_KEYS ? this.counts.keys() : [];
    if (oldest !== undefined) this.counts.delete(oldest);
    this.counts.set(key, count);
    return count;
  }

  private createRejection(limit: RateLimit): AppError {
    const seconds = Math.max(1, Math.ceil(((this.minute + 1) * MINUTE_MS - Date.now()) / 1000));
    const weighed = getWeight(limit) === 1 ? '' : ', where a long reply counts as several';
    return new AppError(
      'rate_limited',
      'rate_limited',
      `more than ${limit.perMinute} requests in this minute${weighed}; try again in ${seconds} s`,
      { retryAfterSeconds: seconds, retryable: true },
    );
  }
}

function getWeight({ weight = 1, perMinute }: RateLimit): number {
  return Math.min(weight, perMinute);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlRunner } from '#lib/database';

export interface CallLimits {
  readonly perMinute: number;
  readonly perDay: number;
  /** How long nobody calls after the vendor said that it was too often; a little over a minute where it is left out. */
  readonly restMs?: number;
}

/** Why no call may be made: until when, in seconds from now, and what the vendor said, where it was the vendor. */
export interface ClosedBudget {
  readonly seconds: number;
  readonly raw: string | null;
}

/**
 * Calls are spread evenly, with a little kept back for what arrives late: so no 60 seconds see more than the limit, wherever
 * the vendor lets its minute begin, and nobody waits for a minute to be over while the others spend it.
 */
const SPREAD_OVER_MS = 61_000;

/** A turn that is taken later than this is given up for a new one, so that late ones don't come in a heap. */
const LATEST_MS = 500;

const REST_MS = 61_000;

/**
 * Books a turn. Days are Shanghai's: there the vendor counts. The statement answers with one row always; `wait_ms` is null
 * where no turn was booked.
 */
const BOOK = `
  with moment as (
    select clock_timestamp() as now, (clock_timestamp() at time zone 'Asia/Shanghai')::date as day
  ), closed as (
    select until, raw from tushare_closed_api, moment where token_hash = $1 and api = $2 and until > now
  ), booked as (
    insert into tushare_budget as b (token_hash, next_call_at, blocked_until, day, day_calls)
    select $1, now + $3 * interval '1 ms', '-infinity', day, 1 from moment where not exists (select from closed)
    on conflict (token_hash) do update set
      next_call_at = greatest(b.next_call_at, b.blocked_until, clock_timestamp()) + $3 * interval '1 ms',
      day = excluded.day,
      day_calls = case when b.day = excluded.day then b.day_calls + 1 else 1 end
    where b.day <> excluded.day or b.day_calls < $4
    returning next_call_at - $3 * interval '1 ms' as turn
  )
  select
    (select extract(epoch from turn - clock_timestamp()) * 1000 from booked)::float8 as wait_ms,
    (select extract(epoch from until - now) from closed)::float8 as closed_seconds,
    (select raw from closed) as raw,
    extract(epoch from (day + 1)::timestamp at time zone 'Asia/Shanghai' - now)::float8 as day_seconds
  from moment`;

interface Booking {
  wait_ms: number | null;
  closed_seconds: number | null;
  raw: string | null;
  day_seconds: number;
}

/**
 * The calls that one token may make a minute and a day, over all processes: in PostgreSQL, one statement a call, on the
 * database's clock (never the business clock).
 */
export class CallBudget {
  private readonly spacingMs: number;

  constructor(
    private readonly sql: SqlRunner,
    /** Whose budget it is; never the token itself. */
    private readonly tokenHash: string,
    private readonly limits: CallLimits,
  ) {
    this.spacingMs = SPREAD_OVER_MS / limits.perMinute;
  }

  /**
   * Waits for the turn of one call.
   * @returns undefined when the call may be made now, else until when none may: the day is used up, or the vendor said so of
   * this API.
   * @throws what `signal` was aborted with.
   */
  async take(api: string, signal?: AbortSignal): Promise<ClosedBudget | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      const [booking] = await this.sql.query<Booking>(BOOK, [this.tokenHash, api, this.spacingMs, this.limits.perDay]);
      if (booking === undefined) throw new Error('the budget gave no answer');
      const { wait_ms: waitMs } = booking;
      if (waitMs === null) {
        return { seconds: Math.ceil(booking.closed_seconds ?? booking.day_seconds), raw: booking.raw };
      }
      if (waitMs <= 0 || (await this.waited(waitMs, signal))) return undefined;
    }
  }

  /** The vendor says that the minute is used up, whatever we have counted: nobody calls for a minute. */
  async rest(): Promise<void> {
    await this.sql.query(
      `update tushare_budget set blocked_until = clock_timestamp() + $2 * interval '1 ms' where token_hash = $1`,
      [this.tokenHash, this.limits.restMs ?? REST_MS],
    );
  }

  /** The vendor's quota of an API is used up: nobody asks it before it renews. */
  async close(api: string, renews: 'hour' | 'day', raw: string): Promise<ClosedBudget> {
    const [row] = await this.sql.query<{ seconds: number }>(
      `insert into tushare_closed_api as c (token_hash, api, until, raw)
       select $1, $2, case when $3 = 'hour' then clock_timestamp() + interval '1 hour'
         else (((clock_timestamp() at time zone 'Asia/Shanghai')::date + 1)::timestamp at time zone 'Asia/Shanghai') end, $4
       on conflict (token_hash, api) do update set until = excluded.until, raw = excluded.raw
       returning extract(epoch from until - clock_timestamp())::float8 as seconds`,
      [this.tokenHash, api, renews, raw],
    );
    return { seconds: Math.ceil(row?.seconds ?? 0), raw };
  }

  /** @returns whether the turn still holds after the wait. */
  private async waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    const due = performance.now() + ms;
    await sleep(ms, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
    if (performance.now() - due > LATEST_MS) return false;
    const [row] = await this.sql.query<{ blocked: boolean }>(
      'select blocked_until > clock_timestamp() as blocked from tushare_budget where token_hash = $1',
      [this.tokenHash],
    );
    return row?.blocked !== true;
  }
}

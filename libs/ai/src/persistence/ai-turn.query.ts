import { type Database, type SqlRunner } from '#lib/database';

/** What a model's vendor allows; null: no limit. */
export interface PaceLimits {
  concurrency: number | null;
  rpm: number | null;
  tpm: number | null;
}

interface TurnRequest {
  model: string;
  limits: PaceLimits;
  /** What the request may take; settled by `endTurn`. */
  tokens: number;
  /** Length of a minute, ms. Tests have shorter ones. */
  minuteMs: number;
  leaseMs: number;
}

/** A turn that was taken, or how long to wait before the next attempt; null: until another one ends. */
export type TurnTaken = { turnId: number } | { waitMs: number | null };

interface Standing {
  open: number;
  requests: number;
  tokens: number;
  /** Ms until the oldest turn of the last minute leaves it. */
  oldestLeavesMs: number | null;
}

/**
 * Takes a turn for one request to a model, of all workers together: a row with a lease, so that a worker that dies gives its
 * turn back. Locks only for the two statements, never while a request runs.
 */
export async function takeTurn(
  database: Database,
  { model, limits, tokens, minuteMs, leaseMs }: TurnRequest,
): Promise<TurnTaken> {
  return database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('ai_turn ' || $1, 0))`, [model]);
    await tx.query(
      `delete from ai_turn where model = $1 and begun_at < clock_timestamp() - make_interval(secs => $2)
         and (ended_at is not null or lease_until < clock_timestamp())`,
      [model, (2 * minuteMs) / 1000],
    );
    const [standing] = await tx.query<Standing>(
      `select count(*) filter (where ended_at is null and lease_until > clock_timestamp())::int as open,
         count(*) filter (where recent)::int as requests,
         coalesce(sum(tokens) filter (where recent), 0)::bigint as tokens,
         ceil(($2 + extract(epoch from min(begun_at) filter (where recent) - clock_timestamp())) * 1000)::int
           as "oldestLeavesMs"
       from (select t.*, begun_at > clock_timestamp() - make_interval(secs => $2) as recent
             from ai_turn t where model = $1) t`,
      [model, minuteMs / 1000],
    );
    const blocked = standing === undefined ? undefined : waitFor(standing, limits, tokens);
    if (blocked !== undefined) return blocked;
    const [turn] = await tx.query<{ id: number }>(
      `insert into ai_turn (model, tokens, lease_until)
       values ($1, $2, clock_timestamp() + make_interval(secs => $3)) returning id`,
      [model, tokens, leaseMs / 1000],
    );
    if (turn === undefined) throw new Error('an insert gave no row');
    return { turnId: turn.id };
  });
}

function waitFor(standing: Standing, limits: PaceLimits, tokens: number): { waitMs: number | null } | undefined {
  const minute = { waitMs: Math.max(1, standing.oldestLeavesMs ?? 1) };
  if (standing.requests >= (limits.rpm ?? Infinity)) return minute;
  // One request that alone is above the limit goes out in an empty minute: the vendor may count less than we set aside.
  if (standing.requests > 0 && standing.tokens + tokens > (limits.tpm ?? Infinity)) return minute;
  return standing.open >= (limits.concurrency ?? Infinity) ? { waitMs: null } : undefined;
}

/** Keeps a turn while its request runs. */
export async function renewTurn(db: SqlRunner, turnId: number, leaseMs: number): Promise<void> {
  await db.query('update ai_turn set lease_until = clock_timestamp() + make_interval(secs => $2) where id = $1', [
    turnId,
    leaseMs / 1000,
  ]);
}

/** Ends a turn; its tokens are what the request really took, if that is known. */
export async function endTurn(db: SqlRunner, turnId: number, tokens: number | undefined): Promise<void> {
  await db.query('update ai_turn set ended_at = clock_timestamp(), tokens = coalesce($2, tokens) where id = $1', [
    turnId,
    tokens ?? null,
  ]);
}

import type { SqlRunner, Transaction } from '#lib/database';
import { DIGEST_EVENTS } from '../domain/digest-events';
import type { DigestRule } from '../domain/digest-time';
import type { ToldFact } from '../domain/gather-digest';

/** A digest that is older begins no span: its rule was off for long. */
const LONGEST_SPAN_DAYS = 15;

const TELLING = [
  ...['scan.completed', 'screen.matched', 'session.phase_changed', 'drain.completed'],
  ...['drain.failed', 'market.late', 'backup.failed', 'budget.spent'],
];

const ISO = (instant: string): string => `to_char((${instant}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Names the digest of a rule and day, within its type. */
export function digestKey(ruleId: number, day: string): string {
  return `${String(ruleId)}:${day}`;
}

/** Of the keys, those of digests that were recorded. */
export async function selectRecordedDigests(db: SqlRunner, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>('select key from event where type = any($1) and key = any($2)', [
    DIGEST_EVENTS,
    keys,
  ]);
  return new Set(rows.map(({ key }) => key));
}

/** From when to when a digest reads, as ISO 8601 with microseconds by the clock of the database. */
export interface DigestSpan {
  readonly since: string;
  readonly through: string;
}

/**
 * The span of a digest that is written now: from the end of the rule's one before, for a morning also from the
 * user's last evening digest. To be read under the lock of planning.
 * @param firstSpanMs Its length without one before.
 */
export async function selectDigestSpan(
  tx: Transaction,
  { id, userId, event }: DigestRule,
  firstSpanMs: number,
): Promise<DigestSpan> {
  const [span] = await tx.query<DigestSpan>(
    `select ${ISO('now.at')} as through, coalesce(
       (select max(e.data->>'through') from event e
        where e.type = any($1) and e.key is not null and e.created_at > now.at - interval '${String(LONGEST_SPAN_DAYS)} days'
          and ((e.data->>'ruleId')::bigint = $3
            or (not $2 and e.type = 'digest.evening' and (e.data->>'userId')::bigint = $4))),
       ${ISO(`now.at - $5::double precision * interval '1 millisecond'`)}) as since
     from (select clock_timestamp() as at) now`,
    [event === 'digest.evening' ? [event] : DIGEST_EVENTS, event === 'digest.evening', id, userId, firstSpanMs],
  );
  if (span === undefined) throw new Error('a span was not read');
  return span;
}

/** What was told in a span, of everybody or of the user, oldest first. */
export function selectToldFacts(tx: Transaction, userId: number, { since, through }: DigestSpan): Promise<ToldFact[]> {
  return tx.query<ToldFact>(
    `select type, data from event
     where told_at > $2::timestamptz and told_at <= $3::timestamptz and type = any($4)
       and (type <> 'budget.spent' or data->>'userId' is null or (data->>'userId')::bigint = $1)
       and (type <> 'screen.matched' or (data->>'ruleId')::bigint in (select id from notification_rule where user_id = $1))
     order by id`,
    [userId, since, through, TELLING],
  );
}

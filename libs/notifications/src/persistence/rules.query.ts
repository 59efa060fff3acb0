import { assignmentsOf, columnsOf, insertOf, type SqlRunner, type Transaction } from '#lib/database';
import type { EventType } from '#lib/events';
import type { RuleRow } from '../domain/digest';
import type { Rule } from '../domain/pending-event';
import { NotificationRule } from './notification-rule.entity';

const COLUMNS = columnsOf(NotificationRule, 'r', [
  'id',
  'name',
  'event',
  'conditions',
  'quietHours',
  'enabled',
  'createdAt',
  'updatedAt',
]);

const VIEW = `select ${COLUMNS}, array(
    select channel_id::int from notification_rule_channel c where c.rule_id = r.id order by channel_id
  ) as "channelIds" from notification_rule r`;

/** A user's rules, by id. */
export function selectRules(db: SqlRunner, userId: number): Promise<RuleRow[]> {
  return db.query<RuleRow>(`${VIEW} where r.user_id = $1 order by r.id`, [userId]);
}

export async function selectRule(db: SqlRunner, userId: number, id: number): Promise<RuleRow | undefined> {
  const [rule] = await db.query<RuleRow>(`${VIEW} where r.user_id = $1 and r.id = $2`, [userId, id]);
  return rule;
}

/** Locks the user's row: of his rules and channels one is written at a time, so that their number is what was counted. */
export async function lockOwner(tx: Transaction, userId: number): Promise<void> {
  await tx.query('select from app_user where id = $1 for no key update', [userId]);
}

export async function countRules(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from notification_rule where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

export type RuleFields = Pick<NotificationRule, 'name' | 'event' | 'conditions' | 'quietHours' | 'enabled'>;

export async function insertRule(tx: Transaction, userId: number, rule: RuleFields): Promise<number> {
  const { text, parameters } = insertOf(NotificationRule, { ...rule, userId });
  const [row] = await tx.query<{ id: number }>(`${text} returning id`, parameters);
  if (row === undefined) throw new Error('a rule was not inserted');
  return row.id;
}

export async function updateRule(tx: Transaction, id: number, changes: Partial<RuleFields>): Promise<void> {
  const parameters: unknown[] = [id];
  const bind = (value: unknown): string => `$${String(parameters.push(value))}`;
  const sets = [...assignmentsOf(NotificationRule, changes, bind), 'updated_at = clock_timestamp()'];
  await tx.query(`update notification_rule set ${sets.join(', ')} where id = $1`, parameters);
}

/** @returns how many of the channels are the user's. */
export async function setRuleChannels(
  tx: Transaction,
  { ruleId, userId }: { ruleId: number; userId: number },
  channelIds: readonly number[],
): Promise<number> {
  await tx.query('delete from notification_rule_channel where rule_id = $1', [ruleId]);
  const rows = await tx.query(
    `insert into notification_rule_channel (rule_id, channel_id)
     select $1, id from notification_channel where user_id = $2 and id = any($3::bigint[]) returning channel_id`,
    [ruleId, userId, channelIds],
  );
  return rows.length;
}

/** @returns whether there was one. */
export async function deleteRule(tx: Transaction, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query('delete from notification_rule where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

/** Rules of all users that tell at a channel in use. @param events Of these. */
export function selectActiveRules(db: SqlRunner, events: readonly EventType[]): Promise<Rule[]> {
  return db.query<Rule>(
    `select r.id, r.user_id as "userId", r.event, r.conditions, r.quiet_hours as "quietHours",
       array_agg(c.id::int order by c.id) as "channelIds"
     from notification_rule r
     join app_user u on u.id = r.user_id and u.disabled_at is null
     join notification_rule_channel rc on rc.rule_id = r.id
     join notification_channel c on c.id = rc.channel_id and c.enabled
     where r.enabled and r.event = any($1::text[])
     group by r.id order by r.id`,
    [events],
  );
}

/** Codes on a user's watch-list and among his positions. */
export async function selectUserCodes(
  db: SqlRunner,
  userId: number,
): Promise<{ watchlist: string[]; position: string[] }> {
  const [lists] = await db.query<{ watchlist: string[]; position: string[] }>(
    `select array(select code from watchlist_item where user_id = $1) as watchlist,
       array(select code from position where user_id = $1) as position`,
    [userId],
  );
  return lists ?? { watchlist: [], position: [] };
}

/** A stock's name of today; null for a code that the market data do not know. */
export async function selectStockName(db: SqlRunner, code: string): Promise<string | null> {
  const [stock] = await db.query<{ name: string | null }>('select name from stock where code = $1', [code]);
  return stock?.name ?? null;
}

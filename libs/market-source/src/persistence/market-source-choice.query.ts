import type { Database, SqlRunner, Transaction } from '#lib/database';
import { MarketSourceChoice } from './market-source-choice.entity';

/** The choice, if there is one. */
export async function selectChoice(db: Database | Transaction): Promise<MarketSourceChoice | undefined> {
  return (await db.repository(MarketSourceChoice).findOneBy({ id: true })) ?? undefined;
}

/** No other transaction chooses until this one ends. */
export async function lockChoice(tx: SqlRunner): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('market_source_choice', 0))`);
}

/** Stores the choice. A token that is null leaves the stored one. */
export async function upsertChoice(tx: SqlRunner, choice: Omit<MarketSourceChoice, 'id'>): Promise<void> {
  await tx.query(
    `insert into market_source_choice as stored (source, tushare_token, changed_at, changed_by) values ($1, $2, $3, $4)
     on conflict (id) do update set source = excluded.source,
       tushare_token = coalesce(excluded.tushare_token, stored.tushare_token),
       changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
    [choice.source, choice.tushareToken, choice.changedAt, choice.changedBy],
  );
}

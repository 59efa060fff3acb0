import type { SqlRunner } from '#lib/database';

const IS_BEHIND = 'select exists (select from daily_bar) and share_rule < $1 as behind from market_state';

/** Whether the stocks' values were computed by an older rule. */
export async function areFiguresBehind(db: SqlRunner, rule: number): Promise<boolean> {
  const [state] = await db.query<{ behind: boolean }>(IS_BEHIND, [rule]);
  return state?.behind === true;
}

/** As {@link areFiguresBehind}, and locks the market's row in a transaction with memory for sorting a market. */
export async function lockFiguresBehind(tx: SqlRunner, rule: number): Promise<boolean> {
  await tx.query(`set local work_mem = '64MB'`);
  const [state] = await tx.query<{ behind: boolean }>(`${IS_BEHIND} for update`, [rule]);
  return state?.behind === true;
}

export async function raiseDataVersion(tx: SqlRunner): Promise<void> {
  await tx.query('update market_state set data_version = data_version + 1');
}

/** Stocks whose name no load has spelled yet. */
export function selectUnspelledNames(db: SqlRunner): Promise<{ code: string; name: string }[]> {
  return db.query<{ code: string; name: string }>(
    'select code, name from stock where name is not null and search_name is null order by code',
  );
}

export async function storeSpelledNames(
  db: SqlRunner,
  stocks: readonly { code: string; searchName: string; initials: string }[],
): Promise<void> {
  await db.query(
    `update stock s set search_name = given.search_name, initials = coalesce(s.initials, given.initials)
     from unnest($1::text[], $2::text[], $3::text[]) as given(code, search_name, initials) where s.code = given.code`,
    [
      stocks.map(({ code }) => code),
      stocks.map(({ searchName }) => searchName),
      stocks.map(({ initials }) => initials),
    ],
  );
}

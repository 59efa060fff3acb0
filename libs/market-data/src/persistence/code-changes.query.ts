import { prepareStatement, type SqlRunner } from '#lib/database';

/** A few hundred rows: any plan will do for any number of codes. */
const FIND_TODAYS_CODES = prepareStatement<{ old: string; now: string }>(
  'find_todays_codes',
  'select old_code as old, new_code as now from stock_code_change where old_code = any($1::text[])',
);

/**
 * Today's code of each code that changed: an old Beijing code and the 920 code of the same stock.
 * @returns what tells today's code of each of them; a code that did not change is its own.
 */
export async function todaysCodes(sql: SqlRunner, codes: readonly string[]): Promise<(code: string) => string> {
  const rows = await sql.query(FIND_TODAYS_CODES, [codes]);
  const changed = new Map(rows.map(({ old, now }) => [old, now]));
  return (code) => changed.get(code) ?? code;
}

/** As {@link todaysCodes}, of one. */
export async function todaysCode(sql: SqlRunner, code: string): Promise<string> {
  return (await todaysCodes(sql, [code]))(code);
}

/** SQL: the code that a stock had before; null where it never had another. @param code SQL of today's code. */
export function selectFormerCode(code: string): string {
  return `(select min(former.old_code) from stock_code_change former where former.new_code = ${code})`;
}

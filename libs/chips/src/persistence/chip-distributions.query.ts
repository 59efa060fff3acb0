import type { SqlRunner } from '#lib/database';
import type { ChipRow } from '../domain/chip-row';

type Column = readonly [name: string, type: string, value: (row: ChipRow) => string | number | boolean | null];

const COLUMNS: readonly Column[] = [
  ['code', 'text', (row: ChipRow) => row.code],
  ['trade_date', 'date', (row: ChipRow) => row.tradeDate],
  ['cost5', 'float8', (row: ChipRow) => row.cost5],
  ['cost15', 'float8', (row: ChipRow) => row.cost15],
  ['cost50', 'float8', (row: ChipRow) => row.cost50],
  ['cost85', 'float8', (row: ChipRow) => row.cost85],
  ['cost95', 'float8', (row: ChipRow) => row.cost95],
  ['weighted_average', 'float8', (row: ChipRow) => row.weightedAverage],
  ['winner_rate', 'float8', (row: ChipRow) => row.winnerRate],
  ['concentration90', 'float8', (row: ChipRow) => row.concentration90],
  ['concentration70', 'float8', (row: ChipRow) => row.concentration70],
  ['window_bars', 'integer', (row: ChipRow) => row.windowBars],
  ['warm_up_bars', 'integer', (row: ChipRow) => row.warmUpBars],
  ['coverage', 'float8', (row: ChipRow) => row.coverage],
  ['adjusted', 'boolean', (row: ChipRow) => row.adjusted],
  ['adjustment', 'text', (row: ChipRow) => row.adjustment],
];

const NAMES = COLUMNS.map(([name]) => name);
const VALUES = NAMES.filter((name) => name !== 'code' && name !== 'trade_date');

const UPSERT = `
  insert into chip_distribution as stored (source, data_version, ${NAMES.join(', ')})
  select $1, $2::bigint, * from unnest(${COLUMNS.map(([, type], index) => `$${index + 3}::${type}[]`).join(', ')})
    as given(${NAMES.join(', ')})
  order by code
  on conflict (code, source, trade_date) do update set
    ${VALUES.map((name) => `${name} = excluded.${name}`).join(', ')},
    data_version = excluded.data_version, computed_at = now()
  where (${VALUES.map((name) => `stored.${name}`).join(', ')})
    is distinct from (${VALUES.map((name) => `excluded.${name}`).join(', ')})
  returning code`;

/** Stores distributions of one model; rows that say the same already are left alone. @returns the codes that changed. */
export async function upsertChipRows(
  runner: SqlRunner,
  source: string,
  dataVersion: number,
  rows: readonly ChipRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const changed = await runner.query<{ code: string }>(UPSERT, [
    source,
    dataVersion,
    ...COLUMNS.map(([, , value]) => rows.map(value)),
  ]);
  return new Set(changed.map(({ code }) => code));
}

import { csvTable } from '#lib/kernel';
import type { StudyCaseRow } from './persistence/studies.query';

const COLUMNS = [
  ...(['code', 'stockName', 'signalDate', 'rank', 'outcome', 'entryDate', 'entryPrice', 'gapPct'] as const),
] as const satisfies readonly (keyof StudyCaseRow)[];
const OF_EXITS = ['exitDate', 'exitPrice', 'grossPct', 'netPct', 'excessPct'] as const;

/** Cases as CSV: a row each, and five columns a horizon, such as `excessPct20`. */
export function casesCsv(cases: readonly StudyCaseRow[], horizons: readonly number[]): string {
  const header = horizons.flatMap((horizon) => OF_EXITS.map((column) => `${column}${String(horizon)}`));
  return csvTable(
    [...COLUMNS, ...header],
    cases.map((each) => [
      ...COLUMNS.map((column) => each[column]),
      ...horizons.flatMap((horizon) => exitCells(each, horizon)),
    ]),
  );
}

function exitCells({ exits }: StudyCaseRow, horizon: number) {
  const exit = exits.find((each) => each.horizon === horizon);
  return OF_EXITS.map((column) => exit?.[column] ?? null);
}

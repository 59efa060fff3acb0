import { epochDayOf } from '#lib/kernel';
import { readVendorCode } from '../domain/stock-code';
import { readAnyDay } from './any-day';
import { badSideFile, findColumn, parseSideTable, readSideText } from './side-file';

const OPTION = '--shares';
const SINCE_EVER = -Infinity;

/** Circulating shares by stock and day, for sources whose bars have no market cap. */
export class CirculatingShares {
  /** By code, newest first. */
  private readonly steps = new Map<string, { fromDay: number; shares: number }[]>();

  add(code: string, shares: number, fromDay: number = SINCE_EVER): void {
    const steps = this.steps.get(code) ?? [];
    steps.push({ fromDay, shares });
    steps.sort((a, b) => b.fromDay - a.fromDay);
    this.steps.set(code, steps);
  }

  /** The shares that circulate on a day (whole days since 1970-01-01), null where the file doesn't reach back so far. */
  at(code: string, day: number): number | null {
    return this.steps.get(code)?.find((step) => step.fromDay <= day)?.shares ?? null;
  }
}

/**
 * Reads `code,circulating_shares[,date]`: so many shares from that day on, or on every day where no date is given.
 * @throws AppError `path_not_found`, `bad_side_file`
 */
export async function readSharesFile(path: string): Promise<CirculatingShares> {
  const table = parseSideTable(OPTION, await readSideText(OPTION, path));
  const codeColumn = findColumn(OPTION, table, ['code']);
  const sharesColumn = findColumn(OPTION, table, ['circulating_shares']);
  const shares = new CirculatingShares();
  for (const { line, cells } of table.rows) {
    const code = readVendorCode((cells[codeColumn] ?? '').padStart(6, '0'));
    if (code === undefined) throw badSideFile(OPTION, line, `${JSON.stringify(cells[codeColumn])} is not a stock code`);
    const count = Number(cells[sharesColumn] === '' ? NaN : cells[sharesColumn]);
    if (!(count > 0) || !Number.isFinite(count)) {
      throw badSideFile(OPTION, line, `${JSON.stringify(cells[sharesColumn])} is not a number of shares`);
    }
    const dateText = cells['date'] ?? '';
    const from = dateText === '' ? null : readAnyDay(dateText);
    if (from === undefined) throw badSideFile(OPTION, line, `${JSON.stringify(dateText)} is not a date`);
    shares.add(code.code, count, from === null ? undefined : epochDayOf(from));
  }
  return shares;
}

import { type CalendarDay, MIN_DAY } from '#lib/kernel';
import { readVendorCode } from '../domain/stock-code';
import { readAnyDay } from './any-day';
import { badSideFile, findColumn, parseSideTable, readSideText } from './side-file';

export interface StockName {
  name: string;
  listDate: CalendarDay | null;
}

const OPTION = '--names';

/**
 * Reads names by code: East Money's spot list (`代码,名称`), Tushare's `stock_basic` (`ts_code,name,list_date`) or
 * `code,name`. Rows of what isn't an A-share are left out.
 * @throws AppError `path_not_found`, `bad_side_file`
 */
export async function readNamesFile(path: string): Promise<Map<string, StockName>> {
  const table = parseSideTable(OPTION, await readSideText(OPTION, path));
  const codeColumn = findColumn(OPTION, table, ['代码', 'ts_code', 'code', '股票代码', '证券代码']);
  const nameColumn = findColumn(OPTION, table, ['名称', 'name', 'code_name', '股票名称', '证券简称']);
  const names = new Map<string, StockName>();
  for (const { line, cells } of table.rows) {
    const text = cells[codeColumn] ?? '';
    const code = readVendorCode(/^[0-9]{1,5}$/.test(text) ? text.padStart(6, '0') : text);
    if (code === undefined) throw badSideFile(OPTION, line, `${JSON.stringify(text)} is not a stock code`);
    const name = (cells[nameColumn] ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 100);
    const dateText = cells['list_date'] ?? '';
    const listDate = dateText === '' ? null : readListDate(dateText);
    if (listDate === undefined) throw badSideFile(OPTION, line, `${JSON.stringify(dateText)} is not a date`);
    if (code.kind === 'stock' && name !== '') names.set(code.code, { name, listDate });
  }
  return names;
}

/** Some Shenzhen stocks traded days before Shanghai opened, which is the first day known here: those have that one. */
function readListDate(text: string): CalendarDay | undefined {
  return /^1990-?1[12]-?[0-3][0-9]$/.test(text) ? (readAnyDay(text) ?? MIN_DAY) : readAnyDay(text);
}

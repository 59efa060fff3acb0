import { type CalendarDay, calendarDayFromEpochDay, epochDayOf } from '#lib/kernel';
import { readBaoStock } from './baostock-stock';
import { readBarFiles, readTextFile } from './bar-files';
import { csvRows } from './csv-table';
import { readEastMoneyStock } from './east-money-stock';
import type { ImportedStock } from './imported-stock';
import { ServedMarket, type ServedMarketOptions } from './served-market';
import { StockBars } from './stock-bars';
import type { StockLife } from './stock-life';

export interface FilesTdxMarketOptions extends ServedMarketOptions {
  /** A folder of CSV files or `.tar.xz` archives of them, or one archive; one file a stock, of BaoStock or East Money. */
  readonly path: string;
  /** A list with the columns 代码 and 名称 (`.csv` or `.csv.xz`). Stocks that it has not are called by their codes. */
  readonly names?: string;
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  /** The first stocks of the files; all if left out. */
  readonly stocks?: number;
}

/** Bars of files as TongDaXin would serve them. Their first bar is no listing, as files begin when they please. */
export class FilesTdxMarket extends ServedMarket {
  static async read({ path, names, from, to, stocks, ...options }: FilesTdxMarketOptions): Promise<FilesTdxMarket> {
    const known = names === undefined ? new Map<string, string>() : await readNames(names);
    const imported: ImportedStock[] = [];
    for await (const { text } of readBarFiles(path)) {
      if (imported.length === stocks) break;
      const stock = text.includes('tradestatus') ? readBaoStock(text) : readEastMoneyStock(text);
      if (stock !== undefined) imported.push(withoutLater(stock, to));
    }
    const days = daysOf(imported).filter((day) => from === undefined || day >= from);
    const last = days.at(-1);
    const lives = imported
      .filter(({ bars }) => bars.length > 0)
      .map((stock) => lifeOf(stock, known.get(stock.code), last === undefined ? 0 : epochDayOf(last)));
    return new FilesTdxMarket(days, lives, options);
  }
}

function withoutLater(stock: ImportedStock, to: CalendarDay | undefined): ImportedStock {
  return to === undefined ? stock : { ...stock, bars: stock.bars.filter(({ day }) => day <= epochDayOf(to)) };
}

/** A file with rows of suspended days ends on the stock's last day; another may end with a suspension. */
function lifeOf(
  { market, code, bars, lastDay }: ImportedStock,
  name: string | undefined,
  marketEnd: number,
): StockLife {
  const normal = (name ?? `股${code}`).replace(/^\*?ST/, '').replace(/^(?:XD|XR|DR|[NC](?=[^ -~]))/, '');
  return {
    market,
    code,
    listDay: calendarDayFromEpochDay(bars[0]?.day ?? 0),
    isNewcomer: false,
    ...(lastDay !== undefined && lastDay < marketEnd ? { lastDay: calendarDayFromEpochDay(lastDay) } : {}),
    bars: new StockBars(bars),
    nameOf: ({ isSt }) => (isSt ? (name?.includes('ST') === true ? name : `ST${normal}`) : normal),
  };
}

function daysOf(stocks: readonly ImportedStock[]): CalendarDay[] {
  const days = new Set(stocks.flatMap(({ bars }) => bars.map(({ day }) => day)));
  return [...days].sort((a, b) => a - b).map(calendarDayFromEpochDay);
}

async function readNames(path: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const value of csvRows(await readTextFile(path))) names.set(value('代码'), value('名称').replaceAll(' ', ''));
  return names;
}

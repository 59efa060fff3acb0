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
    const lives: StockLife[] = [];
    const numbers = new Set<number>();
    for await (const { text } of readBarFiles(path)) {
      if (lives.length === stocks) break;
      const whole = text.includes('tradestatus') ? readBaoStock(text) : readEastMoneyStock(text);
      const stock = whole === undefined ? undefined : within(whole, from, to);
      if (stock === undefined || stock.bars.length === 0) continue;
      for (const { day } of stock.bars) numbers.add(day);
      lives.push(lifeOf(stock, known.get(stock.code)));
    }
    const days = [...numbers].sort((a, b) => a - b).map(calendarDayFromEpochDay);
    const last = days.at(-1);
    return new FilesTdxMarket(
      days.filter((day) => from === undefined || day >= from),
      // What ends before the market does has left it.
      lives.map(({ lastDay, ...life }) =>
        lastDay === undefined || last === undefined || lastDay >= last ? life : { ...life, lastDay },
      ),
      options,
    );
  }
}

/** The bars of the span, and the last one before it: its close is the first previous close. */
function within(stock: ImportedStock, from: CalendarDay | undefined, to: CalendarDay | undefined): ImportedStock {
  const [first, end] = [from === undefined ? 0 : epochDayOf(from), to === undefined ? Infinity : epochDayOf(to)];
  const { bars } = stock;
  const start = Math.max(
    0,
    bars.findLastIndex(({ day }) => day < first),
  );
  const kept = bars.filter(({ day }, index) => index >= start && day <= end);
  return { ...stock, bars: kept };
}

/** A file with rows of suspended days ends on the stock's last day; another may end with a suspension. */
function lifeOf({ market, code, bars, lastDay }: ImportedStock, name: string | undefined): StockLife {
  const normal = (name ?? `股${code}`).replace(/^\*?ST/, '').replace(/^(?:XD|XR|DR|[NC](?=[^ -~]))/, '');
  return {
    market,
    code,
    listDay: calendarDayFromEpochDay(bars[0]?.day ?? 0),
    isNewcomer: false,
    ...(lastDay === undefined ? {} : { lastDay: calendarDayFromEpochDay(lastDay) }),
    bars: new StockBars(bars),
    nameOf: ({ isSt }) => (isSt ? (name?.includes('ST') === true ? name : `ST${normal}`) : normal),
  };
}

async function readNames(path: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const value of csvRows(await readTextFile(path))) names.set(value('代码'), value('名称').replaceAll(' ', ''));
  return names;
}

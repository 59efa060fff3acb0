import { calendarDayFromEpochDay } from '#lib/kernel';
import type { StockName } from './names-file';
import type { StockCode } from '../domain/stock-code';
import type { StagedStock } from './store-stocks';

interface Span {
  stock: StockCode;
  first: number;
  last: number;
}

/** The stocks of a load and the span of their bars. A file's bars count once it is accepted. */
export class StagedStocks {
  private readonly accepted = new Map<string, Span>();
  private ofFile = new Map<string, Span>();
  private current: Span | undefined;

  add(stock: StockCode, day: number): void {
    if (this.current?.stock.code !== stock.code) this.current = spanIn(this.ofFile, stock, day);
    widen(this.current, day, day);
  }

  acceptFile(): void {
    for (const { stock, first, last } of this.ofFile.values()) widen(spanIn(this.accepted, stock, first), first, last);
    this.forgetFile();
  }

  forgetFile(): void {
    this.ofFile = new Map();
    this.current = undefined;
  }

  /** The accepted stocks, with what is known of them beside their bars. */
  list(names: ReadonlyMap<string, StockName>): StagedStock[] {
    return [...this.accepted.values()].map(({ stock, first, last }) => ({
      code: stock.code,
      exchange: stock.exchange,
      board: stock.board,
      name: names.get(stock.code)?.name ?? null,
      listDate: names.get(stock.code)?.listDate ?? null,
      firstBarDate: calendarDayFromEpochDay(first),
      lastBarDate: calendarDayFromEpochDay(last),
    }));
  }
}

function spanIn(spans: Map<string, Span>, stock: StockCode, day: number): Span {
  const known = spans.get(stock.code);
  if (known !== undefined) return known;
  const span = { stock, first: day, last: day };
  spans.set(stock.code, span);
  return span;
}

function widen(span: Span, first: number, last: number): void {
  if (first < span.first) span.first = first;
  if (last > span.last) span.last = last;
}

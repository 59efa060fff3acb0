import type { Bar } from '../bar';
import type { OtherCode, StockCode } from '../stock-code';

/** Who takes what a parser reads. The bar is one object used again for the next row: take its values, don't keep it. */
export interface BarSink {
  /** May throw FileRefused: the line is then the one given. */
  bar(bar: Bar, stock: StockCode, line: number): void;
  /** A row that is no bar: a suspended day. */
  noBar(): void;
  /** A row of something that isn't an A-share. */
  leftOut(code: OtherCode): void;
}

/** Reads one file, fed as it comes in. Both methods throw FileRefused. */
export interface BarFileParser {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** @param fileName the file's name without folders: some formats have the code there alone. */
export type BarFileFormat = (fileName: string, sink: BarSink) => BarFileParser;

export function emptyBar(): Bar {
  return {
    code: '',
    day: 0,
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    preClose: null,
    volume: 0,
    amount: null,
    turnoverPct: null,
    circMarketCap: null,
    upLimit: null,
    downLimit: null,
    isSt: null,
  };
}

import type { CalendarDay } from '#lib/kernel';
import type { MarketFormat } from './formats/market-format';

export interface RefusedFile {
  file: string;
  /** The file's own line, the header is 1 (in a binary file: the record); null where it is the file as a whole. */
  line: number | null;
  reason: string;
}

export interface SkippedFile {
  file: string;
  reason: string;
}

export interface BarCounts {
  /** Rows of the files that went in, those that are no bar (suspended days) included. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
}

export interface ImportReport {
  format: MarketFormat;
  /** Files of the format that were found, with those refused and skipped. */
  files: number;
  refused: RefusedFile[];
  /** Files of indexes, funds, bonds and B shares, and rows of such that stood among stocks. */
  skipped: SkippedFile[];
  /** Files that went in, whose amounts do not fit their prices; with the part of the bars and the likely cause. */
  warned: SkippedFile[];
  /** Stocks that the import brought bars of. */
  stocks: number;
  bars: BarCounts;
  /** First and last day of the bars read, null without any. */
  from: CalendarDay | null;
  to: CalendarDay | null;
  seconds: number;
}

export interface ImportProgress {
  stage: 'reading' | 'storing' | 'tidying';
  /** Part of the source that is read, 0 to 1; 1 in the later stages. */
  fraction: number;
  files: number;
  bars: number;
}

import type { CalendarDay } from '#lib/kernel';
import {
  type Board,
  estimateCapErrorPct,
  closedAtLimitUp,
  type DayFacts,
  findLimitUpBasis,
  findLimitUp,
  findLock,
} from '#lib/market-data';
import type { LowVolumeStock } from './domain/low-volume-stock';
import type { ScanOptions } from './domain/scan-options';
import { YI } from './domain/scan-request';
import type { ScanRow } from './persistence/stored-hit.entity';

/** A hit by the rules, before its session. */
export interface LowVolumeHit extends Omit<ScanRow, 'sessionId' | 'outcome'> {
  entryDate: CalendarDay;
}

/** The hit, or the reason why a low-volume stock is none. */
export type StockEvaluation = LowVolumeHit | 'limit_up' | 'st';

/** Evaluates a stock by the rules of its entry day: special treatment first, then a close at limit-up. */
export function evaluateStock(stock: LowVolumeStock, options: Pick<ScanOptions, 'excludeSt'>): StockEvaluation {
  const { board, entry, prior, minVolume, medianVolume } = stock;
  const exclusion = findExclusion(board, entry, options);
  if (exclusion !== undefined) return exclusion;
  const { adjustedEntry } = stock;
  return {
    code: stock.code,
    stockName: stock.stockName,
    entryDate: entry.tradeDate,
    minVolume,
    close: entry.close,
    limitUp: findLimitUp(board, entry),
    circulatingMarketCapYi: Math.round((stock.cap.circMarketCap / YI) * 100) / 100,
    priorMinVolume: stock.priorMinVolume,
    priorMinVolumeDate: prior?.tradeDate ?? null,
    hitAdjusted:
      adjustedEntry === 'same' ||
      (adjustedEntry !== null && findExclusion(board, adjustedEntry, options) === undefined),
    entryLock: findLock(board, entry),
    priorLock: prior === null ? null : findLock(board, prior),
    priorBars: stock.priorBars,
    capDate: stock.capDate,
    isSt: entry.isSt,
    relVolume: medianVolume === null ? null : Math.round((minVolume / medianVolume) * 10_000) / 10_000,
    limitUpBasis: findLimitUpBasis(board, entry),
    capErrorPct: stock.capEstimated ? null : estimateCapErrorPct(stock.cap),
    capEstimated: stock.capEstimated,
  };
}

function findExclusion(
  board: Board,
  day: DayFacts,
  { excludeSt }: Pick<ScanOptions, 'excludeSt'>,
): 'st' | 'limit_up' | undefined {
  if (excludeSt && day.isSt === true) return 'st';
  return closedAtLimitUp(day.close, findLimitUp(board, day)) ? 'limit_up' : undefined;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { type AdjustedBar, findPriceLimit } from '#lib/market-data';
import { toFen } from '#lib/market-data/testing';
import { sharedDataPath } from '../../support/inputs/shared-data';

const ARCHIVE = 'qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz';
/** The archive's first day: a stock that begins later was listed then, and its first days have limits of their own. */
const FIRST_DAY = '2021-01-04';

/** Bars of one stock, oldest first: unadjusted, as the source has no factors. */
export interface RealStock {
  readonly code: string;
  readonly bars: readonly AdjustedBar[];
}

/** The stocks of the archive in the order of their codes, one of `every`. */
export function readRealStocks(every: number): RealStock[] {
  const folder = mkdtempSync(join(tmpdir(), 'rules-model-'));
  try {
    execFileSync('tar', ['xJf', sharedDataPath(ARCHIVE), '-C', folder]);
    const files = readdirSync(join(folder, 'daily')).sort();
    return files.flatMap((file, index) => {
      if (index % every !== 0) return [];
      const code = file.slice(0, 6);
      return [{ code, bars: barsIn(code, readFileSync(join(folder, 'daily', file), 'utf8')) }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function barsIn(code: string, csv: string): AdjustedBar[] {
  const board = code.startsWith('688') ? 'star' : 'main';
  const lines = csv.trim().split('\n').slice(1);
  const isListedLater = lines[0]?.slice(0, 10) !== FIRST_DAY;
  let preClose: number | null = null;
  return lines.map((line, index) => {
    const [day = '', , ...cells] = line.split(',');
    const [open = NaN, close = NaN, high = NaN, low = NaN, lots = NaN] = cells.map(Number);
    const tradeDate = calendarDayOf(day);
    const limit =
      preClose === null
        ? null
        : findPriceLimit({
            ...{ board, tradeDate, preCloseFen: toFen(preClose), isSt: false },
            tradingDayNo: isListedLater ? index + 1 : null,
          });
    const bar: AdjustedBar = {
      tradeDate,
      ...{ open, high, low, close, volume: lots * 100 },
      ...{ adjOpen: open, adjHigh: high, adjLow: low, adjClose: close, adjVolume: lots * 100 },
      ...{ preClose, amount: null, turnoverPct: null, circMarketCap: null, isSt: null },
      upLimit: limit === null ? null : limit.upFen / 100,
      downLimit: limit === null ? null : limit.downFen / 100,
    };
    preClose = close;
    return bar;
  });
}

/** Does the price jump beyond the limit from one bar to the next? Without factors that is an ex-right, or a first day. */
export function isJump(bar: AdjustedBar): boolean {
  const { close, upLimit, downLimit } = bar;
  return upLimit !== null && downLimit !== null && (close > upLimit + 0.005 || close < downLimit - 0.005);
}

/** All days on which one of the stocks was traded, oldest first. */
export function daysOf(stocks: readonly RealStock[]): CalendarDay[] {
  return [...new Set(stocks.flatMap(({ bars }) => bars.map(({ tradeDate }) => tradeDate)))].sort();
}

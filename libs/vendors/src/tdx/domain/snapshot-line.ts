import { type CalendarDay, parseCalendarDay } from '#lib/kernel';
import type { TdxMarket } from './market-file';

/** A stock in the evening snapshot: yuan, shares; null where the field is empty or no number. */
export interface SnapshotStock {
  readonly market: TdxMarket;
  readonly code: string;
  readonly name: string;
  /** The day of the quote. */
  readonly day: CalendarDay;
  readonly close: number;
  readonly previousClose: number;
  readonly circMarketCap: number | null;
  readonly totalMarketCap: number | null;
  readonly upLimit: number | null;
  readonly downLimit: number | null;
  readonly floatShares: number | null;
  readonly totalShares: number | null;
}

const YI = 1e8;
const FIELDS = { name: 1, code: 2, price: 3, previousClose: 4, time: 30, circCap: 44, totalCap: 45, up: 47, down: 48 };
const SHARES = { float: 72, total: 73 };
const FEWEST_FIELDS = 74;

/**
 * Reads a response of the snapshot: one `v_sh600519="…~…";` a line, fields separated by `~`. Codes that it does not know, and
 * lines that are no stock, are left out.
 * @param text Decoded from GBK.
 * Source: docs/market-tdx.md, "Snapshot".
 */
export function readSnapshot(text: string): SnapshotStock[] {
  return [...text.matchAll(/v_(sh|sz|bj)([0-9]{6})="([^"]*)";/g)].flatMap(([, market, code = '', content = '']) => {
    const fields = content.split('~');
    const day = readDay(fields[FIELDS.time]);
    const close = readNumber(fields[FIELDS.price]);
    const previousClose = readNumber(fields[FIELDS.previousClose]);
    if (fields.length < FEWEST_FIELDS || fields[FIELDS.code] !== code || day === undefined) return [];
    if (close === null || previousClose === null) return [];
    return [
      {
        market: market as TdxMarket,
        code,
        name: (fields[FIELDS.name] ?? '').trim(),
        day,
        close,
        previousClose,
        circMarketCap: inYuan(fields[FIELDS.circCap]),
        totalMarketCap: inYuan(fields[FIELDS.totalCap]),
        upLimit: readPositive(fields[FIELDS.up]),
        downLimit: readPositive(fields[FIELDS.down]),
        floatShares: readPositive(fields[SHARES.float]),
        totalShares: readPositive(fields[SHARES.total]),
      },
    ];
  });
}

/** `20260924150000` → `2026-09-24`. */
function readDay(text = ''): CalendarDay | undefined {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})[0-9]{6}$/.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', date = ''] = match;
  return parseCalendarDay(`${year}-${month}-${date}`);
}

function readNumber(text = ''): number | null {
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(text)) return null;
  return Number(text);
}

function readPositive(text: string | undefined): number | null {
  const number = readNumber(text);
  return number !== null && number > 0 ? number : null;
}

function inYuan(yi: string | undefined): number | null {
  const number = readPositive(yi);
  return number === null ? null : Math.round(number * YI);
}

import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import type { PackageRow, TdxExchange } from '../../support/fakes/tdx/package-row';
import type { ShareCounts, ShareRecord } from '../../support/fakes/tdx/share-record';
import type { MarketQuote, QuoteBar, TdxMarket } from '../../support/fakes/tdx/tdx-market';

interface Listing {
  readonly market: TdxExchange;
  readonly code: string;
  readonly name: string;
  readonly floatShares: number;
  /** Fen. */
  readonly base: number;
}

const BOARDS: readonly { market: TdxExchange; first: number; share: number }[] = [
  { market: 'sh', first: 600_000, share: 0.32 },
  { market: 'sz', first: 1, share: 0.28 },
  { market: 'sz', first: 300_001, share: 0.25 },
  { market: 'sh', first: 688_001, share: 0.11 },
  { market: 'bj', first: 920_001, share: 0.04 },
];
/** Every so many days a stock is suspended, goes ex-right, or changes its name: as often as in a real market. */
const SUSPENDED_EVERY = 331;
const EX_RIGHT_EVERY = 241;
const RENAMED_EVERY = 900;

/** A market of any size whose rows are computed when they are served, so that it takes no memory. */
export class BenchTdxMarket implements TdxMarket {
  readonly days: readonly CalendarDay[];
  private readonly numbers: ReadonlyMap<CalendarDay, number>;
  private readonly listings = new Map<string, Listing & { index: number }>();

  constructor({ stocks, days, to }: { stocks: number; days: number; to: CalendarDay }) {
    this.days = TradingCalendar.published()
      .openDaysBefore(calendarDayOf('2026-12-01'), 2000)
      .filter((day) => day <= to)
      .slice(-days);
    this.numbers = new Map(this.days.map((day, index) => [day, index]));
    for (const { market, first, share } of BOARDS) {
      for (let at = 0; at < Math.round(stocks * share); at += 1) {
        const code = String(first + at).padStart(6, '0');
        const index = this.listings.size;
        const name = `测试${code.slice(2)}`;
        const floatShares = 100_000_000 + index * 1_000_000;
        this.listings.set(market + code, { market, code, name, floatShares, base: 300 + ((index * 37) % 4000), index });
      }
    }
  }

  rowsOf(day: CalendarDay): readonly PackageRow[] {
    const number = this.numbers.get(day);
    return number === undefined ? [] : [...this.listings.values()].map((listing) => rowOn(listing, number));
  }

  recordsOf(): readonly ShareRecord[] {
    return [];
  }

  sharesOf(symbol: string): ShareCounts | undefined {
    const listing = this.listings.get(symbol);
    return listing === undefined ? undefined : { float: listing.floatShares, total: listing.floatShares * 1.5 };
  }

  quoteOf(symbol: string, day: CalendarDay): MarketQuote | undefined {
    const [listing, number] = [this.listings.get(symbol), this.numbers.get(day)];
    if (listing === undefined || number === undefined) return undefined;
    return { row: rowOn(listing, number), shares: this.sharesOf(symbol), limits: undefined };
  }

  barsOf(): readonly QuoteBar[] {
    return [];
  }
}

function rowOn({ market, code, name, base, index }: Listing & { index: number }, day: number): PackageRow {
  const close = closeOn(base, index, day);
  const isExRight = (day + index) % EX_RIGHT_EVERY === 0;
  const before = closeOn(base, index, day - 1);
  const isRenamed = (day + index * 7) % RENAMED_EVERY > RENAMED_EVERY / 2;
  const row = { market, code, name: isRenamed ? `ST${name}` : name, close: close / 100 };
  if ((day * 7 + index) % SUSPENDED_EVERY === 0) {
    return {
      ...row,
      previousClose: close / 100,
      open: close / 100,
      high: close / 100,
      low: close / 100,
      volume: 0,
      amount: 0,
    };
  }
  const volume = 100 * (1000 + ((index * 7919 + day * 104_729) % 90_000));
  const [low, high] = [Math.min(before, close), Math.max(before, close)];
  return {
    ...row,
    previousClose: (isExRight ? Math.round(before * 0.97) : before) / 100,
    ...{ open: before / 100, high: high / 100, low: low / 100 },
    ...{ volume, amount: (volume * (low + high)) / 200 },
  };
}

/** Fen. */
function closeOn(base: number, index: number, day: number): number {
  return Math.round(base * (1 + 0.2 * Math.sin((day + index) / 20)));
}

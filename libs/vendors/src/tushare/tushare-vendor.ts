import type { CalendarDay } from '#lib/kernel';
import type { VendorRead } from '#lib/market-data';
import {
  type DayRows,
  type DaySet,
  MarketVendor,
  REPORT_KINDS,
  SEPARATE_DAY_SETS,
  type ReportKind,
  type StockReport,
  type WholeRows,
  type WholeSet,
} from '#lib/market-sync';
import { readAdjustmentFactors } from './readers/adjustment-factors';
import { readCodeChanges } from './readers/bse-code-changes';
import { readDailyBars } from './readers/daily-bars';
import { readDailyValuations } from './readers/daily-valuations';
import { readExchangeDays } from './readers/exchange-days';
import { readLimitPrices } from './readers/limit-prices';
import { readStockListings } from './readers/stock-listings';
import { readStockNames } from './readers/stock-names';
import { readStockReports } from './readers/stock-reports';
import { readSuspensions } from './readers/suspensions';
import type { Tushare } from './tushare';

type DayReaders = {
  readonly [Set in DaySet]?: (
    tushare: Tushare,
    slice: { tradeDate: CalendarDay },
    signal: AbortSignal,
  ) => Promise<VendorRead<DayRows[Set]>>;
};

const DAY_READERS: DayReaders = {
  bars: readDailyBars,
  valuations: readDailyValuations,
  price_limits: readLimitPrices,
  adjustment_factors: readAdjustmentFactors,
  suspensions: readSuspensions,
};

type WholeReaders = {
  readonly [Set in WholeSet]?: (
    tushare: Tushare,
    span: { from: CalendarDay; to: CalendarDay },
    signal: AbortSignal,
  ) => Promise<VendorRead<WholeRows[Set]>>;
};

const WHOLE_READERS: WholeReaders = {
  calendar: readExchangeDays,
  listings: (tushare, _span, signal) => readStockListings(tushare, signal),
  code_changes: (tushare, _span, signal) => readCodeChanges(tushare, signal),
  names: (tushare, _span, signal) => readStockNames(tushare, {}, signal),
};

/** Tushare Pro: all data sets, each an API of its own, at the pace that the account allows. */
export class TushareVendor extends MarketVendor {
  override readonly source = 'tushare';
  override readonly daySets = SEPARATE_DAY_SETS;
  override readonly wholeSets = ['calendar', 'listings', 'code_changes', 'names'] as const;
  override readonly reportKinds = REPORT_KINDS;

  constructor(private readonly tushare: Tushare) {
    super();
  }

  override fetchDay<Set extends DaySet>(
    set: Set,
    day: CalendarDay,
    signal: AbortSignal,
  ): Promise<VendorRead<DayRows[Set]>> {
    return requireReader(DAY_READERS, set)(this.tushare, { tradeDate: day }, signal);
  }

  override fetchWhole<Set extends WholeSet>(
    set: Set,
    span: { readonly from: CalendarDay; readonly to: CalendarDay },
    signal: AbortSignal,
  ): Promise<VendorRead<WholeRows[Set]>> {
    return requireReader(WHOLE_READERS, set)(this.tushare, span, signal);
  }

  override fetchReports(kind: ReportKind, code: string, signal: AbortSignal): Promise<VendorRead<StockReport>> {
    return readStockReports(this.tushare, kind, { code }, signal);
  }
}

/** @throws Error for a data set that is in none of the vendor's lists: the sync does not request it. */
function requireReader<Set extends string, Readers extends Readonly<Partial<Record<Set, unknown>>>>(
  readers: Readers,
  set: Set,
): NonNullable<Readers[Set]> {
  const reader = readers[set];
  if (reader === undefined || reader === null) throw new Error(`Tushare has no ${set}`);
  return reader;
}

import type { MoneyFlowApi } from '#lib/config';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import type { VendorRead } from '#lib/market-data';
import {
  type DayRows,
  type DaySet,
  type DaySetTerms,
  MarketVendor,
  type MoneyFlowSet,
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
import { readEastMoneyFlows, readThsFlows, readTushareFlows } from './readers/money-flows';
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
  money_flow_tushare: readTushareFlows,
  money_flow_eastmoney: readEastMoneyFlows,
  money_flow_ths: readThsFlows,
};

const MONEY_FLOW_SETS: Readonly<Record<MoneyFlowApi, MoneyFlowSet>> = {
  moneyflow: 'money_flow_tushare',
  moneyflow_dc: 'money_flow_eastmoney',
  moneyflow_ths: 'money_flow_ths',
};

/** The vendor updates them from 18:00 to 19:00. Of `moneyflow_ths` no page says where it begins. */
const MONEY_FLOW_READY_AT = '18:00';
const MONEY_FLOW_TERMS: Readonly<Record<MoneyFlowSet, DaySetTerms>> = {
  money_flow_tushare: { firstDay: calendarDayOf('2010-01-01'), readyAt: MONEY_FLOW_READY_AT },
  money_flow_eastmoney: { firstDay: calendarDayOf('2023-09-11'), readyAt: MONEY_FLOW_READY_AT },
  money_flow_ths: { firstDay: null, readyAt: MONEY_FLOW_READY_AT },
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

/** Tushare Pro: each data set an API of its own, at the pace that the account allows. */
export class TushareVendor extends MarketVendor {
  override readonly source = 'tushare';
  override readonly daySets: readonly DaySet[];
  override readonly dayTerms = MONEY_FLOW_TERMS;
  override readonly wholeSets = ['calendar', 'listings', 'code_changes', 'names'] as const;
  override readonly reportKinds = REPORT_KINDS;

  /** @param moneyFlow Undefined: no money flow is fetched. */
  constructor(
    private readonly tushare: Tushare,
    moneyFlow: MoneyFlowApi | undefined,
  ) {
    super();
    this.daySets = [...SEPARATE_DAY_SETS, ...(moneyFlow === undefined ? [] : [MONEY_FLOW_SETS[moneyFlow]])];
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

import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { type InventedFlow, isFlowApi, toFlowRow } from './invented-flow';
import { matchingRows, type FakeTushareMarket, type VendorParams, type VendorRow } from './fake-market';

const calendar = TradingCalendar.published();
const SUFFIX: Readonly<Record<string, string>> = { '6': 'SH', '0': 'SZ', '3': 'SZ' };

/** A small invented market as the vendor tells it, of which a test changes what it likes. Prices stand at 10 yuan. */
export class VendorMarket implements FakeTushareMarket {
  readonly days: readonly CalendarDay[];
  readonly codes: readonly string[];
  /** How many stocks have bars on a day, where not all have. */
  readonly barsOn = new Map<string, number>();
  /** Lots traded by every stock on a day. Default 1000. */
  readonly lotsOn = new Map<string, number>();
  /** The same for one stock, as `600000 2024-01-02`. */
  readonly lotsOf = new Map<string, number>();
  /** Net of a class of orders, in ten thousand yuan, as `600000 2024-01-02`. Default: all the same. */
  readonly flowOf = new Map<string, InventedFlow>();
  /** Stocks whose flow the vendor does not tell. */
  withoutFlow: ReadonlySet<string> = new Set();
  /** Whole-day suspensions, as `600000 2024-01-02`: no bar. */
  readonly suspended = new Set<string>();
  /** `code day` on which there is no price limit. */
  readonly free = new Set<string>();
  /** Factors that are not 1, by code, from a day on. */
  readonly factors: { code: string; from: string; factor: number }[] = [];
  /** Names over time beside the first ones. */
  readonly renamed: { code: string; name: string; from: string }[] = [];
  /** Rows of other APIs. */
  readonly others: Record<string, readonly VendorRow[]> = {};
  /** APIs that have nothing on a day yet, as `stk_limit 2024-01-02`. */
  readonly notYet = new Set<string>();

  /** APIs whose rows of a day can't be read, as `daily 2024-01-02`. */
  readonly garbled = new Set<string>();

  constructor(span: { from: string; to: string }, stocks = 40) {
    this.days = calendar.openDaysBetween(calendarDayOf(span.from), calendarDayOf(span.to));
    this.codes = Array.from({ length: stocks }, (_, index) => String((index % 2 === 0 ? 600_000 : 601_000) + index));
  }

  rows(api: string, params: VendorParams): readonly VendorRow[] {
    if (isFlowApi(api)) return this.ofDay(api, params['trade_date'] ?? '');
    switch (api) {
      case 'stock_basic':
        return matchingRows(api, this.codes.map(listing), { list_status: 'L', ...params });
      case 'trade_cal':
        return matchingRows(api, calendarRows(params), params);
      case 'namechange':
        return matchingRows(api, this.names(), params);
      case 'daily':
      case 'daily_basic':
      case 'stk_limit':
      case 'adj_factor':
      case 'suspend_d':
        return this.ofDay(api, params['trade_date'] ?? '');
      default:
        return matchingRows(api, this.others[api] ?? [], params);
    }
  }

  private ofDay(api: string, vendorDay: string): VendorRow[] {
    const day = `${vendorDay.slice(0, 4)}-${vendorDay.slice(4, 6)}-${vendorDay.slice(6)}`;
    if (!this.days.some((one) => one === day) || this.notYet.has(`${api} ${day}`)) return [];
    const head = (code: string) => ({ ts_code: tsCode(code), trade_date: vendorDay });
    if (api === 'suspend_d') {
      return this.codes
        .filter((code) => this.suspended.has(`${code} ${day}`))
        .map((code) => ({ ...head(code), suspend_timing: null, suspend_type: 'S' }));
    }
    if (api === 'adj_factor') {
      return this.codes.map((code) => ({ ...head(code), adj_factor: this.factorOf(code, day) }));
    }
    const traded = this.codes
      .filter((code) => !this.suspended.has(`${code} ${day}`))
      .slice(0, this.barsOn.get(day) ?? this.codes.length);
    if (isFlowApi(api)) {
      const told = traded.filter((code) => !this.withoutFlow.has(code));
      return told.map((code) => ({
        ...head(code),
        ...toFlowRow(api, this.flowOf.get(`${code} ${day}`) ?? FLOW),
        ...(this.garbled.has(`${api} ${day}`) ? { buy_lg_amount: 'many' } : {}),
      }));
    }
    return traded.map((code) => {
      const lots = this.lotsOf.get(`${code} ${day}`) ?? this.lotsOn.get(day) ?? 1000;
      switch (api) {
        case 'daily':
          return {
            ...{ ...head(code), ...PRICES, pre_close: 10, amount: lots },
            vol: this.garbled.has(`daily ${day}`) ? 'many' : lots,
          };
        case 'daily_basic':
          return {
            ...head(code),
            ...{ turnover_rate: 1, pe_ttm: 12, pb: 1.5, dv_ttm: 2, circ_mv: 2_000_000, total_mv: 3_000_000 },
            ...{ total_share: 300_000, float_share: 200_000 },
          };
        default:
          return this.free.has(`${code} ${day}`)
            ? { ...head(code), up_limit: 99_999.99, down_limit: 0.01 }
            : { ...head(code), up_limit: 11, down_limit: 9 };
      }
    });
  }

  private factorOf(code: string, day: string): number {
    return this.factors.findLast((change) => change.code === code && change.from <= day)?.factor ?? 1;
  }

  private names(): VendorRow[] {
    const first = this.codes.map((code) => nameRow(code, `虚构${code}`, '19990101'));
    return [...this.renamed.map(({ code, name, from }) => nameRow(code, name, from.replaceAll('-', ''))), ...first];
  }
}

const FLOW: InventedFlow = { elg: 30, lg: 20, md: -10, sm: -40, active: 15 };
const PRICES = { open: 10, high: 10.5, low: 9.5, close: 10 };

function tsCode(code: string): string {
  return `${code}.${SUFFIX[code.charAt(0)] ?? 'BJ'}`;
}

function listing(code: string): VendorRow {
  return {
    ...{ ts_code: tsCode(code), symbol: code, name: `虚构${code}`, industry: '工业', cnspell: 'XG', list_status: 'L' },
    ...{ list_date: '19990101', delist_date: null },
  };
}

function nameRow(code: string, name: string, from: string): VendorRow {
  return {
    ...{ ts_code: tsCode(code), name, start_date: from, end_date: null, ann_date: from, change_reason: null },
  };
}

function calendarRows({ start_date: start = '', end_date: end = '' }: VendorParams): VendorRow[] {
  const dayOf = (text: string) => calendarDayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  return calendar.openDaysBetween(dayOf(start), dayOf(end)).map((day) => ({
    ...{ exchange: 'SSE', cal_date: day.replaceAll('-', ''), is_open: 1 },
  }));
}

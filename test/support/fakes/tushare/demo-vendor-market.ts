import { pinyin } from 'pinyin-pro';
import { type CalendarDay, calendarDayFromEpochDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import { createDemoMarket, DEMO_EPOCH, type DemoStock } from '#lib/demo-market/testing';
import { TradingCalendar } from '#lib/market-data';
import { type DemoBar } from '#lib/market-data/testing';
import { InventedCompany } from './invented-company';
import { type FlowApi, isFlowApi, toFlowRow } from './invented-flow';
import { RunningChips } from './running-chips';
import { matchingRows, type FakeTushareMarket, type VendorParams, type VendorRow } from './fake-market';

export interface DemoVendorSettings {
  /** The market's last day. */
  readonly to: CalendarDay;
  /** First day that is served; factors, chips and names know what came before. */
  readonly from?: CalendarDay;
  /** Stocks of the market at most, of all boards; all where it is left out. */
  readonly stocks?: number;
}

const SUFFIXES = { SSE: 'SH', SZSE: 'SZ', BSE: 'BJ' } as const;
const MARKETS = { main: '主板', chinext: '创业板', star: '科创板', bse: '北交所' } as const;
const INDUSTRIES: readonly (readonly [RegExp, string])[] = [
  [/药|医|生物|基因/, '医药'],
  [/电|芯|光|信|软|数|智|半导|量子/, '电子'],
  [/化|材|钢|矿|水泥|建材/, '材料'],
  [/食|酒|农|种|百货|旅游|纺织|家居/, '消费'],
];

/** Funds and B-shares that limit prices come with: with them a day has more rows than one call gives. */
const OTHER_PAPER = 5200;

/** New listings are free of a limit, which the vendor writes with prices that nobody reaches. */
const NO_LIMIT = { up: 100_000, down: 0.01 };

const BONUSES = [0, 0.2, 0.3, 0.4, 0.5, 1];
const TOTAL_TO_FLOAT = 1.4;

/** A stock with its life so far. */
interface Life {
  readonly stock: DemoStock;
  readonly tsCode: string;
  /** Oldest first, from the demo market's epoch. */
  readonly bars: DemoBar[];
  readonly byDay: Map<number, number>;
  /** The factor in force on each bar. */
  readonly factors: number[];
  readonly dividends: VendorRow[];
  readonly names: VendorRow[];
  readonly company: InventedCompany;
  readonly chips: ChipWalk;
}

type DailyApi = (life: Life, index: number) => VendorRow;

/** The demo market as the vendor would tell it. */
export class DemoVendorMarket implements FakeTushareMarket {
  private readonly lives: readonly Life[];
  private readonly byCode: ReadonlyMap<string, Life>;
  /** Every open day, oldest first. */
  private readonly openDays: readonly CalendarDay[];
  private readonly calendar = TradingCalendar.published();

  constructor(private readonly settings: DemoVendorSettings) {
    this.openDays = this.calendar.openDaysBetween(DEMO_EPOCH, settings.to);
    const market = createDemoMarket({ openDays: this.openDays });
    const every = Math.max(1, Math.floor(market.stocks.length / (settings.stocks ?? market.stocks.length)));
    const chosen = new Map(
      market.stocks.filter((_, index) => index % every === 0).map((stock) => [stock.code, stock] as const),
    );
    const bars = new Map<string, DemoBar[]>();
    for (const bar of market.bars()) {
      if (!chosen.has(bar.code)) continue;
      const own = bars.get(bar.code);
      if (own === undefined) bars.set(bar.code, [bar]);
      else own.push(bar);
    }
    this.lives = [...chosen.values()].map((stock) => lifeOf(stock, bars.get(stock.code) ?? []));
    this.byCode = new Map(this.lives.map((life) => [life.tsCode, life]));
  }

  /** Stocks of the market, and bars that are served. */
  get size(): { stocks: number; bars: number } {
    const from = epochDayOf(this.firstDay);
    const bars = this.lives.reduce((sum, life) => sum + life.bars.filter(({ day }) => day >= from).length, 0);
    return { stocks: this.lives.length, bars };
  }

  get firstDay(): CalendarDay {
    return this.settings.from ?? DEMO_EPOCH;
  }

  /** Days that are served, oldest first. */
  get days(): readonly CalendarDay[] {
    return this.openDays.filter((day) => day >= this.firstDay);
  }

  rows(api: string, params: VendorParams): readonly VendorRow[] {
    if (isFlowApi(api)) return this.daily(params, (life, index) => flowRow(api, life, index));
    switch (api) {
      case 'stock_basic':
        return matchingRows(api, this.listings(), { list_status: 'L', ...params });
      case 'bse_mapping':
        return matchingRows(api, this.codeChanges(), params);
      case 'trade_cal':
        return matchingRows(api, this.calendarRows(params), params);
      case 'daily':
        return this.daily(params, dailyRow);
      case 'daily_basic':
        return this.daily(params, basicRow);
      case 'stk_limit':
        return [...this.daily(params, limitRow), ...otherPaper(params)];
      case 'adj_factor':
        return this.factors(params);
      case 'cyq_perf':
        return this.daily(params, chipRow);
      case 'suspend_d':
        return matchingRows(api, this.suspensions(params), params);
      case 'namechange':
        return this.perStock(api, params, (life) => life.names);
      case 'stock_st':
        return this.daily(params, stRow, (bar) => bar.isSt === true);
      case 'dividend':
        return this.perStock(api, params, (life) => life.dividends);
      case 'share_float':
        return [];
      case 'fina_audit':
      case 'pledge_stat':
      case 'stk_holdertrade':
        return this.perStock(api, params, (life) => life.company.events(api, vendorDay(this.settings.to)));
      default:
        return this.statements(api, params);
    }
  }

  private statements(api: string, params: VendorParams): VendorRow[] {
    const own = api.replace(/_vip$/, '');
    return this.perStock(api, params, (life) => life.company.rows(own, vendorDay(this.settings.to)));
  }

  private perStock(api: string, params: VendorParams, rowsOf: (life: Life) => readonly VendorRow[]): VendorRow[] {
    return this.asked(params).flatMap((life) => matchingRows(api, rowsOf(life), params));
  }

  private asked(params: VendorParams): readonly Life[] {
    const codes = params['ts_code'] ?? '';
    if (codes === '') return this.lives;
    return codes.split(',').flatMap((code) => this.byCode.get(code) ?? []);
  }

  /** Rows of the bars that the parameters ask for, newest first. */
  private daily(params: VendorParams, rowOf: DailyApi, holds: (bar: DemoBar) => boolean = () => true): VendorRow[] {
    const [from, to] = this.span(params);
    if (from === to) {
      return this.asked(params).flatMap((life) => {
        const index = life.byDay.get(from);
        const bar = index === undefined ? undefined : life.bars[index];
        return index === undefined || bar === undefined || !holds(bar) ? [] : [rowOf(life, index)];
      });
    }
    return this.asked(params).flatMap((life) =>
      life.bars
        .flatMap((bar, index) => (bar.day >= from && bar.day <= to && holds(bar) ? [index] : []))
        .map((index) => rowOf(life, index))
        .reverse(),
    );
  }

  /** First and last day that is asked for, as whole days since 1970. */
  private span({ trade_date: day = '', start_date: start = '', end_date: end = '' }: VendorParams): [number, number] {
    const first = epochDayOf(this.firstDay);
    const last = epochDayOf(this.settings.to);
    if (day !== '') {
      const number = epochDayOf(dayOfVendor(day));
      return number < first || number > last ? [1, 0] : [number, number];
    }
    return [
      start === '' ? first : Math.max(first, epochDayOf(dayOfVendor(start))),
      end === '' ? last : Math.min(last, epochDayOf(dayOfVendor(end))),
    ];
  }

  /** A row for every open day since the listing, suspended ones too. */
  private factors(params: VendorParams): VendorRow[] {
    const [from, to] = this.span(params);
    const days = this.openDays.filter((day) => epochDayOf(day) >= from && epochDayOf(day) <= to).reverse();
    return this.asked(params).flatMap((life) =>
      days
        .filter((day) => day >= life.stock.listDate)
        .map((day) => ({
          ts_code: life.tsCode,
          trade_date: vendorDay(day),
          adj_factor: life.factors[lastIndexAt(life, epochDayOf(day))] ?? 1,
        })),
    );
  }

  private suspensions(params: VendorParams): VendorRow[] {
    const [from, to] = this.span(params);
    const days = this.openDays.filter((day) => epochDayOf(day) >= from && epochDayOf(day) <= to).reverse();
    return days.flatMap((day) =>
      this.asked(params).flatMap((life): VendorRow[] => {
        const number = epochDayOf(day);
        if (day < life.stock.listDate || number > epochDayOf(this.settings.to)) return [];
        const row = { ts_code: life.tsCode, trade_date: vendorDay(day), suspend_timing: null };
        if (!life.byDay.has(number)) return [{ ...row, suspend_type: 'S' }];
        const before = this.openDays[this.openDays.indexOf(day) - 1];
        const resumes = before !== undefined && before >= life.stock.listDate && !life.byDay.has(epochDayOf(before));
        return resumes ? [{ ...row, suspend_type: 'R' }] : [];
      }),
    );
  }

  private listings(): VendorRow[] {
    const listed = this.lives.map(({ stock, tsCode }) => ({
      ts_code: tsCode,
      symbol: stock.code,
      name: stock.name,
      area: '虚构',
      industry: INDUSTRIES.find(([words]) => words.test(stock.name))?.[1] ?? '工业',
      cnspell: pinyin(stock.name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
        .join('')
        .toLowerCase(),
      market: MARKETS[stock.board],
      list_date: vendorDay(stock.listDate),
      act_name: null,
      act_ent_type: null,
      fullname: `${stock.name}有限公司`,
      exchange: stock.exchange,
      curr_type: 'CNY',
      list_status: 'L',
      delist_date: null,
      is_hs: 'N',
    }));
    const gone = { list_status: 'D', list_date: '19930101', delist_date: '20061020', industry: null, cnspell: null };
    return [
      ...listed,
      { ts_code: '900901.SH', symbol: '900901', name: '虚构B股', list_date: '19920221', list_status: 'L' },
      { ts_code: 'T00018.SH', symbol: 'T00018', name: '虚构集箱(退)', ...gone },
      { ts_code: '600001.SH', symbol: '600001', name: '虚构钢铁(退)', ...gone },
    ];
  }

  private codeChanges(): VendorRow[] {
    return this.lives
      .filter(({ stock }) => stock.board === 'bse')
      .slice(0, 3)
      .map(({ stock, tsCode }, index) => ({
        name: stock.name,
        o_code: `83${String(9900 + index)}.BJ`,
        n_code: tsCode,
        list_date: vendorDay(stock.listDate),
      }));
  }

  private calendarRows({ start_date: start = '', end_date: end = '' }: VendorParams): VendorRow[] {
    const from = start === '' ? epochDayOf(DEMO_EPOCH) : epochDayOf(dayOfVendor(start));
    const to = end === '' ? epochDayOf(this.settings.to) : epochDayOf(dayOfVendor(end));
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => {
      const day = calendarDayFromEpochDay(to - index);
      return { exchange: 'SSE', cal_date: vendorDay(day), is_open: this.calendar.isOpen(day) ? 1 : 0 };
    });
  }
}

function lifeOf(stock: DemoStock, bars: DemoBar[]): Life {
  const tsCode = `${stock.code}.${SUFFIXES[stock.exchange]}`;
  const factors: number[] = [];
  const dividends: VendorRow[] = [];
  let exact = 1;
  for (const [index, bar] of bars.entries()) {
    const before = bars[index - 1];
    if (before !== undefined && bar.preClose !== null && bar.preClose !== before.close) {
      exact *= before.close / bar.preClose;
      dividends.unshift(dividendRow(tsCode, bar, before.close));
    }
    factors.push(round(exact, 4));
  }
  const last = bars.at(-1);
  const shares = last === undefined ? 1e8 : floatShares(last) * TOTAL_TO_FLOAT;
  return {
    stock,
    tsCode,
    bars,
    byDay: new Map(bars.map(({ day }, index) => [day, index])),
    factors,
    dividends,
    names: namesOf(stock, tsCode, bars),
    chips: new ChipWalk(bars, factors),
    company: new InventedCompany(tsCode, Math.round(shares)),
  };
}

/** The demo pays .4 to 3 % of the price: the bonus with which the cash comes out so is the one that was given. */
function dividendRow(tsCode: string, bar: DemoBar, before: number): VendorRow {
  const preClose = bar.preClose ?? before;
  const cashWith = (bonus: number): number => before - preClose * (1 + bonus);
  const bonus = BONUSES.find((each) => cashWith(each) / before > 0.002 && cashWith(each) / before < 0.035) ?? 0;
  const cash = round(Math.max(0, cashWith(bonus)), 2);
  const day = calendarDayFromEpochDay(bar.day);
  const exDate = vendorDay(day);
  const announced = vendorDay(calendarDayFromEpochDay(bar.day - 7));
  return {
    ts_code: tsCode,
    end_date: `${Number(day.slice(0, 4)) - 1}1231`,
    ann_date: announced,
    div_proc: '实施',
    stk_div: bonus,
    stk_bo_rate: 0,
    stk_co_rate: bonus,
    cash_div: cash,
    cash_div_tax: cash,
    record_date: vendorDay(calendarDayFromEpochDay(bar.day - 1)),
    ex_date: exDate,
    pay_date: exDate,
    div_listdate: bonus > 0 ? exDate : null,
    imp_ann_date: announced,
    base_date: exDate,
    base_share: null,
  };
}

/** Names change with special treatment, on the bar that is the first under it. */
function namesOf(stock: DemoStock, tsCode: string, bars: readonly DemoBar[]): VendorRow[] {
  const stem = stock.name.replace(/^ST/, '').slice(0, 2);
  const normal = stock.name.startsWith('ST') ? `${stem}股份` : stock.name;
  const spans: { name: string; from: number; reason: string }[] = [
    { name: normal, from: epochDayOf(stock.listDate), reason: '上市' },
  ];
  let isSt = false;
  for (const bar of bars) {
    if ((bar.isSt === true) === isSt) continue;
    isSt = bar.isSt === true;
    spans.push({ name: isSt ? `ST${stem}` : normal, from: bar.day, reason: isSt ? 'ST' : '撤销ST' });
  }
  return spans
    .map(({ name, from, reason }, index) => {
      const next = spans[index + 1];
      return {
        ts_code: tsCode,
        name,
        start_date: vendorDay(calendarDayFromEpochDay(from)),
        end_date: next === undefined ? null : vendorDay(calendarDayFromEpochDay(next.from - 1)),
        ann_date: vendorDay(calendarDayFromEpochDay(Math.max(from - 1, epochDayOf(stock.listDate)))),
        change_reason: reason,
      };
    })
    .reverse();
}

const dailyRow: DailyApi = (life, index) => {
  const bar = barAt(life, index);
  const change = bar.close - (bar.preClose ?? bar.close);
  return {
    ...headOf(life, bar),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    pre_close: bar.preClose,
    change: round(change, 2),
    pct_chg: round((change / (bar.preClose ?? bar.close)) * 100, 4),
    vol: round(bar.volume / 100, 2),
    amount: bar.amount === null ? null : round(bar.amount / 1000, 5),
  };
};

const basicRow: DailyApi = (life, index) => {
  const bar = barAt(life, index);
  const head = headOf(life, bar);
  const float = floatShares(bar);
  const cap = float * TOTAL_TO_FLOAT * bar.close;
  const profit = life.company.profitTtm(head.trade_date);
  const newest = life.dividends.find((row) => String(row['ex_date']) <= head.trade_date);
  const pe = profit > 0 ? round(cap / profit, 4) : null;
  return {
    ...head,
    close: bar.close,
    turnover_rate: bar.turnoverPct,
    turnover_rate_f: bar.turnoverPct,
    volume_ratio: 1,
    pe,
    pe_ttm: pe,
    pb: round(cap / life.company.equity(head.trade_date), 4),
    ps: null,
    ps_ttm: null,
    dv_ratio: null,
    dv_ttm: newest === undefined ? null : round((Number(newest['cash_div_tax']) / bar.close) * 100, 4),
    total_share: round((float * TOTAL_TO_FLOAT) / 1e4, 4),
    float_share: round(float / 1e4, 4),
    free_share: round((float * 0.8) / 1e4, 4),
    total_mv: round(cap / 1e4, 4),
    circ_mv: round((float * bar.close) / 1e4, 4),
  };
};

const limitRow: DailyApi = (life, index) => {
  const bar = barAt(life, index);
  return {
    ...headOf(life, bar),
    pre_close: bar.preClose,
    up_limit: bar.upLimit ?? NO_LIMIT.up,
    down_limit: bar.downLimit ?? NO_LIMIT.down,
  };
};

const stRow: DailyApi = (life, index) => ({
  ...headOf(life, barAt(life, index)),
  name: `ST${life.stock.name.replace(/^ST/, '').slice(0, 2)}`,
  type: 'ST',
  type_name: '风险警示板',
});

const chipRow: DailyApi = (life, index) => {
  const bar = barAt(life, index);
  const factor = life.factors[index] ?? 1;
  const { costs, mean, winners, lowest, highest } = life.chips.after(index, bar.close * factor);
  const [cost5, cost15, cost50, cost85, cost95] = costs.map((cost) => round(cost / factor, 2));
  return {
    ...headOf(life, bar),
    his_low: round(lowest / factor, 2),
    his_high: round(highest / factor, 2),
    cost_5pct: cost5 ?? null,
    cost_15pct: cost15 ?? null,
    cost_50pct: cost50 ?? null,
    cost_85pct: cost85 ?? null,
    cost_95pct: cost95 ?? null,
    weight_avg: round(mean / factor, 2),
    winner_rate: round(winners * 100, 2),
  };
};

/** Large orders lean the way that the day went, and small ones stand against them. */
function flowRow(api: FlowApi, life: Life, index: number): VendorRow {
  const bar = barAt(life, index);
  const lean = bar.high === bar.low ? 0 : (bar.close - bar.open) / (bar.high - bar.low);
  const net = (part: number): number => round(((bar.amount ?? 0) / 1e4) * lean * part, 2);
  const flow = { elg: net(0.06), lg: net(0.04), md: net(-0.03), sm: net(-0.07), active: net(0.08) };
  return { ...headOf(life, bar), ...toFlowRow(api, flow) };
}

type ChipReading = ReturnType<RunningChips['read']> & { lowest: number; highest: number };

/** Chips after any bar, backward-adjusted over the whole life; questions in the order of the bars cost one walk. */
class ChipWalk {
  private chips = new RunningChips();
  private next = 0;

  constructor(
    private readonly bars: readonly DemoBar[],
    private readonly factors: readonly number[],
  ) {}

  after(index: number, close: number): ChipReading {
    if (index + 1 < this.next) {
      this.chips = new RunningChips();
      this.next = 0;
    }
    for (; this.next <= index; this.next += 1) {
      const bar = this.bars[this.next];
      if (bar === undefined) break;
      const factor = this.factors[this.next] ?? 1;
      this.chips.trade({ low: bar.low * factor, high: bar.high * factor, turnoverPct: bar.turnoverPct ?? 0 });
    }
    const { lowest, highest } = this.chips;
    return { ...this.chips.read([0.05, 0.15, 0.5, 0.85, 0.95], close), lowest, highest };
  }
}

function otherPaper({ ts_code: code = '', trade_date: day = '' }: VendorParams): VendorRow[] {
  if (code !== '' || day === '') return [];
  return Array.from({ length: OTHER_PAPER }, (_, index) => ({
    ts_code: index < 80 ? `900${String(901 + index)}.SH` : `${String(510_000 + index)}.SH`,
    trade_date: day,
    pre_close: 1,
    up_limit: 1.1,
    down_limit: 0.9,
  }));
}

function headOf(life: Life, bar: DemoBar): { ts_code: string; trade_date: string } {
  return { ts_code: life.tsCode, trade_date: vendorDay(calendarDayFromEpochDay(bar.day)) };
}

function barAt(life: Life, index: number): DemoBar {
  const bar = life.bars[index];
  if (bar === undefined) throw new Error(`${life.tsCode} has no bar ${index}`);
  return bar;
}

/** Index of the last bar on or before a day, -1 where there is none. */
function lastIndexAt(life: Life, day: number): number {
  const exact = life.byDay.get(day);
  return exact ?? life.bars.findLastIndex((bar) => bar.day <= day);
}

function floatShares(bar: DemoBar): number {
  return Math.round((bar.circMarketCap ?? 0) / bar.close);
}

function vendorDay(day: CalendarDay): string {
  return day.replaceAll('-', '');
}

function dayOfVendor(text: string): CalendarDay {
  return calendarDayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

import { type CalendarDay, epochDayOf } from '#lib/kernel';
import { createDemoMarket, DEMO_EPOCH, type DemoStock } from '#lib/demo-market/testing';
import { TradingCalendar } from '#lib/market-data';
import type { DemoBar } from '#lib/market-data/testing';
import { ServedMarket, type ServedMarketOptions } from './served-market';
import { type StockBar, StockBars } from './stock-bars';
import type { StockLife } from './stock-life';

export interface DemoTdxMarketOptions extends ServedMarketOptions {
  /** The market's last day. */
  readonly to: CalendarDay;
  /** First day that is served; default the demo market's first. */
  readonly from?: CalendarDay;
  /** Stocks at most, of all boards; all if left out. */
  readonly stocks?: number;
}

const EXCHANGES = { SSE: 'sh', SZSE: 'sz', BSE: 'bj' } as const;
/** The demo market as TongDaXin would serve it: its bonuses, special treatment, suspensions and newcomers. */
export class DemoTdxMarket extends ServedMarket {
  constructor({ to, from = DEMO_EPOCH, stocks, ...options }: DemoTdxMarketOptions) {
    const openDays = TradingCalendar.published().openDaysBetween(DEMO_EPOCH, to);
    const demo = createDemoMarket({ openDays, ...(stocks !== undefined && { atMost: stocks }) });
    super(
      openDays.filter((day) => day >= from),
      Array.from(demo.series(DEMO_EPOCH), ({ stock, bars }) => lifeOf(stock, bars)),
      options,
    );
  }
}

function lifeOf(stock: DemoStock, bars: readonly DemoBar[]): StockLife {
  const stem = stock.name.replace(/^ST/, '').slice(0, 2);
  const normal = stock.name.startsWith('ST') ? `${stem}股份` : stock.name;
  return {
    market: EXCHANGES[stock.exchange],
    code: stock.code,
    listDay: stock.listDate,
    isNewcomer: bars[0]?.day === epochDayOf(stock.listDate),
    bars: new StockBars(bars.map(servedBar)),
    nameOf: ({ isSt }) => (isSt ? `ST${stem}` : normal),
  };
}

function servedBar(bar: DemoBar): StockBar {
  return {
    day: bar.day,
    open: thousandths(bar.open),
    high: thousandths(bar.high),
    low: thousandths(bar.low),
    close: thousandths(bar.close),
    previousClose: thousandths(bar.preClose ?? bar.close),
    volume: bar.volume,
    amount: bar.amount ?? 0,
    isSt: bar.isSt === true,
    floatShares: Math.round((bar.circMarketCap ?? 0) / bar.close),
  };
}

function thousandths(yuan: number): number {
  return Math.round(yuan * 1000);
}

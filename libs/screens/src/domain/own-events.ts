import type { CalendarDay } from '#lib/kernel';
import {
  type BarFacts,
  barsNeededByRules,
  DAILY,
  type FiredEvent,
  mayFire,
  measureBars,
  readEvents,
} from '#lib/ai/domain';
import type { AdjustedBar } from '#lib/market-data';
import type { CycleEvent } from '#lib/tracking';
import type { StockBars } from './stock-bars';

export type { FiredEvent };

/** Bars over which the rules have the ATR and the usual volume of a bar. */
export const OWN_EVENT_WINDOWS = { atr: DAILY.events.atrBars, volume: DAILY.events.medianVolumeBars };

/** Open days since the listing that are read from one first bar on. */
const BLOCK_DAYS = 100;

/** Bars that {@link findOwnEvents} reads of a stock for one day. */
export const OWN_EVENT_BARS = barsNeededByRules + BLOCK_DAYS;

/**
 * Reports where the rules model (docs/rules-model.md) has an event, from a position on. Ranges and rests of the rules depend on
 * where the reading began: the bars of each hundred days of a stock are read from 300 days before, whatever day is asked for,
 * so that a run of a day and one over many days find the same.
 */
export function findOwnEvents(
  bars: StockBars,
  from: number,
  event: CycleEvent,
  report: (at: number, fired: FiredEvent) => void,
): void {
  for (let at = from; at < bars.count;) {
    const block = Math.floor(listDayAt(bars, at) / BLOCK_DAYS);
    const firstDay = block * BLOCK_DAYS - barsNeededByRules;
    let first = at;
    while (first > 0 && listDayAt(bars, first - 1) >= firstDay) first -= 1;
    let end = at + 1;
    while (end < bars.count && listDayAt(bars, end) < (block + 1) * BLOCK_DAYS) end += 1;
    const read: ReadBar[] = [];
    for (let each = first; each < end; each += 1) read.push(new ReadBar(bars, each));
    const readings = readEvents(measureBars(read, DAILY.events), DAILY);
    for (; at < end; at += 1) {
      const fired = readings[at - first]?.events.find((each) => each.event === event);
      if (fired !== undefined) report(at, fired);
    }
  }
}

/** Whether the rules of an event may fire on a bar with these facts, whatever the bars before show. */
export function mayHaveEvent(event: CycleEvent, bar: BarFacts): boolean {
  return mayFire(event, bar, DAILY.events);
}

function listDayAt({ listDays }: StockBars, at: number): number {
  return listDays[at] ?? 0;
}

/** A bar of the columns as the rules read it; what they leave alone is not filled in. */
class ReadBar implements AdjustedBar {
  readonly preClose = null;
  readonly amount = null;
  readonly turnoverPct = null;
  readonly circMarketCap = null;
  readonly isSt = null;

  constructor(
    private readonly bars: StockBars,
    private readonly at: number,
  ) {}

  get tradeDate(): CalendarDay {
    const day = this.bars.date[this.at];
    if (day === undefined) throw new Error('a bar without a day was read');
    return day;
  }

  get open(): number {
    return this.adjOpen;
  }

  get high(): number {
    return this.bars.tradedHigh[this.at] ?? NaN;
  }

  get low(): number {
    return this.bars.tradedLow[this.at] ?? NaN;
  }

  get close(): number {
    return this.bars.tradedClose[this.at] ?? NaN;
  }

  get volume(): number {
    return this.bars.tradedVolume[this.at] ?? NaN;
  }

  get adjOpen(): number {
    return this.bars.open[this.at] ?? NaN;
  }

  get adjHigh(): number {
    return this.bars.high[this.at] ?? NaN;
  }

  get adjLow(): number {
    return this.bars.low[this.at] ?? NaN;
  }

  get adjClose(): number {
    return this.bars.close[this.at] ?? NaN;
  }

  get adjVolume(): number {
    return this.bars.volume[this.at] ?? NaN;
  }

  // Limits are computed: only a bar that closes at its high or low may close at one.
  get upLimit(): number | null {
    return this.close === this.high ? known(this.bars.limitUp[this.at]) : null;
  }

  get downLimit(): number | null {
    return this.close === this.low ? known(this.bars.limitDown[this.at]) : null;
  }
}

function known(price: number | undefined): number | null {
  return price === undefined || Number.isNaN(price) ? null : price;
}

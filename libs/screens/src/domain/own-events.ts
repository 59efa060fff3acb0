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

/** The events of a stock's bar, as they were read of it and so many before. */
interface LastReading {
  readonly day: number;
  readonly count: number;
  readonly events: readonly FiredEvent[];
}

/** Of each stock, by what the bars come from: who looks at an event of a day looks at others of that day next. */
const lastReadings = new WeakMap<object, Map<string, LastReading>>();

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
  const isOfLast = from === bars.count - 1;
  for (const [index, events] of (isOfLast ? [readLast(bars)] : readFrom(bars, from)).entries()) {
    const fired = events.find((each) => each.event === event);
    if (fired !== undefined) report(from + index, fired);
  }
}

/** All events of the last bar. They are the same for whichever is looked for: of a stock they are read once. */
function readLast(bars: StockBars): readonly FiredEvent[] {
  const { origin, code, count } = bars;
  const day = bars.day[count - 1] ?? NaN;
  const ofStocks = lastReadings.get(origin) ?? new Map<string, LastReading>();
  lastReadings.set(origin, ofStocks);
  const known = ofStocks.get(code);
  if (known?.day === day && known.count === count) return known.events;
  const events = readFrom(bars, count - 1)[0] ?? [];
  ofStocks.set(code, { day, count, events });
  return events;
}

/** All events of each bar from a position on. */
function readFrom(bars: StockBars, from: number): (readonly FiredEvent[])[] {
  const found: (readonly FiredEvent[])[] = [];
  for (let at = from; at < bars.count;) {
    const block = Math.floor(listDayAt(bars, at) / BLOCK_DAYS);
    const firstDay = block * BLOCK_DAYS - barsNeededByRules;
    let first = at;
    while (first > 0 && listDayAt(bars, first - 1) >= firstDay) first -= 1;
    let end = at + 1;
    while (end < bars.count && listDayAt(bars, end) < (block + 1) * BLOCK_DAYS) end += 1;
    const columns = columnsOf(bars);
    const read: ReadBar[] = [];
    for (let each = first; each < end; each += 1) read.push(new ReadBar(bars, columns, each));
    const readings = readEvents(measureBars(read, DAILY.events), DAILY);
    for (; at < end; at += 1) found.push(readings[at - first]?.events ?? []);
  }
  return found;
}

/** Whether the rules of an event may fire on a bar with these facts, whatever the bars before show. */
export function mayHaveEvent(event: CycleEvent, bar: BarFacts): boolean {
  return mayFire(event, bar, DAILY.events);
}

function listDayAt({ listDays }: StockBars, at: number): number {
  return listDays[at] ?? 0;
}

/** Columns of a stock, each looked up once. */
type ReadColumns = Pick<
  StockBars,
  'date' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'tradedHigh' | 'tradedLow' | 'tradedClose'
>;

function columnsOf(bars: StockBars): ReadColumns {
  const { date, open, high, low, close, volume, tradedHigh, tradedLow, tradedClose } = bars;
  return { date, open, high, low, close, volume, tradedHigh, tradedLow, tradedClose };
}

/** A bar of the columns as the rules read it; what they leave alone is not filled in. */
class ReadBar implements AdjustedBar {
  readonly preClose = null;
  readonly amount = null;
  readonly turnoverPct = null;
  readonly circMarketCap = null;
  readonly isSt = null;
  readonly tradeDate: CalendarDay;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjOpen: number;
  readonly adjHigh: number;
  readonly adjLow: number;
  readonly adjClose: number;
  readonly adjVolume: number;

  constructor(
    private readonly bars: StockBars,
    columns: ReadColumns,
    private readonly at: number,
  ) {
    const day = columns.date[at];
    if (day === undefined) throw new Error('a bar without a day was read');
    this.tradeDate = day;
    this.high = columns.tradedHigh[at] ?? NaN;
    this.low = columns.tradedLow[at] ?? NaN;
    this.close = columns.tradedClose[at] ?? NaN;
    this.adjOpen = columns.open[at] ?? NaN;
    this.adjHigh = columns.high[at] ?? NaN;
    this.adjLow = columns.low[at] ?? NaN;
    this.adjClose = columns.close[at] ?? NaN;
    this.adjVolume = columns.volume[at] ?? NaN;
  }

  get open(): number {
    return this.adjOpen;
  }

  get volume(): number {
    return this.adjVolume;
  }

  // Limits are computed: only a bar that closes at its high or low may close at one.
  get upLimit(): number | null {
    return this.close === this.high ? known(this.bars.limitUpAt(this.at)) : null;
  }

  get downLimit(): number | null {
    return this.close === this.low ? known(this.bars.limitDownAt(this.at)) : null;
  }
}

function known(price: number): number | null {
  return Number.isNaN(price) ? null : price;
}

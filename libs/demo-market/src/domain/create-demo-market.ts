import { addDays, type CalendarDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import type { Bar } from '#lib/market-data';
import type { DemoMarket, DemoSeriesOfStock, DemoStock } from './demo-market';
import { type DemoListing, demoListings } from './demo-listing';
import { type DemoDay, DemoSeries } from './demo-series';
import { marketTides } from './demo-tide';

/** The demo market's first open day. Every installation has the same prices on the same day, wherever its window starts. */
export const DEMO_EPOCH: CalendarDay = calendarDayOf('2022-01-04');

/** Another text is another market. */
export const DEMO_SEED = 'stock-cycle demo 1';

/**
 * Builds the generated market: invented companies, prices by the rules of the exchanges, phases as Wyckoff described
 * them. It is a pure function of its days, and the bars of a day never change when days are appended.
 *
 * @param openDays every open day from {@link DEMO_EPOCH} to the market's last one, ascending. Its figures depend on the
 *   position of a day in this list, so pass the days that are stored already, then the calendar's.
 * @param every 5: only every fifth stock, with the bars that it has among all. Default 1.
 * @param atMost Of these so many, spread evenly over all boards. Default all.
 * @throws Error where the list does not begin at {@link DEMO_EPOCH}.
 */
export function createDemoMarket({
  openDays,
  every = 1,
  atMost = Infinity,
}: {
  openDays: readonly CalendarDay[];
  every?: number;
  atMost?: number;
}): DemoMarket {
  if (openDays[0] !== DEMO_EPOCH) throw new Error(`the demo market's days must begin at ${DEMO_EPOCH}`);
  const tides = marketTides(DEMO_SEED, openDays.length);
  const days: DemoDay[] = openDays.map((date, index) => ({
    date,
    number: epochDayOf(date),
    tide: tides[index] ?? { drift: 0, liquidity: 1 },
  }));
  const lastDay = openDays.at(-1) ?? DEMO_EPOCH;
  const listed = demoListings(DEMO_SEED).filter(
    (listing, index) => index % every === 0 && listing.plannedListDay <= lastDay,
  );
  const listings = spread(listed, atMost);
  let stocks: readonly DemoStock[] | undefined;
  const series = function* (fromDay: CalendarDay): Generator<DemoSeriesOfStock> {
    const from = epochDayOf(fromDay);
    for (const listing of listings) yield buildSeries(listing, days, from);
  };
  return {
    get stocks() {
      stocks ??= [...series(addDays(lastDay, 1))].map(({ stock }) => stock);
      return stocks;
    },
    *bars(fromDay = DEMO_EPOCH) {
      for (const { bars } of series(fromDay)) yield* bars;
    },
    series,
  };
}

function spread<Item>(items: readonly Item[], atMost: number): readonly Item[] {
  if (items.length <= atMost) return items;
  const picked = new Set(Array.from({ length: atMost }, (_, index) => Math.floor((index * items.length) / atMost)));
  return items.filter((_, index) => picked.has(index));
}

/** The stock has the name of the last day: `ST` stands before it while the stock is under special treatment. */
function buildSeries(listing: DemoListing, days: readonly DemoDay[], from: number): DemoSeriesOfStock {
  const series = new DemoSeries(listing, DEMO_SEED, DEMO_EPOCH);
  const bars: Bar[] = [];
  for (const day of days) {
    const bar = series.trade(day);
    if (bar !== undefined && day.number >= from) bars.push(bar);
  }
  const firstOpen = days.find((day) => day.date >= listing.plannedListDay)?.date;
  const stock: DemoStock = {
    code: listing.code,
    name: series.isSt ? `ST${listing.stem}` : listing.name,
    exchange: listing.exchange,
    board: listing.board,
    listDate: listing.plannedListDay >= DEMO_EPOCH && firstOpen !== undefined ? firstOpen : listing.plannedListDay,
  };
  return { stock, bars };
}

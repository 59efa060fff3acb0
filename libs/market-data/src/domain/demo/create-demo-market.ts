import { type CalendarDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import type { Bar } from '../bar';
import type { DemoMarket, DemoStock } from '../demo-market';
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
 * @throws Error where the list does not begin at {@link DEMO_EPOCH}.
 */
export function createDemoMarket({ openDays }: { openDays: readonly CalendarDay[] }): DemoMarket {
  if (openDays[0] !== DEMO_EPOCH) throw new Error(`the demo market's days must begin at ${DEMO_EPOCH}`);
  const tides = marketTides(DEMO_SEED, openDays.length);
  const days: DemoDay[] = openDays.map((date, index) => ({
    date,
    number: epochDayOf(date),
    tide: tides[index] ?? { drift: 0, liquidity: 1 },
  }));
  const lastDay = openDays.at(-1) ?? DEMO_EPOCH;
  const listings = demoListings(DEMO_SEED).filter((listing) => listing.plannedListDay <= lastDay);
  let stocks: readonly DemoStock[] | undefined;
  return {
    get stocks() {
      stocks ??= listings.map((listing) => stockOf(listing, days));
      return stocks;
    },
    *bars(fromDay = DEMO_EPOCH) {
      const from = epochDayOf(fromDay);
      for (const listing of listings) yield* barsOf(listing, days, from);
    },
  };
}

function* barsOf(listing: DemoListing, days: readonly DemoDay[], from: number): Generator<Bar> {
  const series = new DemoSeries(listing, DEMO_SEED, DEMO_EPOCH);
  for (const day of days) {
    const bar = series.trade(day);
    if (bar !== undefined && day.number >= from) yield bar;
  }
}

/** The stock under the name that it has on the last day: `ST` stands before it while the stock is under special treatment. */
function stockOf(listing: DemoListing, days: readonly DemoDay[]): DemoStock {
  const series = new DemoSeries(listing, DEMO_SEED, DEMO_EPOCH);
  for (const day of days) series.trade(day);
  const firstOpen = days.find((day) => day.date >= listing.plannedListDay)?.date;
  return {
    code: listing.code,
    name: series.isSt ? `ST${listing.stem}` : listing.name,
    exchange: listing.exchange,
    board: listing.board,
    listDate: listing.plannedListDay >= DEMO_EPOCH && firstOpen !== undefined ? firstOpen : listing.plannedListDay,
  };
}

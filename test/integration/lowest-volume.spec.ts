import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { calendarDayOf, type CalendarDay } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { emptyTables } from '../support/database/empty-tables';
import { openMarket, type OpenMarket } from '../support/database/open-market';
import { makeScratchFolder } from '../support/processes/scratch-folder';

const EASTMONEY = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,换手率';
const CALENDAR = TradingCalendar.published();
/** Every sixtieth day of six years: the window of 360 open days holds six of them. */
const DAYS = CALENDAR.openDaysBetween(calendarDayOf('2018-06-01'), calendarDayOf('2024-06-28')).filter(
  (_day, at) => at % 60 === 0,
);
const FIRST_TODAY = 7;
/** Has all days before today, so that no load brings a day of the past that the market lacks. */
const ANCHOR = '600009';

let market: OpenMarket;
let folder: string;

beforeAll(async () => {
  market = await openMarket(calendarDayOf('2024-06-28'));
  folder = await makeScratchFolder();
});
afterAll(() => market.close());

interface Step {
  /** How many of {@link DAYS} pass before it. */
  readonly passes: number;
  readonly code: string;
  /** 手 of today and of the days before it, latest first; null: not in the file. */
  readonly lots: readonly (number | null)[];
  readonly early: boolean;
}

const lots = fc.option(fc.integer({ min: 1, max: 9 }), { freq: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  passes: fc.constantFrom(0, 0, 1, 1, 2),
  code: fc.constantFrom('600000', '600001'),
  lots: fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 9 })),
    fc.array(lots, { minLength: 1, maxLength: 4 }),
    fc.array(lots, { minLength: 8, maxLength: 8 }),
  ),
  early: fc.boolean(),
});

it('the lowest volume of a stock is that of its final bars in 360 open days, after any loads', async () => {
  let files = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      await emptyTables(market.database, ['stock', 'daily_bar', 'market_day', 'provisional_bar', 'stock_figures']);
      const known = new Map<string, Map<CalendarDay, { lots: number; final: boolean }>>();
      let place = FIRST_TODAY;
      for (const { passes, code, lots: given, early } of steps) {
        place = Math.min(place + passes, DAYS.length - 1);
        const rows = given.flatMap((amount, before) => {
          const day = DAYS[place - before];
          return amount === null || day === undefined ? [] : [{ day, lots: amount }];
        });
        market.clock.set(DAYS[place] ?? calendarDayOf('2024-06-28'), early ? '10:30' : '16:00');
        const own = join(folder, String((files += 1)));
        await mkdir(own);
        const anchor = DAYS.slice(0, place).map((day) => ({ day, lots: 5 }));
        await writeFile(join(own, `${ANCHOR}.csv`), toFile(ANCHOR, anchor));
        if (rows.length > 0) await writeFile(join(own, `${code}.csv`), toFile(code, rows));
        expect((await market.importer.import({ path: own, format: 'eastmoney-csv' })).refused).toEqual([]);
        for (const row of [
          ...anchor.map((bar) => [ANCHOR, bar] as const),
          ...rows.map((bar) => [code, bar] as const),
        ]) {
          const bars = known.get(row[0]) ?? new Map<CalendarDay, { lots: number; final: boolean }>();
          known.set(row[0], bars.set(row[1].day, { lots: row[1].lots, final: !early || row[1].day !== DAYS[place] }));
        }
        expect(await readLowest()).toEqual(findLowest(known));
      }
    }),
    { numRuns: 6, seed: 20_261_128 },
  );
}, 120_000);

it('a day is the lowest again where the newest day becomes provisional again, and the window moves back', async () => {
  await emptyTables(market.database, ['stock', 'daily_bar', 'market_day', 'provisional_bar', 'stock_figures']);
  const days = CALENDAR.openDaysBefore(calendarDayOf('2024-06-29'), 361);
  const bars = [0, 200, 359, 360].map((at) => ({
    day: days[at] ?? calendarDayOf('2024-06-28'),
    lots: at === 0 ? 1 : at,
  }));
  const importAt = async (time: string, of: typeof bars): Promise<void> => {
    market.clock.set(calendarDayOf('2024-06-28'), time);
    const own = await makeScratchFolder();
    await writeFile(join(own, '600000.csv'), toFile('600000', of));
    expect((await market.importer.import({ path: own, format: 'eastmoney-csv' })).refused).toEqual([]);
  };
  await importAt('16:00', bars);
  expect(await readLowest()).toEqual([{ code: '600000', day: days[200], volume: 20_000 }]);
  await importAt('10:30', bars.slice(3));
  expect(await readLowest()).toEqual([{ code: '600000', day: days[0], volume: 100 }]);
});

function toFile(code: string, bars: readonly { day: CalendarDay; lots: number }[]): string {
  return [EASTMONEY, ...bars.map((bar) => `${bar.day},${code},10,10,10,10,${bar.lots},${bar.lots * 1000},0.5`)].join(
    '\n',
  );
}

function readLowest(): Promise<{ code: string; day: string | null; volume: string | null }[]> {
  return market.database.query(
    `select code, lowest_volume_trade_date as day, lowest_volume::integer as volume from stock_figures order by code`,
  );
}

/** What the rule says, from all bars that were ever loaded: the lowest volume, of equal ones the latest. */
function findLowest(known: ReadonlyMap<string, ReadonlyMap<CalendarDay, { lots: number; final: boolean }>>): object[] {
  const finalDays = [...known.values()].flatMap((bars) =>
    [...bars].flatMap(([day, { final }]) => (final ? [day] : [])),
  );
  const last = finalDays.sort().at(-1) ?? calendarDayOf('2022-01-01');
  const first = CALENDAR.openDaysBefore(last, 359)[0] ?? last;
  return [...known]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([code, bars]) => {
      const all = [...bars].filter(([, { final }]) => final);
      if (all.length === 0) return [];
      const [lowest] = all
        .filter(([day]) => day >= first)
        .sort(([day, bar], [otherDay, other]) => bar.lots - other.lots || (day < otherDay ? 1 : -1));
      return [{ code, day: lowest?.[0] ?? null, volume: lowest === undefined ? null : lowest[1].lots * 100 }];
    });
}

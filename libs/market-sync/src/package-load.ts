import type { SqlRunner } from '#lib/database';
import { type CalendarDay, groupBy } from '#lib/kernel';
import { refreshStockFigures, type TradingCalendar } from '#lib/market-data';
import { type BeijingStock, findBeijingRenames } from './domain/beijing-renames';
import { decideExRight, type ExRightVerdict } from './domain/ex-right-evidence';
import { NameHistory } from './domain/name-history';
import { ShareBook, type SharesOnDay, type StockOnDay } from './domain/share-book';
import type { CodeChange, DailyBar, ListedDay } from './domain/vendor-rows';
import type { FetchedDays } from './fetched-days';
import {
  removePreviousCloses,
  replaceNames,
  selectBeijingStocks,
  selectExRightEvidence,
  selectKnownDays,
  selectNearestShares,
  selectShareCounts,
  selectStoredPackages,
  storeExRightEvidence,
  storeUnmatchedCodes,
  updateListings,
} from './persistence/day-packages.query';
import { selectNames } from './persistence/stored-market.query';

/** What the packages of a load say in addition to their bars: names, shares, new codes, listings. */
export interface PackageLoad {
  /** Codes that changed between neighbouring days. */
  readonly changes: readonly CodeChange[];
  /** The shares of a stock on a day of the load. */
  sharesOn(code: string, day: CalendarDay): SharesOnDay | null;
  newestName(code: string): string | undefined;
  /** Previous closes are no ex-right references, and are not used. */
  readonly ignoresPreviousCloses: boolean;
  /** Stores all of it in the load's transaction, after the bars. */
  store(tx: SqlRunner): Promise<void>;
}

/** Old Beijing codes and the 920 codes that replaced them, between neighbouring days of which one is in the load. */
export async function findRenames(
  tx: SqlRunner,
  packages: ReadonlyMap<CalendarDay, readonly ListedDay[]>,
  calendar: TradingCalendar,
): Promise<{ changes: CodeChange[]; unmatched: { codes: readonly string[]; lastDay: CalendarDay }[] }> {
  const pairs = await findPairs(tx, [...packages.keys()], calendar);
  const changes: CodeChange[] = [];
  const unmatched: { codes: readonly string[]; lastDay: CalendarDay }[] = [];
  const stocksOn = async (day: CalendarDay): Promise<readonly BeijingStock[]> => {
    const listed = packages.get(day);
    return listed === undefined ? selectBeijingStocks(tx, day) : listed.filter(isOfBeijing).map(toBeijingStock);
  };
  for (const { day, before } of pairs) {
    const found = findBeijingRenames(await stocksOn(before), await stocksOn(day));
    changes.push(...found.changes);
    if (found.unmatched.length > 0) unmatched.push({ codes: found.unmatched, lastDay: before });
  }
  return { changes, unmatched };
}

/** Prepares what goes with the bars of a load. */
export async function preparePackages(
  tx: SqlRunner,
  fetched: FetchedDays,
  calendar: TradingCalendar,
  renames: Awaited<ReturnType<typeof findRenames>>,
): Promise<PackageLoad> {
  const days = fetched.days().filter((day) => fetched.has('package', day));
  const pairs = await findPairs(tx, days, calendar);
  const known = await selectKnownDays(tx);
  const names = new NameHistory(await selectNames(tx));
  names.note(new Map(days.map((day) => [day, namesOn(fetched, day)])), known);
  // Of a newcomer whose name was cut on all of its days.
  const shortNames = new Map(
    days.flatMap((day) =>
      [...fetched.byCode<ListedDay>('package', day).values()].map(({ code, shortName }) => [code, shortName] as const),
    ),
  );
  const verdict = await readExRightVerdict(tx);
  const shares = await valueShares(tx, fetched, days, verdict);
  return {
    changes: renames.changes,
    sharesOn: (code, day) => shares.get(`${code} ${day}`) ?? null,
    newestName: (code) => names.newestName(code) ?? shortNames.get(code),
    ignoresPreviousCloses: verdict === 'no',
    store: async (inTransaction) => {
      await replaceNames(inTransaction, names.changedSpans());
      for (const { codes, lastDay } of renames.unmatched) await storeUnmatchedCodes(inTransaction, codes, lastDay);
      if (verdict === 'unknown') await gatherEvidence(inTransaction, pairs);
      const newest = [...days, ...(known === undefined ? [] : [known.to])].sort().at(-1);
      if (newest !== undefined)
        await updateListings(inTransaction, newest, await selectFollowing(inTransaction, calendar, days, known));
    },
  };
}

/** Whether the previous closes of the stored market are ex-right references. */
export async function readExRightVerdict(db: SqlRunner): Promise<ExRightVerdict> {
  return decideExRight(await selectExRightEvidence(db));
}

async function gatherEvidence(tx: SqlRunner, pairs: readonly DayPair[]): Promise<void> {
  await storeExRightEvidence(tx, pairs);
  const verdict = await readExRightVerdict(tx);
  if (verdict !== 'no') return;
  await removePreviousCloses(tx);
  // Bars of all days have changed, not those of the load alone.
  await refreshStockFigures(tx, 'everything');
}

interface DayPair {
  readonly day: CalendarDay;
  /** The open day before it. */
  readonly before: CalendarDay;
}

/** Neighbouring open days that are both stored or in the load, of which one at least is in the load. */
async function findPairs(tx: SqlRunner, days: readonly CalendarDay[], calendar: TradingCalendar): Promise<DayPair[]> {
  const around = days.flatMap((day) => [calendar.nthOpenDayBefore(day, 1), calendar.nextOpenDay(day)]);
  const there = new Set([...days, ...(await selectStoredPackages(tx, around))]);
  const candidates = [...new Set([...days, ...around])];
  return candidates.flatMap((day) => {
    const before = calendar.nthOpenDayBefore(day, 1);
    const inLoad = days.includes(day) || days.includes(before);
    return there.has(day) && there.has(before) && inLoad ? [{ day, before }] : [];
  });
}

/** All days whose open day before is stored too: only there a first day can be a listing. */
async function selectFollowing(
  tx: SqlRunner,
  calendar: TradingCalendar,
  days: readonly CalendarDay[],
  known: { from: CalendarDay; to: CalendarDay } | undefined,
): Promise<CalendarDay[]> {
  const all = [...days, ...(known === undefined ? [] : [known.from, known.to])].sort();
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = calendar.openDaysBetween(first, last);
  const there = new Set([...days, ...(await selectStoredPackages(tx, span))]);
  return span.filter((day, at) => there.has(day) && there.has(span[at - 1] ?? day) && at > 0);
}

async function valueShares(
  tx: SqlRunner,
  fetched: FetchedDays,
  days: readonly CalendarDay[],
  verdict: ExRightVerdict,
): Promise<Map<string, SharesOnDay>> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const later = byCode(await selectNearestShares(tx, 'after', last));
  const earlier = byCode(await selectNearestShares(tx, 'before', first));
  const barsOf = (day: CalendarDay): DailyBar[] => [...fetched.byCode<DailyBar>('bars', day).values()];
  const bars = groupBy(days.flatMap(barsOf), ({ code }) => code);
  const book = new ShareBook(await selectShareCounts(tx, [...bars.keys()], { from: first, to: last }));
  const shares = new Map<string, SharesOnDay>();
  for (const [code, own] of bars) {
    const valued = own.map(({ tradeDate, close, preClose }) => ({
      day: tradeDate,
      close,
      preClose: verdict === 'no' ? null : preClose,
    }));
    book.valueDays(code, valued, later.get(code), earlier.get(code)).forEach((known, at) => {
      const day = valued[at]?.day;
      if (known !== null && day !== undefined) shares.set(`${code} ${day}`, known);
    });
  }
  return shares;
}

function byCode(stocks: readonly StockOnDay[]): Map<string, StockOnDay> {
  return new Map(stocks.map((stock) => [stock.code, stock]));
}

function namesOn(fetched: FetchedDays, day: CalendarDay): { code: string; name: string }[] {
  return [...fetched.byCode<ListedDay>('package', day).values()].flatMap(({ code, name }) =>
    name === null ? [] : [{ code, name }],
  );
}

function isOfBeijing({ exchange }: ListedDay): boolean {
  return exchange === 'BSE';
}

function toBeijingStock({ code, name, bar }: ListedDay): BeijingStock {
  return { code, name, close: bar?.[3] ?? null, preClose: bar?.[4] ?? null };
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { createRunner, Database, readAtLength, type SqlRunner } from '#lib/database';
import { addDays, type CalendarDay, epochDayOf, groupBy, MIN_DAY } from '#lib/kernel';
import { MarketStateService, selectBarVersion, selectFirstChangedDay, TradingCalendarService } from '#lib/market-data';
import { BarColumns } from './domain/bar-columns';
import { BarMatrix, encodeFacts, type MatrixFacts, shareIntegers } from './domain/bar-matrix';
import { BarPlaces } from './domain/bar-places';
import type { MatrixStock } from './domain/matrix-stock';
import type { BarTarget } from './persistence/bar-decoder';
import type { CapTarget } from './persistence/cap-decoder';
import {
  beginMarketSnapshot,
  copyDays,
  copyNewest,
  copyTotalCaps,
  endMarketSnapshot,
} from './persistence/copy-bars.query';
import {
  selectBarDays,
  selectIsOfFiles,
  selectOptionalColumns,
  selectStocksWithBars,
  type StockWithBars,
} from './persistence/market-facts.query';

/** Places behind a stock's last bar, for the days to come. */
const SPARE_BARS = 64;
const CODES = 1_000_000;
/** 2149-06-06 as whole days since 1970-01-01: what 16 bits hold. */
const EPOCH_DAYS = 65_536;

/** A connection with a snapshot of the market. */
interface Snapshot {
  readonly client: Client;
  readonly runner: SqlRunner;
}

/** Reads matrices from the database, each as the market is in one moment. */
@Injectable()
export class MatrixLoader {
  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly calendars: TradingCalendarService,
  ) {}

  /**
   * The bars of the market's newest days, and of a stock that was suspended or left meanwhile so many older ones that it has
   * as many bars as the others.
   * @returns undefined where the market has none.
   */
  loadDays(count: number): Promise<BarMatrix | undefined> {
    return this.inSnapshot(async (snapshot) => {
      const days = await selectBarDays(snapshot.runner, null);
      const newest = days.slice(-count);
      const [first, last] = [newest[0], newest.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      const stocks = await selectStocksWithBars(snapshot.runner, first, null);
      const rooms = stocks.map((stock) => (hasOlderBars(stock, first) ? newest.length : countDays(newest, stock)));
      const places = new BarPlaces(rooms.map((room) => room + SPARE_BARS));
      const columns = BarColumns.allocate(places.total, await selectOptionalColumns(snapshot.runner, first));
      const facts = await this.readFacts(snapshot.runner, days, stocks, days.length - newest.length);
      await copyDays(
        snapshot.client,
        targetOf(columns, facts, (no) => places.takeNext(no)),
        first,
        last,
      );
      const filled = { columns, places, facts, from: first };
      return this.finish(snapshot, { ...filled, older: await this.addOlder(snapshot, filled, rooms) });
    });
  }

  /**
   * Reads the bars before the first day of stocks that have gaps since, as many as they lack. Few stocks lack many: those that
   * lack about the same number are read together.
   * @param rooms Bars that each may have. @returns the stocks.
   */
  private async addOlder(
    { client }: Snapshot,
    { columns, places, facts, from }: FilledColumns,
    rooms: readonly number[],
  ): Promise<string[]> {
    if (from === undefined) return [];
    const lacking = facts.stocks.flatMap((stock, no) => {
      const bars = (rooms[no] ?? 0) - (places.counts[no] ?? 0);
      return bars > 0 && hasOlderBars(stock, from) ? [{ code: stock.code, no, bars }] : [];
    });
    for (const { no, bars } of lacking) places.moveBack(no, bars, columns);
    const target = targetOf(columns, facts, (no) => places.takePrevious(no));
    const groups = groupBy(lacking, ({ bars }) => 2 ** Math.ceil(Math.log2(bars)));
    for (const [bars, stocks] of groups) {
      await copyNewest(client, target, { through: addDays(from, -1), bars, codes: stocks.map(({ code }) => code) });
    }
    return lacking.map(({ code }) => code);
  }

  /**
   * The newest bars of each stock up to a day.
   * @param bars How many; null: all of them. @param codes Of these stocks alone; null: of all.
   * @returns undefined where the market has none.
   */
  loadThrough(
    through: CalendarDay,
    bars: number | null,
    codes: readonly string[] | null = null,
  ): Promise<BarMatrix | undefined> {
    return this.inSnapshot(async (snapshot) => {
      const days = await selectBarDays(snapshot.runner, through);
      const [first] = days;
      if (first === undefined) return undefined;
      const stocks = await selectStocksWithBars(snapshot.runner, first, codes);
      const places = new BarPlaces(stocks.map((stock) => Math.min(countDays(days, stock), bars ?? Infinity)));
      const columns = BarColumns.allocate(places.total, await selectOptionalColumns(snapshot.runner, first));
      places.startAtEnds();
      const facts = await this.readFacts(snapshot.runner, days, stocks, bars === null ? 0 : days.length);
      const target = targetOf(columns, facts, (no) => places.takePrevious(no));
      await copyNewest(snapshot.client, target, { through, bars: bars ?? days.length, codes });
      return this.finish(snapshot, { columns, places, facts, from: first, codes });
    });
  }

  /**
   * A matrix with the days that came after those of another one, in the places behind its bars.
   * @returns undefined where more has changed than that days were added, or where places ran out.
   */
  append(matrix: BarMatrix): Promise<BarMatrix | undefined> {
    return this.inSnapshot(async (snapshot) => {
      const { lastDay, columns } = matrix;
      const { completeFrom } = matrix.facts;
      const first = matrix.facts.days[completeFrom];
      const firstChanged = await selectFirstChangedDay(snapshot.runner, matrix.shared.version);
      if (first === undefined || lastDay === undefined || firstChanged === undefined) return undefined;
      if (firstChanged !== null && firstChanged <= lastDay) return undefined;
      const added = (await selectBarDays(snapshot.runner, null)).filter((day) => day > lastDay);
      const stocks = await selectStocksWithBars(snapshot.runner, first, null);
      if (!hasSameStocks(matrix, stocks)) return undefined;
      const places = BarPlaces.after(matrix);
      const days = [...matrix.facts.days, ...added];
      const facts = await this.readFacts(snapshot.runner, days, stocks, completeFrom);
      const [from, to] = [added[0], added.at(-1)];
      if (from !== undefined && to !== undefined) {
        const has = await selectOptionalColumns(snapshot.runner, from);
        if ((has.limits && !columns.has.limits) || (has.totalCaps && !columns.has.totalCaps)) return undefined;
        const target = targetOf(columns, facts, (no) => places.takeNext(no));
        if (!(await copyDays(snapshot.client, target, from, to))) return undefined;
      }
      return this.finish(snapshot, { columns, places, facts, from });
    });
  }

  private async readFacts(
    runner: SqlRunner,
    days: readonly CalendarDay[],
    stocks: readonly StockWithBars[],
    completeFrom: number,
  ): Promise<MatrixFacts> {
    const listed = stocks.map(({ listDate, firstBarDate }) => listDate ?? firstBarDate);
    const calendar = await this.calendars.current();
    const [from] = [...days.slice(0, 1), ...listed.filter((day) => day !== null)].toSorted();
    const openDayNo = calendar.numberOpenDays(from ?? MIN_DAY, days.at(-1) ?? MIN_DAY);
    return {
      days,
      completeFrom,
      isOfFiles: await selectIsOfFiles(runner),
      openDayNos: days.map(openDayNo),
      stocks,
      listDayNos: listed.map((day) => (day === null ? null : openDayNo(day))),
    };
  }

  private async finish(
    { client, runner }: Snapshot,
    { columns, places: { starts, counts }, facts, from, codes = null, older = [] }: FilledColumns,
  ): Promise<BarMatrix> {
    const { buffers } = columns;
    const shared = {
      id: randomUUID(),
      revision: await this.state.revision(runner),
      version: await selectBarVersion(runner),
      buffers,
      starts: shareIntegers(starts),
      counts: shareIntegers(counts),
      facts: encodeFacts(facts),
    };
    const matrix = new BarMatrix(shared, facts);
    if (columns.has.totalCaps && from !== undefined) {
      const target: CapTarget = { ...numbersOf(facts), take: (...cap) => matrix.storeTotalCap(...cap) };
      await copyTotalCaps(client, target, { from, codes });
      const [oldest] = facts.days;
      if (older.length > 0 && oldest !== undefined) await copyTotalCaps(client, target, { from: oldest, codes: older });
    }
    return matrix;
  }

  private inSnapshot<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return readAtLength(this.database, 'stock-cycle-bars', async (client) => {
      await beginMarketSnapshot(client);
      const result = await read({ client, runner: createRunner(client) });
      await endMarketSnapshot(client);
      return result;
    });
  }
}

interface FilledColumns {
  readonly columns: BarColumns;
  readonly places: BarPlaces;
  readonly facts: MatrixFacts;
  /** The first day that was read. */
  readonly from: CalendarDay | undefined;
  /** The stocks that were read; left out or null: all. */
  readonly codes?: readonly string[] | null;
  /** Stocks with bars before that day. */
  readonly older?: readonly string[];
}

function targetOf(columns: BarColumns, facts: MatrixFacts, nextPlace: BarTarget['nextPlace']): BarTarget {
  return { columns, ...numbersOf(facts), nextPlace };
}

function numbersOf({ days, stocks }: MatrixFacts): Pick<BarTarget, 'stockNos' | 'dayNos'> {
  const stockNos = new Uint16Array(CODES);
  for (const [stockNo, { code }] of stocks.entries()) stockNos[Number(code)] = stockNo + 1;
  const dayNos = new Uint16Array(EPOCH_DAYS);
  for (const [dayNo, day] of days.entries()) dayNos[epochDayOf(day)] = dayNo + 1;
  return { stockNos, dayNos };
}

/** Days of the market on which a stock may have traded: never fewer than it has bars. */
function countDays(days: readonly CalendarDay[], { firstBarDate, lastBarDate }: StockWithBars): number {
  return days.reduce(
    (count, day) => count + ((firstBarDate === null || day >= firstBarDate) && day <= lastBarDate ? 1 : 0),
    0,
  );
}

function hasOlderBars({ firstBarDate }: MatrixStock, day: CalendarDay): boolean {
  return firstBarDate !== null && firstBarDate < day;
}

function hasSameStocks({ facts }: BarMatrix, stocks: readonly StockWithBars[]): boolean {
  return stocks.length === facts.stocks.length && stocks.every(({ code }, no) => code === facts.stocks[no]?.code);
}

import type { BarMatrix } from '#lib/bar-matrix/domain';
import { type CalendarDay, findFirstFrom } from '#lib/kernel';
import { hasLeft } from '#lib/outcomes/domain';
import { compareWithMarket } from '../domain/benchmarks';
import { followHits, type StockHit } from '../domain/follow-hits';
import { computeIndex } from '../domain/market/market-index';
import { findRegimes } from '../domain/market/market-regime';
import { hashSeed, seededRandom } from '../domain/statistics/seeded-random';
import { isFilled, type StudyCase } from '../domain/study-case';
import type { CaseRow, ExitRow } from '../domain/study-rows';
import { summarizeStudy } from '../domain/summarize-study';
import { MarketReader } from './read-market';
import type { ComputedStudy, SignalColumns, StudyTask } from './study-task';

/** Lists that luck picks (outcomes.md, section 3). */
const RANDOM_LISTS = 1000;
/** Days before the span: the mean of the market's regime, and the path before an entry. */
const DAYS_BEFORE = 130;

/** Follows the hits of a screen, and holds them against the market. Pure: the same task, the same study. */
export function computeStudy(task: Omit<StudyTask, 'matrix'>, matrix: BarMatrix): ComputedStudy {
  const { from, to, signals, horizons, costs } = task;
  const firstDay = Math.max(0, from - DAYS_BEFORE);
  const dateOf = (day: number): CalendarDay => dateAt(matrix, firstDay + day);
  const { openDayNos } = matrix.facts;
  const firstOpenDay = openDayNos[from] ?? 0;
  const openDayOf = (day: number): number => (openDayNos[firstDay + day] ?? 0) - firstOpenDay;
  const random = (purpose: string) => seededRandom(hashSeed(`${task.seed} ${purpose}`));

  const { cases, market } = followAll(task, matrix, firstDay);
  const filled = cases
    .filter(isFilled)
    .sort((one, other) => one.entry.day - other.entry.day || one.signalDay - other.signalDay || one.rank - other.rank);
  const hits = markHits(signals, matrix);
  const index = computeIndex(market);
  const benchmarks = compareWithMarket(filled, market, {
    ...{ horizons, costs, lists: RANDOM_LISTS, random, dateOf, index },
    isHit: (stockNo, day) => hits[placeOf(matrix, stockNo, firstDay + day)] === 1,
  });
  const openDays = openDayOf(to - firstDay) + 1;
  const result = summarizeStudy(
    { cases, filled, signals: signals.dayNos.length },
    benchmarks,
    { from: from - firstDay, openDays, openDayOf, dateOf, regimes: findRegimes(index) },
    { horizons, variants: task.variants, random },
  );
  const positions = new Map(filled.map((each, position) => [each as StudyCase, position]));
  const excessOf = (each: StudyCase, horizon: number): number =>
    benchmarks.exits[horizon]?.excess[positions.get(each) ?? -1] ?? NaN;
  const rows = cases
    .toSorted((one, other) => one.signalDay - other.signalDay || one.rank - other.rank || one.stockNo - other.stockNo)
    .map((each) => toRow(each, { horizons, dateOf, excessOf }));
  return { result, cases: rows };
}

/** Days of the cases are positions from `firstDay` on. */
function followAll(task: Omit<StudyTask, 'matrix'>, matrix: BarMatrix, firstDay: number) {
  const reader = new MarketReader(matrix, firstDay, task.filters);
  const hitsOf = groupByStock(task.signals);
  const { openDayNos, stocks, days } = matrix.facts;
  const lastDay = (openDayNos.at(-1) ?? 0) - (openDayNos[0] ?? 0);
  const cases: StudyCase[] = [];
  for (const [stockNo, stock] of stocks.entries()) {
    const bars = reader.read(stockNo);
    const found = hitsOf.get(stockNo);
    if (bars === undefined || found === undefined) continue;
    const hits = found.flatMap(({ dayNo, rank }): StockHit[] => {
      const at = findFirstFrom(bars.day, dayNo);
      return bars.day[at] === dayNo ? [{ at, rank }] : [];
    });
    const calendar = { lastDay, isDelisted: hasLeft(stock.delistDate, matrix.lastDay), days, firstDay };
    for (const each of followHits(stockNo, bars, hits, calendar, task)) cases.push(each);
  }
  return { cases, market: reader.market };
}

function groupByStock({ stockNos, dayNos, ranks }: SignalColumns): Map<number, { dayNo: number; rank: number }[]> {
  const hits = new Map<number, { dayNo: number; rank: number }[]>();
  for (const [index, stockNo] of stockNos.entries()) {
    const hit = { dayNo: dayNos[index] ?? 0, rank: ranks[index] ?? 0 };
    const known = hits.get(stockNo);
    if (known === undefined) hits.set(stockNo, [hit]);
    else known.push(hit);
  }
  for (const each of hits.values()) each.sort((one, other) => one.dayNo - other.dayNo);
  return hits;
}

/** 1 where a stock was a hit on a day, by {@link placeOf}. */
function markHits({ stockNos, dayNos }: SignalColumns, matrix: BarMatrix): Uint8Array {
  const { days, stocks } = matrix.facts;
  const hits = new Uint8Array(days.length * stocks.length);
  for (const [index, day] of dayNos.entries()) hits[placeOf(matrix, stockNos[index] ?? 0, day)] = 1;
  return hits;
}

/** The stocks of a day are asked for together. */
function placeOf({ facts }: BarMatrix, stockNo: number, day: number): number {
  return day * facts.stocks.length + stockNo;
}

interface RowOptions {
  readonly horizons: readonly number[];
  readonly dateOf: (day: number) => CalendarDay;
  /** @param horizon Its place among the horizons. */
  readonly excessOf: (each: StudyCase, horizon: number) => number;
}

function toRow(each: StudyCase, { horizons, dateOf, excessOf }: RowOptions): CaseRow {
  const { code, signalDay, rank, outcome, entry } = each;
  const exits: ExitRow[] = [];
  for (const [index, exit] of (entry?.exits ?? []).entries()) {
    const horizon = horizons[index];
    if (exit === undefined || horizon === undefined) continue;
    const { price: exitPrice, gross, net } = exit;
    const [grossPct, netPct, excessPct] = [gross * 100, net * 100, excessOf(each, index) * 100];
    exits.push({ horizon, exitDate: dateOf(exit.day), exitPrice, grossPct, netPct, excessPct });
  }
  return {
    ...{ code, signalDate: dateOf(signalDay), rank, outcome },
    entryDate: entry === undefined ? null : dateOf(entry.day),
    entryPrice: entry?.price ?? null,
    gapPct: entry === undefined ? null : entry.gap * 100,
    exits,
  };
}

function dateAt({ facts }: BarMatrix, day: number): CalendarDay {
  const date = facts.days[day];
  if (date === undefined) throw new Error('a study reads a day that the market does not have');
  return date;
}

import { type CalendarDay, groupBy, quantileOfSorted } from '#lib/kernel';
import { LEAST_EFFECTIVE } from '#lib/outcomes/domain';
import { ALL_BOARDS } from '#lib/screens/domain';
import { type Benchmarks, PATH_DAYS } from './benchmarks';
import { computeHorizonFigures, type HorizonCases, type MeasuredCases, measureExcess } from './horizon-figures';
import { bestOfLists, rankAmongLists } from './random-lists';
import { type CaseExit, type FilledCase, type StudyCase } from './study-case';
import {
  CAP_TERCILES,
  type GroupFigures,
  HALVES,
  type HistogramBin,
  type NotableCase,
  type PathDay,
  REGIMES,
  type StudyHorizon,
  type StudyResult,
  type Tradability,
} from './study-result';

/** The horizon of a study's groups, where it has it. */
const USUAL_HORIZON = 20;
const NOTABLE = 10;
/** Edges of the histogram in percent: the last bin has no end. */
const BINS = Array.from({ length: 17 }, (_, index) => -40 + index * 5);

export interface StudiedSpan {
  /** Position of the span's first day. */
  readonly from: number;
  /** Open days of the exchange from the first day to the last. */
  readonly openDays: number;
  /** Number of a day among the open days of the span, the first one's being 0. */
  readonly openDayOf: (day: number) => number;
  readonly dateOf: (day: number) => CalendarDay;
  /** By day: 1 above, 0 below, -1 unknown. */
  readonly regimes: Int8Array;
}

export interface SummaryOptions {
  readonly horizons: readonly number[];
  /** Variants of the screen that were studied, this one among them. */
  readonly variants: number;
  /** In [0, 1), of a seed. */
  readonly random: (purpose: string) => () => number;
}

/** A case with an exit at a horizon, and what it is held against. */
interface HeldCase {
  readonly position: number;
  readonly case: FilledCase;
  readonly exit: CaseExit;
  /** Gross return less the median of the universe over the same days. */
  readonly excess: number;
}

/**
 * What the cases of a study came to (outcomes.md, sections 3 to 6).
 * @param cases All of them. @param benchmarks Of those with an entry, in the order of their entries: `filled`.
 */
export function summarizeStudy(
  { cases, filled, signals }: { cases: readonly StudyCase[]; filled: readonly FilledCase[]; signals: number },
  benchmarks: Benchmarks,
  span: StudiedSpan,
  options: SummaryOptions,
): StudyResult {
  const { horizons } = options;
  const index = horizons.includes(USUAL_HORIZON) ? horizons.indexOf(USUAL_HORIZON) : horizons.length - 1;
  const held = selectHeld(filled, benchmarks, index);
  const groupHorizon = horizons[index] ?? USUAL_HORIZON;
  const groups = new Grouping(held, { horizon: groupHorizon, span, random: options.random });
  return {
    days: span.openDays,
    signals,
    cases: cases.length,
    unfillable: countOutcome(cases, 'unfillable'),
    pending: countOutcome(cases, 'pending'),
    delisted: filled.filter(({ entry }) => entry.exits.some((exit) => exit?.delisted)).length,
    horizons: horizons.map((horizon, place) => summarizeHorizon(horizon, place, filled, benchmarks, span, options)),
    groupHorizon,
    byYear: groups.by('year', ({ case: { entry } }) => yearOf(span.dateOf(entry.day))),
    byBoard: groups
      .by('board', ({ case: { board } }) => board)
      .toSorted((one, other) => ALL_BOARDS.indexOf(one.board) - ALL_BOARDS.indexOf(other.board)),
    byCap: groups.by('tercile', tercileAmong(held)),
    byTreatment: groups.by('st', ({ case: { st } }) => st),
    byRegime: groups.by('regime', ({ case: { entry } }) => regimeOf(span.regimes[entry.day - 1])),
    halves: groups.by('half', ({ case: { entry } }) =>
      span.openDayOf(entry.day) * 2 < span.openDays ? HALVES[0] : HALVES[1],
    ),
    path: summarizePath(benchmarks),
    histogram: countBins(held),
    ...findNotable(held, span),
    tradability: summarizeTradability(cases, filled, held),
  };
}

function selectHeld(filled: readonly FilledCase[], { exits }: Benchmarks, index: number): HeldCase[] {
  const held: HeldCase[] = [];
  for (const [position, each] of filled.entries()) {
    const exit = each.entry.exits[index];
    if (exit !== undefined) held.push({ position, case: each, exit, excess: exits[index]?.excess[position] ?? NaN });
  }
  return held;
}

function summarizeHorizon(
  horizon: number,
  index: number,
  filled: readonly FilledCase[],
  benchmarks: Benchmarks,
  span: StudiedSpan,
  { variants, random }: SummaryOptions,
): StudyHorizon {
  const held = selectHeld(filled, benchmarks, index);
  const { winBase = [], overControls = [], controlHits = new Float64Array(0) } = benchmarks.exits[index] ?? {};
  const cases = { ...toHorizonCases(held, horizon, span), controlHits };
  const figures = computeHorizonFigures(cases, random(`bootstrap of ${String(horizon)}`));
  const lists = benchmarks.lists[index] ?? new Float64Array(0);
  const { meanExcessPct } = figures;
  return {
    ...figures,
    pending: filled.length - held.length,
    winRatePct: percent(meanOf(held, ({ exit }) => (exit.net > 0 ? 1 : 0))),
    winBasePct: percent(meanOf(winBase, (share) => share)),
    meanOverControlsPct: percent(meanOf(overControls, (excess) => excess)),
    randomListP: meanExcessPct === null ? null : known(rankAmongLists(meanExcessPct / 100, lists)),
    luckiestPct: lists.length === 0 ? null : percent(bestOfLists(lists, variants)),
  };
}

/** Reads each case once: there are more of them than the processor's cache holds. */
function toHorizonCases(
  held: readonly HeldCase[],
  horizon: number,
  span: StudiedSpan,
): Omit<HorizonCases, 'controlHits'> {
  const column = () => new Float64Array(held.length);
  const [net, best, worst] = [column(), column(), column()];
  const delayed = new Uint8Array(held.length);
  for (const [place, { exit }] of held.entries()) {
    net[place] = exit.net;
    best[place] = exit.best;
    worst[place] = exit.worst;
    delayed[place] = exit.delay > 0 ? 1 : 0;
  }
  const months = new Set(held.map(({ case: { entry } }) => span.dateOf(entry.day).slice(0, 7))).size;
  return { ...toMeasuredCases(held, horizon, span), net, best, worst, delayed, months };
}

function toMeasuredCases(held: readonly HeldCase[], horizon: number, span: StudiedSpan): MeasuredCases {
  const [entryDays, excess] = [new Int32Array(held.length), new Float64Array(held.length)];
  for (const [place, each] of held.entries()) {
    entryDays[place] = span.openDayOf(each.case.entry.day);
    excess[place] = each.excess;
  }
  // Of the last signals some enter after the span.
  const spanDays = Math.max(span.openDays, 1 + span.openDayOf(held.at(-1)?.case.entry.day ?? span.from));
  return { horizon, entryDays, spanDays, excess };
}

/** Figures of parts of the cases at one horizon. */
class Grouping {
  constructor(
    private readonly held: readonly HeldCase[],
    private readonly options: { horizon: number; span: StudiedSpan; random: SummaryOptions['random'] },
  ) {}

  /** By the value that a case belongs to, ascending; undefined: to none. */
  by<Key extends string, Value extends string | number | boolean>(
    key: Key,
    of: (each: HeldCase) => Value | undefined,
  ): (GroupFigures & Record<Key, Value>)[] {
    const parts = groupBy(this.held, of);
    const values = [...parts.keys()].filter((value) => value !== undefined);
    return values.toSorted(orderValues).map((value) => {
      const figures = this.summarize(parts.get(value) ?? [], `${key} ${String(value)}`);
      return { [key]: value, ...figures } as GroupFigures & Record<Key, Value>;
    });
  }

  private summarize(held: readonly HeldCase[], purpose: string): GroupFigures {
    const { horizon, span, random } = this.options;
    const figures = measureExcess(toMeasuredCases(held, horizon, span), random(purpose));
    const { n, nEff, hitRatePct, meanExcessPct, meanExcessLowPct, meanExcessHighPct } = figures;
    return {
      ...{ n, nEff, hitRatePct, meanExcessPct, meanExcessLowPct, meanExcessHighPct },
      // Twelve months are asked of a study: a year can't have more.
      insufficient: nEff < LEAST_EFFECTIVE,
    };
  }
}

const ORDER: readonly (string | number | boolean)[] = [...CAP_TERCILES, ...REGIMES, ...HALVES, false, true];

function orderValues(one: string | number | boolean, other: string | number | boolean): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : ORDER.indexOf(one) - ORDER.indexOf(other);
}

/** Thirds of the cases whose cap is known. */
function tercileAmong(held: readonly HeldCase[]) {
  const caps = Float64Array.from(held.map(({ case: { cap } }) => cap).filter((cap) => !Number.isNaN(cap))).sort();
  const [low, high] = [quantileOfSorted(caps, 1 / 3), quantileOfSorted(caps, 2 / 3)];
  return ({ case: { cap } }: HeldCase) => {
    if (Number.isNaN(cap)) return undefined;
    if (cap <= low) return CAP_TERCILES[0];
    return cap <= high ? CAP_TERCILES[1] : CAP_TERCILES[2];
  };
}

function regimeOf(told: number | undefined): (typeof REGIMES)[number] | undefined {
  if (told === undefined || told < 0) return undefined;
  return told === 1 ? 'above' : 'below';
}

function summarizePath({ path, controlPath }: Benchmarks): PathDay[] {
  return path.map((values, place) => {
    const sorted = sortKnown(values);
    const controls = sortKnown(controlPath[place] ?? new Float64Array(0));
    return {
      day: PATH_DAYS[place] ?? 0,
      medianExcessPct: percent(quantileOfSorted(sorted, 0.5)),
      p25: percent(quantileOfSorted(sorted, 0.25)),
      p75: percent(quantileOfSorted(sorted, 0.75)),
      controlPct: percent(quantileOfSorted(controls, 0.5)),
    };
  });
}

/** Net return less the median that was beaten. */
function netExcess({ exit, excess }: HeldCase): number {
  return excess + exit.net - exit.gross;
}

function countBins(held: readonly HeldCase[]): HistogramBin[] {
  const counts = new Array<number>(BINS.length + 1).fill(0);
  for (const each of held) {
    const bin = BINS.findLastIndex((from) => netExcess(each) * 100 >= from) + 1;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((n, bin) => ({ fromPct: BINS[bin - 1] ?? null, n }));
}

function findNotable(held: readonly HeldCase[], span: StudiedSpan): Pick<StudyResult, 'best' | 'worst'> {
  const sorted = held.toSorted((one, other) => other.excess - one.excess || one.position - other.position);
  const show = ({ case: each, excess }: HeldCase): NotableCase => ({
    code: each.code,
    signalDate: span.dateOf(each.signalDay),
    excessPct: excess * 100,
  });
  return { best: sorted.slice(0, NOTABLE).map(show), worst: sorted.slice(-NOTABLE).toReversed().map(show) };
}

function summarizeTradability(
  cases: readonly StudyCase[],
  filled: readonly FilledCase[],
  held: readonly HeldCase[],
): Tradability {
  const perDay = Float64Array.from(
    [...groupBy(cases, ({ signalDay }) => signalDay).values()].map(({ length }) => length),
  ).sort();
  const decided = cases.filter(({ outcome }) => outcome !== 'pending').length;
  return {
    unfillablePct: percent(countOutcome(cases, 'unfillable') / decided),
    delayedPct: percent(meanOf(held, ({ exit }) => (exit.delay > 0 ? 1 : 0))),
    medianAmount: known(quantileOfSorted(sortKnown(Float64Array.from(cases, ({ amount }) => amount)), 0.5)),
    hitsPerDayMedian: known(quantileOfSorted(perDay, 0.5)),
    hitsPerDayMax: perDay.at(-1) ?? 0,
    meanGapPct: percent(meanOf(filled, ({ entry }) => entry.gap)),
  };
}

function countOutcome(cases: readonly StudyCase[], outcome: StudyCase['outcome']): number {
  return cases.filter((each) => each.outcome === outcome).length;
}

/** NaN of none. Values that are not known are left out. */
function meanOf<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let [sum, count] = [0, 0];
  for (const item of items) {
    const value = of(item);
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

function sortKnown(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function percent(share: number): number | null {
  return known(share * 100);
}

function yearOf(day: CalendarDay): number {
  return Number(day.slice(0, 4));
}

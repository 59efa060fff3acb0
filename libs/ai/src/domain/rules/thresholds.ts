import type { CycleEvent, PrimaryPhase } from '#lib/tracking';

/** Names the rules of this folder in every run and record made by them; a changed threshold or rule is a new version. */
export const RULES_VERSION = 'rules-v2';

/**
 * Bars before the first evaluated day that the rules need: a box of 60 bars ending 4 back, the 120 bars of the trend
 * before it, the 60 that the first of those needs, and room for a range to have formed. The year's tags (250 bars) fit in.
 */
export const barsNeededByRules = 300;

/**
 * Every limit of the event table, in its terms (docs/rules-model.md has the decisions beyond it). `ATR` stands for
 * multiples of it, `rv` for multiples of the median volume, `clv` for the position of the close in its bar (0 low, 1 high),
 * `H` for fractions of the range's height, counted from the edge that the old trend ran into.
 */
export const RULES = {
  /** The name of a bar in notes. */
  unit: '日',
  atrBars: 20,
  medianVolumeBars: 50,
  extremeBars: 60,
  refractoryBars: 10,
  /** A box is kept until it is left; the next one holds no bar of before. */
  box: { bars: 60, endsBarsBack: 4, maxHeight: 0.3, maxDrift: 0.12 },
  side: { trendBars: 120, accumulationReturn: -0.15, distributionReturn: 0.2 },
  /**
   * Of the two climaxes `down` ends a fall (PS, SC), `up` ends a rise (PSY, BC). `clv` counts from the extreme of the bar. The
   * preliminary ones stand within `extremeWithin` bars of a new extreme.
   */
  preliminary: {
    ...{ down: { closeFactor: 0.88 }, up: { closeFactor: 1.12 } },
    ...{ rv: 2, clv: 0.5, belowTrAtr: 1.6, extremeWithin: 10 },
  },
  climax: { trAtr: 1.6, down: { closeFactor: 0.82, rv: 2, clv: 0.35 }, up: { closeFactor: 1.35, rv: 2.5, clv: 0.4 } },
  reaction: { withinBars: 25, moveAtr: 2, moveShare: 0.06, pullbackAtr: 1 },
  secondaryTest: { beyondAtr: 0.3, withinH: 0.25, volumeShare: 0.6, trShare: 0.7, clv: 0.4 },
  spring: { minAtr: 0.1, maxAtr: 2.5, sameDayMaxRv: 2, sameDayClv: 0.5, withinBars: 3 },
  shakeout: { minAtr: 1.5, maxAtr: 4, rv: 1.5, withinBars: 5 },
  /** A support that a box may be shaken out of: so old, and touched so often, with a close `awayH` over it between. */
  support: { age: 40, touches: 2, touchH: 0.1, awayH: 0.3 },
  test: { fromBars: 2, toBars: 20, withinH: 0.3, maxRv: 0.8, maxTrAtr: 0.9, clv: 0.5 },
  /** SOS and SOW; beyond the far edge by `leapAtr` they are JAC and FTI. */
  sign: { atH: 0.6, gainAtr: 1, gainShare: 0.02, trAtr: 1.2, rv: { up: 1.5, down: 1.2 }, clv: 0.7, leapAtr: 0.25 },
  /** LPS and LPSY; LPS after JAC with its low near the far edge is BU. */
  lastPoint: { fromBars: 3, toBars: 25, pullbackAtr: 1, atH: 0.5, volumeBars: 3, maxRv: 1, backUpAtr: 1 },
  upthrust: { minAtr: 0.1, maxAtr: 2.5, maxClv: 0.4, rv: 0.8, utadAge: 40 },
  effort: { rv: 2, maxChangeAtr: 0.3, maxTrAtr: 1, withinH: 0.25 },
  thrust: { share: 0.7, pivotAtr: 1 },
  supplyDemand: { bars: 10, demand: 1.3, supply: 0.77 },
  /** Bars over which the stock is held against the market. */
  strengthBars: 20,
} as const;

export type EventRules = Widened<typeof RULES>;

/** Rules of our own, for what the event table does not define: how ranges, trends and phases begin and end. */
export const PHASE_RULES = {
  /** Fewer bars than this: `unclassified`. */
  minBars: 120,
  /** Closes in a row that leave a range, know a trend, or end it. */
  closes: 5,
  /** A range older than this is forgotten. */
  maxRangeBars: 250,
  /** A sign (SOS, JAC, SOW, FTI) speaks for a range's end for so many bars. */
  signBars: 25,
  /** Two events of a side, on two bars no farther apart, make its range. */
  voteBars: 60,
  /** The mean of the closes of `extremeBars` and its least change over `slopeBars` make a trend. */
  slopeBars: 20,
  slope: 0.05,
  /** Phase A becomes B after so many bars. */
  phaseABars: 20,
  /** Phase E is reported for so many bars after the range was left. */
  phaseEBars: 60,
} as const;

export type PhaseRules = Widened<typeof PHASE_RULES>;

/** The rules by which bars of one length are read. */
export interface Timeframe {
  readonly events: EventRules;
  readonly phases: PhaseRules;
}

export const DAILY: Timeframe = { events: RULES, phases: PHASE_RULES };

/**
 * Weekly bars: the 84 weeks of a fill hold a half-year box and the year before it. What is measured in ATR, RV or H is as for
 * days; shares of the price are wider, as a week moves about twice as far as a day.
 */
export const WEEKLY: Timeframe = {
  events: {
    ...{ ...RULES, unit: '周', atrBars: 13, medianVolumeBars: 26, extremeBars: 26, refractoryBars: 3 },
    box: { bars: 20, endsBarsBack: 1, maxHeight: 0.45, maxDrift: 0.18 },
    side: { ...RULES.side, trendBars: 52 },
    preliminary: {
      ...{ ...RULES.preliminary, down: { closeFactor: 0.82 }, up: { closeFactor: 1.2 } },
      extremeWithin: 4,
    },
    climax: {
      ...{ trAtr: RULES.climax.trAtr, down: { closeFactor: 0.75, rv: 2, clv: 0.35 } },
      up: { closeFactor: 1.5, rv: 2.5, clv: 0.4 },
    },
    reaction: { ...RULES.reaction, withinBars: 10, moveShare: 0.1 },
    support: { ...RULES.support, age: 20 },
    test: { ...RULES.test, fromBars: 1, toBars: 8 },
    sign: { ...RULES.sign, gainShare: 0.04 },
    lastPoint: { ...RULES.lastPoint, fromBars: 2, toBars: 10, volumeBars: 2 },
    upthrust: { ...RULES.upthrust, utadAge: 16 },
    supplyDemand: { ...RULES.supplyDemand, bars: 8 },
  },
  phases: {
    ...{ ...PHASE_RULES, minBars: 40, closes: 2, maxRangeBars: 104, signBars: 10, voteBars: 26 },
    ...{ slopeBars: 8, phaseABars: 8, phaseEBars: 26 },
  },
};

type Widened<Value> = Value extends number
  ? number
  : Value extends string
    ? string
    : { readonly [Name in keyof Value]: Widened<Value[Name]> };

/** Rules of our own for tags. `rv`, `clv`, ATR as above. */
export const TAG_RULES = {
  yearBars: 250,
  dryUpRv: 0.5,
  expansionRv: 1.5,
  climacticRv: 3,
  stopping: { rv: 2, clv: 0.5, lowBars: 20, fallBars: 10 },
  quiet: { trAtr: 0.8, rv: 0.7 },
  ease: { changeAtr: 1.5, rv: 1 },
  pullback: { bars: 20, atr: 1 },
  /** Least relative change of the adjustment multiplier that is an ex-right, above the noise of arithmetic. */
  exRightShare: 1e-4,
} as const;

/**
 * What the weekly outlook adds up: a point is four of a hundred that beat the market's median after 20 days more, or fewer,
 * than half of them. Only what was measured on 2021-2023 with an interval that leaves out one half is here
 * (docs/rules-model.md).
 */
export const OUTLOOK: Outlooks = {
  phases: { markup: -2, accumulation: 1, distribution: 1 },
  /** The newest of them in so many days. */
  eventBars: 10,
  events: { BC: -4, JAC: -2, ARE: -2, PSY: -1 },
  /** Percentage points over the market: the first that holds, else within. */
  strength: {
    over: [
      { percent: 20, points: -3 },
      { percent: 10, points: -2 },
    ],
    within: { percent: 5, points: 1 },
  },
  /** So many points are 上涨; without the market there is no strength to add. */
  up: { relativeToMarket: 2, alone: 1 },
  down: -3,
};

interface Outlooks {
  readonly phases: Readonly<Partial<Record<PrimaryPhase, number>>>;
  readonly eventBars: number;
  readonly events: Readonly<Partial<Record<CycleEvent, number>>>;
  readonly strength: {
    readonly over: readonly { readonly percent: number; readonly points: number }[];
    readonly within: { readonly percent: number; readonly points: number };
  };
  readonly up: { readonly relativeToMarket: number; readonly alone: number };
  readonly down: number;
}

/** Which events are kept if more than two fire: structural ones first, effort and thrust last. */
export const EVENT_ORDER: readonly CycleEvent[] = [
  ...(['SC', 'BC', 'AR', 'ARE', 'TSO', 'SPRING', 'UTAD', 'UT', 'JAC', 'FTI', 'SOS', 'SOW'] as const),
  ...(['BU', 'LPS', 'LPSY', 'TEST', 'ST', 'PS', 'PSY', 'EVR', 'SOT'] as const),
];

export const MAX_EVENTS_A_DAY = 2;
export const MAX_TAGS_A_DAY = 8;

const SLACK = 1e-9;

/** `value >= limit` if both are products of floats: a value that stands on the limit counts as on it. */
export function atLeast(value: number, limit: number): boolean {
  return value >= limit - SLACK * Math.max(Math.abs(value), Math.abs(limit));
}

/** `value <= limit`, in the same sense. */
export function atMost(value: number, limit: number): boolean {
  return atLeast(limit, value);
}

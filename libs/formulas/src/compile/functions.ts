import type { Kernel } from '../kernels/kernel';
import * as pointwise from '../kernels/pointwise';
import * as series from '../kernels/series';
import * as windows from '../kernels/windows';

/** `window`: a constant of at least 1 bar; `all`: 0 too, for all bars so far; `bars`: how many bars back, 0 too. */
export type ArgumentKind = 'column' | 'window' | 'all' | 'bars';

/** How often a value is unknown where those before it are known: on a day now and then, such as a division by 0, or on most. */
export type Gaps = 'none' | 'some' | 'many';

/** A function that a kernel computes. */
export interface FormulaFunction {
  readonly arguments: readonly ArgumentKind[];
  readonly kernel: Kernel;
  /** Computes each bar from that bar alone, so that constants give a constant. */
  readonly pointwise?: boolean;
  /** Bars before the first one that an exact value needs, by the constant arguments; Infinity: all. */
  readonly lookback: (constants: readonly number[]) => number;
  /** How often a value is unknown after ones that are known; left out: as often as one of its columns. */
  readonly gaps?: Gaps;
  /** A recursive mean: its lookback counts bars that are known, so that gaps in its column make it longer. */
  readonly settles?: true;
  /** What is wrong with constants that are each allowed, such as `B` above `A`. */
  readonly problem?: (constants: readonly number[]) => string | undefined;
}

/** The seed of a recursive mean counts for less than this after {@link settleBars}. */
const SETTLED = 1e-9;

/** Bars after which the seed's weight in a recursive mean of this weight is below 1e-9: `KDJ.J` counts it five times. */
function settleBars(weight: number): number {
  return weight >= 1 ? 0 : Math.ceil(Math.log(SETTLED) / Math.log(1 - weight));
}

const none = (): number => 0;
const all = (): number => Infinity;
const rest = ([window = 0]: readonly number[]): number => (window === 0 ? Infinity : window - 1);

const point = (kernel: Kernel, count: number): FormulaFunction => ({
  arguments: Array.from({ length: count }, () => 'column' as const),
  kernel,
  pointwise: true,
  lookback: none,
});
const windowed = (kernel: Kernel, kind: 'window' | 'all' = 'window'): FormulaFunction => ({
  arguments: ['column', kind],
  kernel,
  lookback: rest,
});
/** Known on every bar that its windows reach. */
const gapless = (known: FormulaFunction): FormulaFunction => ({ ...known, gaps: 'none' });
/** Not known for many values that are. */
const gapped = (known: FormulaFunction): FormulaFunction => ({ ...known, gaps: 'many' });

/** By name. Semantics: those of TongDaXin where its own program is defined, see docs/formulas.md. */
export const FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  REF: { arguments: ['column', 'bars'], kernel: series.before, lookback: ([bars = 0]) => bars },
  MA: windowed(windows.mean),
  EMA: {
    arguments: ['column', 'window'],
    kernel: series.exponentialMean,
    settles: true,
    lookback: ([window = 1]) => settleBars(2 / (window + 1)),
  },
  SMA: {
    arguments: ['column', 'window', 'window'],
    kernel: series.smoothedMean,
    settles: true,
    lookback: ([window = 1, weight = 1]) => settleBars(weight / window),
    problem: ([window = 1, weight = 1]) => (weight > window ? 'M ≤ N' : undefined),
  },
  WMA: windowed(windows.weightedMean),
  DMA: gapped({ arguments: ['column', 'column'], kernel: series.dynamicMean, lookback: all }),
  HHV: windowed(windows.highest, 'all'),
  LLV: windowed(windows.lowest, 'all'),
  HHVBARS: windowed(windows.barsSinceHighest, 'all'),
  LLVBARS: windowed(windows.barsSinceLowest, 'all'),
  SUM: windowed(windows.sum, 'all'),
  COUNT: gapless(windowed(windows.count, 'all')),
  EVERY: gapless(windowed(windows.every, 'all')),
  EXIST: gapless(windowed(windows.exists, 'all')),
  LAST: {
    arguments: ['column', 'bars', 'bars'],
    kernel: windows.last,
    gaps: 'none',
    lookback: ([from = 0]) => from,
    problem: ([from = 0, to = 0]) => (to > from ? 'A ≥ B' : undefined),
  },
  CROSS: gapless({ arguments: ['column', 'column'], kernel: series.cross, lookback: () => 1 }),
  LONGCROSS: gapless({
    arguments: ['column', 'column', 'window'],
    kernel: series.longCross,
    lookback: ([bars = 1]) => bars,
  }),
  BARSLAST: gapped({ arguments: ['column'], kernel: series.barsSinceLast, lookback: all }),
  BARSLASTCOUNT: gapless({ arguments: ['column'], kernel: series.barsInRow, lookback: all }),
  BARSSINCEN: gapped({ arguments: ['column', 'window'], kernel: series.barsSinceFirst, lookback: rest }),
  VALUEWHEN: gapped({ arguments: ['column', 'column'], kernel: series.valueWhen, lookback: all }),
  FILTER: gapless({ arguments: ['column', 'bars'], kernel: series.filter, lookback: all }),
  IF: point(pointwise.choose, 3),
  MAX: point(pointwise.larger, 2),
  MIN: point(pointwise.smaller, 2),
  ABS: point(pointwise.abs, 1),
  SQRT: gapped(point(pointwise.sqrt, 1)),
  LN: gapped(point(pointwise.ln, 1)),
  POW: gapped(point(pointwise.pow, 2)),
  STD: windowed(windows.deviation),
  AVEDEV: windowed(windows.meanDeviation),
  SLOPE: windowed(windows.slope),
  BETWEEN: gapless(point(pointwise.between, 3)),
  ZTPRICE: point(pointwise.limitUp, 2),
  DTPRICE: point(pointwise.limitDown, 2),
};

/** Operators are functions whose names no formula can write. */
export const OPERATORS: Readonly<Record<string, FormulaFunction>> = {
  '+': point(pointwise.add, 2),
  '-': point(pointwise.subtract, 2),
  '*': point(pointwise.multiply, 2),
  '/': { ...point(pointwise.divide, 2), gaps: 'some' },
  '>': gapless(point(pointwise.greater, 2)),
  '<': gapless(point(pointwise.less, 2)),
  '>=': gapless(point(pointwise.notLess, 2)),
  '<=': gapless(point(pointwise.notGreater, 2)),
  '=': gapless(point(pointwise.equal, 2)),
  '<>': gapless(point(pointwise.notEqual, 2)),
  AND: gapless(point(pointwise.and, 2)),
  OR: gapless(point(pointwise.or, 2)),
  NOT: gapless(point(pointwise.not, 1)),
  NEGATE: point(pointwise.negate, 1),
};

/** An indicator: a formula over its parameters. */
export interface Indicator {
  readonly parameters: readonly string[];
  /** The last statement is its value. */
  readonly formula: string;
}

const MACD = ['S', 'L', 'M'];
const KDJ = ['N', 'M1', 'M2'];
const BOLL = ['N', 'P'];
const RSV = 'RSV := (CLOSE - LLV(LOW, N)) / (HHV(HIGH, N) - LLV(LOW, N)) * 100;';

/** TongDaXin's own formulas of its indicators. */
export const INDICATORS: Readonly<Record<string, Indicator>> = {
  'MACD.DIF': { parameters: MACD, formula: 'EMA(CLOSE, S) - EMA(CLOSE, L)' },
  'MACD.DEA': { parameters: MACD, formula: 'EMA(EMA(CLOSE, S) - EMA(CLOSE, L), M)' },
  'MACD.MACD': {
    parameters: MACD,
    formula: 'DIF := EMA(CLOSE, S) - EMA(CLOSE, L); (DIF - EMA(DIF, M)) * 2',
  },
  'KDJ.K': { parameters: KDJ, formula: `${RSV} SMA(RSV, M1, 1)` },
  'KDJ.D': { parameters: KDJ, formula: `${RSV} SMA(SMA(RSV, M1, 1), M2, 1)` },
  'KDJ.J': { parameters: KDJ, formula: `${RSV} K := SMA(RSV, M1, 1); 3 * K - 2 * SMA(K, M2, 1)` },
  'BOLL.MID': { parameters: BOLL, formula: 'MA(CLOSE, N)' },
  'BOLL.UB': { parameters: BOLL, formula: 'MA(CLOSE, N) + P * STD(CLOSE, N)' },
  'BOLL.LB': { parameters: BOLL, formula: 'MA(CLOSE, N) - P * STD(CLOSE, N)' },
  RSI: {
    parameters: ['N'],
    formula: 'D := CLOSE - REF(CLOSE, 1); SMA(MAX(D, 0), N, 1) / SMA(ABS(D), N, 1) * 100',
  },
  WR: { parameters: ['N'], formula: '(HHV(HIGH, N) - CLOSE) / (HHV(HIGH, N) - LLV(LOW, N)) * 100' },
  CCI: {
    parameters: ['N'],
    formula: 'T := (HIGH + LOW + CLOSE) / 3; (T - MA(T, N)) * 1000 / (15 * AVEDEV(T, N))',
  },
  ATR: {
    parameters: ['N'],
    formula: 'LC := REF(CLOSE, 1); MA(MAX(MAX(HIGH - LOW, ABS(LC - HIGH)), ABS(LC - LOW)), N)',
  },
};

/** Functions that read later bars. A screen that used them would know the future. */
export const LOOKS_AHEAD: ReadonlySet<string> = new Set([
  ...['REFX', 'REFXV', 'ZIG', 'ZIGA', 'FLATZIG', 'FLATZIGA', 'PEAK', 'PEAKBARS', 'PEAKA', 'PEAKBARSA'],
  ...['TROUGH', 'TROUGHBARS', 'TROUGHA', 'TROUGHBARSA', 'BACKSET', 'FFT', 'XMA', 'FINDHIGH', 'FINDLOW', 'BARSNEXT'],
]);

/** Functions that only draw. */
export const DRAWS = /^(?:DRAW\w*|STICKLINE|POLYLINE|PARTLINE|PLOYLINE|VERTLINE|HORLINE|FILLRGN|TIPICON)$/;

/** Columns of an index. */
export const INDEX_FIELDS = /^INDEX(?:C|O|H|L|V|A|ADV|DEC)$/;

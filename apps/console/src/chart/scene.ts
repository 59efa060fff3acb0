import type { Chart, IndicatorDrawParams } from 'klinecharts';
import type { Bar, Period } from './bar';
import type { ChartPalette } from './chart-palette';
import type { RangeOrigin, RangeSide } from './evidenced-ranges';
import type { LetterSpan } from './letter-spans';
import type { PhaseSpan } from './phase-spans';
import type { Phase } from '../parts/phases';
import type { Shape } from './shapes/drawing';

/** An event at its bar. */
export interface EventMark {
  readonly index: number;
  readonly event: string;
  readonly origin: 'manual' | 'ai';
  readonly side: 'accumulation' | 'distribution' | 'either';
  /** The bar at which it could be seen, and the price that it is about; only where that bar is a later one. */
  readonly recognised: { readonly index: number; readonly day: string; readonly price: number } | null;
}

/** A trading range S..R over bars `from` to `to`, prices on the chart's scale. */
export interface RangeMark {
  readonly from: number;
  readonly to: number;
  readonly support: number;
  readonly resistance: number;
  readonly side: RangeSide;
  readonly origin: RangeOrigin;
  /** Nothing has ended it. */
  readonly lasts: boolean;
}

/** A price on the scale of the chart, and what its tag says. */
export interface PriceMark {
  readonly price: number;
  readonly text: string;
}

/** Chips on the scale of the chart. */
export interface SceneChips {
  readonly prices: readonly number[];
  readonly weights: readonly number[];
  readonly close: number;
  readonly average: number;
  readonly averageText: string;
  /** From and to: where 90 % and 70 % of the chips lie. */
  readonly ninety: readonly [number, number];
  readonly seventy: readonly [number, number];
}

/** What one chart shows in addition to its candles. */
export interface Scene {
  palette: ChartPalette;
  period: Period;
  bars: readonly Bar[];
  phases: readonly PhaseSpan[];
  phaseNames: Readonly<Record<Phase, string>>;
  events: readonly EventMark[];
  ranges: readonly RangeMark[];
  letters: readonly LetterSpan[];
  entry: { readonly index: number | undefined; readonly price: number | null; readonly text: string } | null;
  ground: { readonly index: number; readonly text: string } | null;
  /** The user's own cost. */
  cost: PriceMark | null;
  /** Where the reading of the newest record ends. */
  invalidation: PriceMark | null;
  /** The bars at which a screen found the stock. */
  hits: readonly number[];
  strengthName: string;
  shapes: readonly Shape[];
  selectedShape: number | null;
  /** Being drawn or moved. */
  drawnShape: Shape | null;
  /** How wide the strip of the chips is; 0: there is none. */
  chipWidth: number;
  chips: SceneChips | null;
}

/**
 * klinecharts copies deeply what it is given for an indicator, with every change. What is drawn is stored next to the chart
 * instead, and indicators only have to draw again.
 */
const scenes = new WeakMap<Chart, Scene>();

export function attachScene(chart: Chart, scene: Scene): void {
  scenes.set(chart, scene);
}

export type Pen = Pick<
  IndicatorDrawParams<unknown, unknown, unknown>,
  'ctx' | 'bounding' | 'xAxis' | 'yAxis' | 'chart'
>;

/**
 * Draws with the scene of the pen's chart, and says that all is drawn: klinecharts would otherwise go through every bar in
 * sight once more for each indicator, also for those without values.
 */
export function withScene(draw: (pen: Pen, scene: Scene) => void): (pen: Pen) => boolean {
  return (pen) => {
    const scene = scenes.get(pen.chart);
    if (scene !== undefined && scene.bars.length > 0) draw(pen, scene);
    return true;
  };
}

export function getScene(chart: Chart): Scene | undefined {
  return scenes.get(chart);
}

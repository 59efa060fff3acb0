import {
  type IndicatorTemplate,
  type KLineData,
  type OverlayTemplate,
  registerIndicator,
  registerOverlay,
} from 'klinecharts';
import { drawAverages } from './drawing/draw-averages';
import { drawChipGround, drawChips } from './drawing/draw-chips';
import { drawDashes } from './drawing/draw-dashes';
import { drawEntry } from './drawing/draw-entry';
import { drawEvents } from './drawing/draw-events';
import { drawGroundVolume } from './drawing/draw-ground-volume';
import { drawHits } from './drawing/draw-hits';
import { drawKdj } from './drawing/draw-kdj';
import { drawLetters } from './drawing/draw-letters';
import { drawLimits } from './drawing/draw-limits';
import { drawMacd } from './drawing/draw-macd';
import { drawPhaseBands, drawPhaseStrip } from './drawing/draw-phases';
import { drawPriceLine } from './drawing/draw-price-line';
import { drawRanges, nameRanges } from './drawing/draw-ranges';
import { drawShapes } from './drawing/draw-shapes';
import { drawStrengthName } from './drawing/draw-strength-name';
import { drawVolume } from './drawing/draw-volume';
import type { LabelRoom } from './lanes';
import { movingAverage } from './moving-average';
import { findKdj, type Kdj } from './panes/kdj';
import { findMacd, type Macd } from './panes/macd';
import { placeTag } from './price-tags';
import { getScene, withScene } from './scene';

export const CANDLES = 'candle_pane';
export const STRIP = 'phase_strip';
export const VOLUME = 'volume';
export const STRENGTH = 'strength';

/** Bars of each average. */
export const AVERAGES = [5, 20, 60, 250] as const;

/** Draws with nothing computed: klinecharts is asked to draw again, never to compute again. */
const drawn = { calc: () => [], shouldUpdate: () => ({ calc: false, draw: true }) };

const bands: IndicatorTemplate = {
  ...drawn,
  name: 'bands',
  series: 'price',
  zLevel: -1,
  draw: withScene((pen, scene) => {
    drawRanges(pen, scene);
    drawPhaseBands(pen, scene);
  }),
};

/** Without figures: an average far from the prices would press the candles flat. */
const averages: IndicatorTemplate<(number | null)[]> = {
  name: 'averages',
  series: 'price',
  zLevel: 1,
  figures: [],
  calc: (bars: KLineData[]) => {
    const closes = bars.map(({ close }) => close);
    const lines = AVERAGES.map((count) => movingAverage(closes, count));
    return bars.map((_, index) => lines.map((line) => line[index] ?? null));
  },
  draw: ({ indicator, ...pen }) => withScene((_, scene) => drawAverages(pen, scene, indicator.result))(pen),
};

const dashes: IndicatorTemplate = {
  ...drawn,
  name: 'dashes',
  series: 'price',
  zLevel: 2,
  draw: withScene(drawDashes),
};

const marks: IndicatorTemplate = {
  ...drawn,
  name: 'marks',
  series: 'price',
  zLevel: 5,
  draw: withScene((pen, scene) => {
    drawLimits(pen, scene);
    const { palette, cost, invalidation } = scene;
    const taken: LabelRoom[] = [];
    const take = (tag: LabelRoom | null): void => {
      if (tag !== null) taken.push(tag);
    };
    // The line of the entry first: it may cross the tags of the others.
    take(drawEntry(pen, scene));
    take(drawPriceLine(pen, scene, cost, { colour: palette.warning, dash: [2, 3] }, taken));
    take(drawPriceLine(pen, scene, invalidation, { colour: palette.ink2, dash: [7, 3] }, taken));
    drawEvents(pen, scene, [...taken, ...nameRanges(pen, scene, taken)]);
  }),
};

const shapes: IndicatorTemplate = {
  ...drawn,
  name: 'shapes',
  series: 'price',
  zLevel: 8,
  draw: withScene(drawShapes),
};

/** A line in its own pane: values by the time of their bar. */
const strength: IndicatorTemplate<{ readonly strength?: number }, number, Readonly<Record<number, number>>> = {
  name: STRENGTH,
  precision: 1,
  figures: [{ key: 'strength', type: 'line' }],
  calc: (bars: KLineData[], { extendData }) =>
    bars.map(({ timestamp }) => {
      const value = extendData[timestamp];
      return value === undefined ? {} : { strength: value };
    }),
  // What is not drawn here is drawn by klinecharts: the line.
  draw: (pen) => {
    withScene(drawStrengthName)(pen);
    return false;
  },
};

/** Each figure takes part in the scale of the axis. */
const macd: IndicatorTemplate<Macd> = {
  name: 'macd',
  precision: 2,
  figures: (['dif', 'dea', 'bar'] as const).map((key) => ({ key, type: 'line' })),
  calc: findMacd,
  draw: ({ indicator, ...pen }) => withScene((_, scene) => drawMacd(pen, scene, indicator.result))(pen),
};

const kdj: IndicatorTemplate<Partial<Kdj>> = {
  name: 'kdj',
  precision: 0,
  figures: (['k', 'd', 'j'] as const).map((key) => ({ key, type: 'line' })),
  calc: (bars: KLineData[]) => findKdj(bars).map((value) => value ?? {}),
  draw: ({ indicator, ...pen }) => withScene((_, scene) => drawKdj(pen, scene, indicator.result))(pen),
};

const chips: IndicatorTemplate = { ...drawn, name: 'chips', series: 'price', zLevel: 10, draw: withScene(drawChips) };

const strip: IndicatorTemplate = {
  ...drawn,
  name: 'strip',
  draw: withScene((pen, scene) => {
    drawPhaseStrip(pen, scene);
    drawLetters(pen, scene);
    drawHits(pen, scene);
    drawChipGround(pen, scene);
  }),
};

/** klinecharts takes the axis from the figure, and draws nothing if we have drawn. */
const volume: IndicatorTemplate<{ readonly volume: number }> = {
  name: 'volume',
  series: 'volume',
  shouldFormatBigNumber: true,
  minValue: 0,
  figures: [{ key: 'volume', type: 'bar', baseValue: 0 }],
  calc: (bars: KLineData[]) => bars.map(({ volume = 0 }) => ({ volume })),
  draw: withScene(drawVolume),
};

const ground: IndicatorTemplate = {
  ...drawn,
  name: 'ground',
  series: 'volume',
  zLevel: 5,
  draw: withScene((pen, scene) => {
    drawChipGround(pen, scene);
    drawGroundVolume(pen, scene);
  }),
};

/** The price of the entry on the axis, which indicators do not reach. */
const entryPrice: OverlayTemplate = {
  name: 'entry_price',
  totalStep: 1,
  lock: true,
  createYAxisFigures: ({ chart, coordinates: [at], bounding, yAxis }) => {
    const scene = getScene(chart);
    if (scene === undefined || at === undefined || typeof scene.entry?.price !== 'number') return [];
    const last = scene.bars.at(-1)?.close;
    const y = last === undefined || yAxis === null ? at.y : placeTag(at.y, yAxis.convertToPixel(last), bounding.height);
    // A tag that has moved points to its line.
    const arrow = y === at.y ? '' : y > at.y ? '▴' : '▾';
    const { ink2: backgroundColor, panel: color, font: family } = scene.palette;
    return {
      type: 'text',
      attrs: { x: 0, y, text: `${arrow}${scene.entry.price.toFixed(2)}`, align: 'left', baseline: 'middle' },
      styles: {
        color,
        backgroundColor,
        family,
        size: 11,
        weight: 600,
        borderRadius: 2,
        paddingLeft: 3,
        paddingRight: 3,
      },
      ignoreEvent: true,
    };
  },
};

/** What is drawn into each pane, besides klinecharts' own candles. Frozen: every chart of the page is made from it. */
export const LAYERS = [
  { name: 'bands', paneId: CANDLES },
  { name: 'dashes', paneId: CANDLES },
  { name: 'marks', paneId: CANDLES },
  { name: 'shapes', paneId: CANDLES },
  { name: 'chips', paneId: CANDLES },
  { name: 'strip', paneId: STRIP },
  { name: 'volume', paneId: VOLUME },
  { name: 'ground', paneId: VOLUME },
].map((layer) => Object.freeze(layer));

let registered = false;

/** klinecharts knows indicators by name, for all charts of the page. */
export function registerIndicators(): void {
  if (registered) return;
  registered = true;
  for (const template of [bands, dashes, marks, shapes, chips, strip, ground]) registerIndicator(template);
  registerOverlay(entryPrice);
  registerIndicator(averages);
  registerIndicator(volume);
  registerIndicator(strength);
  registerIndicator(macd);
  registerIndicator(kdj);
}

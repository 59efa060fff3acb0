import type { Page } from 'playwright-core';

/**
 * For `VisitOptions.script`: keeps what each canvas has drawn since it was last cleared, so that a test can compare it with the
 * figures on the axis. Runs in the page, as text: the types of a browser's world are not those of the tests.
 */
export const KEEP_DRAWINGS = `(() => {
  const proto = CanvasRenderingContext2D.prototype;
  const kept = (globalThis.keptDrawings = new WeakMap());
  const of = (ctx) => {
    if (!kept.has(ctx.canvas)) kept.set(ctx.canvas, { shapes: [], path: [] });
    return kept.get(ctx.canvas);
  };
  const wrap = (name, keep) => {
    const original = proto[name];
    proto[name] = function (...args) {
      keep(this, ...args);
      return original.apply(this, args);
    };
  };
  wrap('clearRect', (ctx) => kept.set(ctx.canvas, { shapes: [], path: [] }));
  wrap('beginPath', (ctx) => { of(ctx).path = []; });
  wrap('moveTo', (ctx, x, y) => of(ctx).path.push({ x, y, move: true }));
  wrap('lineTo', (ctx, x, y) => of(ctx).path.push({ x, y, move: false }));
  wrap('arc', (ctx, x, y, r) => of(ctx).shapes.push({ kind: 'arc', x, y, r, colour: String(ctx.fillStyle) }));
  wrap('stroke', (ctx) => of(ctx).shapes.push({ kind: 'line', points: of(ctx).path.slice(), dash: ctx.getLineDash(), colour: String(ctx.strokeStyle) }));
  wrap('fill', (ctx) => of(ctx).shapes.push({ kind: 'area', points: of(ctx).path.slice(), colour: String(ctx.fillStyle) }));
  wrap('fillRect', (ctx, x, y, width, height) => of(ctx).shapes.push({ kind: 'rect', x, y, width, height, colour: String(ctx.fillStyle) }));
  const middle = { top: 0.5, bottom: -0.5 };
  const sizeOf = (ctx) => Number(/([\\d.]+)px/.exec(ctx.font)?.[1] ?? 0);
  wrap('fillText', (ctx, text, x, y) => of(ctx).shapes.push({
    kind: 'text', text: String(text), x, y: y + (middle[ctx.textBaseline] ?? 0) * sizeOf(ctx), colour: String(ctx.fillStyle) }));
})()`;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly move: boolean;
}

export type Shape =
  | { readonly kind: 'arc'; readonly x: number; readonly y: number; readonly r: number; readonly colour: string }
  | {
      readonly kind: 'line' | 'area';
      readonly points: readonly Point[];
      readonly dash?: readonly number[];
      readonly colour: string;
    }
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
    }
  /** `y` is the middle of the line of text. */
  | { readonly kind: 'text'; readonly text: string; readonly x: number; readonly y: number; readonly colour: string };

interface DrawnCanvas {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** The pane of the candles: what is drawn into it, and its price axes, each with the figures that a reader sees. */
export interface DrawnPane {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly axes: readonly PriceAxis[];
}

/** The scale of an axis, from its own figures. Pixels count from the top of the pane. */
export interface PriceAxis {
  readonly left: number;
  readonly figures: readonly { readonly price: number; readonly y: number }[];
  yOf(price: number): number;
  priceAt(y: number): number;
}

const CANVASES = `[...document.querySelectorAll('[role=img] canvas')].map((canvas) => {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return { left, top, width, height, shapes: keptDrawings.get(canvas)?.shapes ?? [] };
}).filter(({ width, height }) => width > 0 && height > 0)`;

/** Needs `KEEP_DRAWINGS` from before the page was opened, and one K-line in sight. */
export async function drawnPane(page: Page): Promise<DrawnPane> {
  const canvases = await page.evaluate<DrawnCanvas[]>(CANVASES);
  const top = Math.min(...canvases.map((canvas) => canvas.top));
  const ofPane = canvases.filter((canvas) => canvas.top === top);
  const width = Math.max(...ofPane.map((canvas) => canvas.width));
  const main = ofPane.filter((canvas) => canvas.width === width);
  const [first] = main;
  if (first === undefined) throw new Error('there is no K-line in sight');
  const { left, height } = first;
  const axisLefts = [...new Set(ofPane.filter((canvas) => canvas.width < width).map((canvas) => canvas.left))];
  return {
    ...{ left, top, width, height },
    shapes: main.flatMap(({ shapes }) => shapes),
    axes: axisLefts.map((axisLeft) =>
      axisOf(
        axisLeft,
        ofPane.filter((canvas) => canvas.left === axisLeft).flatMap(({ shapes }) => shapes),
      ),
    ),
  };
}

function axisOf(left: number, shapes: readonly Shape[]): PriceAxis {
  const figures = shapes.flatMap((shape) =>
    shape.kind === 'text' && /^[\d,]+(\.\d+)?$/.test(shape.text)
      ? [{ price: Number(shape.text.replaceAll(',', '')), y: shape.y }]
      : [],
  );
  const low = figures.reduce((a, b) => (b.price < a.price ? b : a), figures[0] ?? { price: NaN, y: NaN });
  const high = figures.reduce((a, b) => (b.price > a.price ? b : a), low);
  const perYuan = (high.y - low.y) / (high.price - low.price);
  return {
    left,
    figures,
    yOf: (price) => low.y + (price - low.price) * perYuan,
    priceAt: (y) => low.price + (y - low.y) / perYuan,
  };
}

import type { ChartPoint, DrawingKind, Shape } from './drawing';

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A shape in pixels of the pane of the candles. */
export interface ShapeOnScreen {
  readonly id: number;
  readonly kind: DrawingKind;
  readonly from: Pixel;
  readonly to: Pixel;
}

/** What of a shape a pointer has: all of it, or a corner: which point its x and its y belong to. */
export type Grip = 'all' | { readonly x: 'from' | 'to'; readonly y: 'from' | 'to' };

export interface Hit {
  readonly id: number;
  readonly grip: Grip;
}

const NEAR_PX = 5;
const CORNER_PX = 7;
const ENDS = ['from', 'to'] as const;

/**
 * What is under a pointer: the newest of the shapes whose line, edge or corner is near; the selected one before all others. The
 * inside of a box is not of it, so that bars in it can be clicked.
 */
export function hitShape(shapes: readonly ShapeOnScreen[], at: Pixel, selected: number | null): Hit | null {
  const inOrder = [...shapes].reverse().sort((a, b) => Number(b.id === selected) - Number(a.id === selected));
  for (const shape of inOrder) {
    const corner =
      shape.kind === 'price_line' ? undefined : listCorners(shape).find((grip) => isNear(cornerOf(shape, grip), at));
    if (corner !== undefined) return { id: shape.id, grip: corner };
    if (isOnLine(shape, at)) return { id: shape.id, grip: 'all' };
  }
  return null;
}

/** The shape after its grip was moved from one point to another; all of a price line moves, up and down. */
export function moveShape(shape: Shape, grip: Grip, start: ChartPoint, end: ChartPoint, bars: number): Shape {
  if (grip !== 'all') {
    return {
      ...shape,
      [grip.x]: { ...shape[grip.x], index: clamp(end.index, bars) },
      ...(grip.x === grip.y
        ? { [grip.x]: { index: clamp(end.index, bars), price: end.price } }
        : { [grip.y]: { ...shape[grip.y], price: end.price } }),
    };
  }
  const rise = end.price - start.price;
  const wanted = shape.kind === 'price_line' ? 0 : end.index - start.index;
  // It keeps its length at the ends of the bars.
  const first = Math.min(shape.from.index, shape.to.index);
  const last = Math.max(shape.from.index, shape.to.index);
  const aside = Math.max(-first, Math.min(bars - 1 - last, wanted));
  const moved = ({ index, price }: ChartPoint): ChartPoint => ({ index: index + aside, price: price + rise });
  return { ...shape, from: moved(shape.from), to: moved(shape.to) };
}

function clamp(index: number, bars: number): number {
  return Math.max(0, Math.min(bars - 1, index));
}

function listCorners({ kind }: ShapeOnScreen): Exclude<Grip, 'all'>[] {
  return ENDS.flatMap((x) => ENDS.filter((y) => kind === 'range_box' || x === y).map((y) => ({ x, y })));
}

function cornerOf(shape: ShapeOnScreen, { x, y }: Exclude<Grip, 'all'>): Pixel {
  return { x: shape[x].x, y: shape[y].y };
}

function isNear(corner: Pixel, at: Pixel): boolean {
  return Math.hypot(corner.x - at.x, corner.y - at.y) <= CORNER_PX;
}

function isOnLine({ kind, from, to }: ShapeOnScreen, at: Pixel): boolean {
  if (kind === 'price_line') return Math.abs(from.y - at.y) <= NEAR_PX;
  if (kind === 'trend_line') return findDistance(from, to, at) <= NEAR_PX;
  const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  return corners.some((corner, order) => findDistance(corner, corners[(order + 1) % 4] ?? from, at) <= NEAR_PX);
}

/** From a point to the part of the line between two others. */
function findDistance(from: Pixel, to: Pixel, at: Pixel): number {
  const [width, height] = [to.x - from.x, to.y - from.y];
  const length = width ** 2 + height ** 2;
  const along = length === 0 ? 0 : ((at.x - from.x) * width + (at.y - from.y) * height) / length;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(from.x + part * width - at.x, from.y + part * height - at.y);
}

import type { ChartPoint, DrawingKind, Shape } from './drawing';
import { type Grip, hitShape, moveShape, type Pixel, type ShapeOnScreen } from './hit-shape';

/** What the hand knows of the chart. Pixels are of the box, from its left upper corner. */
export interface HandChart {
  /** The bar and the price there; null outside of the candles. */
  readonly findPoint: (at: Pixel) => ChartPoint | null;
  /** As {@link findPoint}, at the nearest place among the candles. */
  readonly nearestPoint: (at: Pixel) => ChartPoint;
  readonly listOnScreen: () => ShapeOnScreen[];
  readonly countBars: () => number;
  /** Shows a shape while it is drawn or moved, in place of its former self; null: as they are stored. */
  readonly show: (shape: Shape | null) => void;
}

export interface HandState {
  readonly shapes: readonly Shape[];
  readonly selected: number | null;
  readonly tool: DrawingKind | null;
  readonly editable: boolean;
}

export interface HandEvents {
  readonly onSelect: (id: number | null) => void;
  /** A shape was drawn (its id is null) or moved. */
  readonly onShape: (shape: Shape) => void;
}

interface Hold {
  readonly shape: Shape;
  readonly grip: Grip;
  readonly start: ChartPoint;
  readonly at: Pixel;
}

const CLICK_PX = 4;

/**
 * Draws, selects and moves shapes with the mouse or a pen: by dragging, or by one click for each point. Fingers move the chart
 * alone. What the hand has taken does not reach the chart below.
 */
export class DrawingHand {
  private state: HandState = { shapes: [], selected: null, tool: null, editable: false };
  /** Begun, and without its second point. */
  private begun: Shape | null = null;
  private hold: Hold | null = null;
  private taken = false;

  constructor(
    private readonly box: HTMLElement,
    private readonly chart: HandChart,
    private readonly events: HandEvents,
    signal: AbortSignal,
  ) {
    const options = { signal, capture: true };
    box.addEventListener('pointerdown', (event) => this.press(event), options);
    box.addEventListener('mousedown', (event) => this.keep(event), options);
    document.addEventListener('pointermove', (event) => this.drag(event), { signal });
    box.addEventListener('pointerup', (event) => this.keep(event), options);
    document.addEventListener('pointerup', (event) => this.release(event), options);
  }

  update(state: HandState): void {
    if (state.tool !== this.state.tool || !state.editable) this.drop();
    this.state = state;
  }

  /** Puts the next point of the tool, as a click there would. @returns whether there was a tool. */
  put(point: ChartPoint): boolean {
    const { tool } = this.state;
    if (tool === null) return false;
    if (this.begun === null && tool !== 'price_line') {
      this.begun = { id: null, kind: tool, from: point, to: point };
      this.chart.show(this.begun);
    } else {
      const from = this.begun?.from ?? point;
      this.finish({ id: null, kind: tool, from, to: point });
    }
    return true;
  }

  /** The second point would be there. */
  preview(point: ChartPoint): void {
    if (this.begun === null || this.hold !== null) return;
    this.begun = { ...this.begun, to: point };
    this.chart.show(this.begun);
  }

  /** Moves the selected shape by bars and by a price. @returns whether one is selected. */
  nudge(bars: number, rise: number): boolean {
    const shape = this.state.shapes.find(({ id }) => id === this.state.selected);
    if (shape === undefined || !this.state.editable) return false;
    const end = { index: shape.from.index + bars, price: shape.from.price + rise };
    this.events.onShape(moveShape(shape, 'all', shape.from, end, this.chart.countBars()));
    return true;
  }

  /** @returns whether a shape was begun. */
  drop(): boolean {
    const wasBegun = this.begun !== null || this.hold !== null;
    this.begun = null;
    this.hold = null;
    if (wasBegun) this.chart.show(null);
    return wasBegun;
  }

  private press(event: PointerEvent): void {
    this.taken = false;
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const at = this.pixelOf(event);
    const point = this.chart.findPoint(at);
    if (point === null) return;
    const { tool, selected, editable } = this.state;
    if (tool !== null && editable) {
      if (this.begun === null) {
        const shape = { id: null, kind: tool, from: point, to: point };
        this.hold = { shape, grip: { x: 'to', y: 'to' }, start: point, at };
      }
      this.take(event);
      return;
    }
    const hit = hitShape(this.chart.listOnScreen(), at, selected);
    if (hit?.id !== selected && (hit !== null || selected !== null)) this.events.onSelect(hit?.id ?? null);
    const shape = this.state.shapes.find(({ id }) => id === hit?.id);
    if (hit === null || shape === undefined) return;
    if (editable) this.hold = { shape, grip: hit.grip, start: point, at };
    this.take(event);
  }

  private drag(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const at = this.pixelOf(event);
    const { hold } = this;
    if (hold !== null) {
      if (isClick(hold.at, at)) return;
      this.chart.show(this.moved(hold, at));
    } else if (this.begun !== null) this.preview(this.chart.nearestPoint(at));
    else this.point(event, at);
  }

  private release(event: PointerEvent): void {
    if (!this.taken || event.pointerType === 'touch') return;
    const at = this.pixelOf(event);
    const { hold, begun } = this;
    this.hold = null;
    if (hold === null) {
      if (begun !== null) this.put(this.chart.nearestPoint(at));
    } else if (!isClick(hold.at, at)) this.finish(this.moved(hold, at));
    else if (hold.shape.id === null) this.put(hold.start);
  }

  private moved({ shape, grip, start }: Hold, at: Pixel): Shape {
    const end = this.chart.nearestPoint(at);
    // A price line that is drawn is where the pointer is.
    if (shape.kind === 'price_line' && shape.id === null) return { ...shape, from: end, to: end };
    return moveShape(shape, grip, start, end, this.chart.countBars());
  }

  private finish(shape: Shape): void {
    this.begun = null;
    this.hold = null;
    this.chart.show(null);
    this.events.onShape(shape);
  }

  /** Says by the pointer what a press would take. */
  private point(event: PointerEvent, at: Pixel): void {
    if (!(event.target instanceof Node) || !this.box.contains(event.target)) return;
    const isOver = this.state.tool === null && hitShape(this.chart.listOnScreen(), at, this.state.selected) !== null;
    this.box.toggleAttribute('data-over-shape', isOver);
  }

  private take(event: PointerEvent): void {
    this.taken = true;
    this.box.focus({ preventScroll: true });
    event.stopPropagation();
  }

  private keep(event: Event): void {
    if (this.taken) event.stopPropagation();
  }

  private pixelOf({ clientX, clientY }: PointerEvent): Pixel {
    const { left, top } = this.box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function isClick(from: Pixel, to: Pixel): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) <= CLICK_PX;
}

import { type Chart, dispose, init, type KLineData } from 'klinecharts';
import { axisDays } from './axis-days';
import { type Bar, type Period, toTime } from './bar';
import { countInSight, type Span } from './bars-in-sight';
import type { ChartPalette } from './chart-palette';
import { type CandleLook, chartStyles } from './chart-styles';
import { CANDLES, LAYERS, registerIndicators, STRENGTH, STRIP, VOLUME } from './indicators';
import { attachScene, type Scene, type SceneChips } from './scene';
import type { ChartPoint, Shape } from './shapes/drawing';
import { DrawingHand, type HandEvents, type HandState } from './shapes/drawing-hand';
import type { Pixel } from './shapes/hit-shape';
import { type Pane, PANES } from './panes/pane-names';
import { LETTER_ROW_PX, stripHeight } from './strip-rows';

/** What the chart reports: the bar under the crosshair, `null` if it left, and bars that were clicked or tapped. */
export interface KLineEvents extends HandEvents {
  readonly onHover: (index: number | null) => void;
  readonly onClick: (index: number) => void;
}

export interface KLineBars {
  /** Bars of another stock, period or adjustment have another key. */
  readonly key: string;
  readonly bars: readonly Bar[];
  readonly period: Period;
  readonly span: Span;
}

export type KLineMarks = Pick<
  Scene,
  'phases' | 'phaseNames' | 'events' | 'ranges' | 'letters' | 'entry' | 'ground' | 'cost' | 'invalidation' | 'hits'
>;

const FEWEST_IN_SIGHT = 40;
const BAR_SPACE = { min: 0.12, max: 50 };
const RIGHT_PX = 10;
const CLICK_PX = 5;
const NARROW_PX = 560;
const LINE_BELOW_PX = 0.6;
/** The panes below the strip, from top to bottom: their part of the box, within limits. */
const LOWER_PANES = [
  { id: VOLUME, part: 0.19, min: 40, max: 104 },
  { id: STRENGTH, part: 0.12, min: 40, max: 64 },
  ...PANES.map((id) => ({ id, part: 0.15, min: 48, max: 80 })),
];
/** Of the box, for all of them together: the candles have the rest. */
const LOWER_PART = 0.46;
const LOWEST_PX = 28;
/** Below the legend of a pane, and above its end. */
const PANE_GAP_PX = { top: 16, bottom: 3 };
const KEYBOARD_ZOOM = 1.25;
/** Of the height of the candles. */
const KEYBOARD_RISE = 0.01;

/** klinecharts behind what our chart asks of it; lives as long as the box that it draws into. */
export class KLine {
  private readonly chart: Chart;
  private readonly scene: Scene;
  private readonly abort = new AbortController();
  private readonly resized: ResizeObserver;
  private readonly hand: DrawingHand;
  private data: readonly KLineData[] = [];
  private shown: Pick<KLineBars, 'key' | 'period' | 'span'> | undefined;
  private width = 0;
  private withChips = false;
  private drawn = 0;
  private hollowUp = false;
  private asLine = false;
  /** Where the pointer is, from the left edge of the candles. */
  private pointerX: number | undefined;
  private hovered: number | null = null;
  private highlighted: number | null = null;
  /** The crosshair is being put somewhere by us, not by a pointer. */
  private placing = false;
  private frame: number | undefined;

  constructor(
    private readonly box: HTMLElement,
    palette: ChartPalette,
    private formatVolume: (shares: number) => string,
    private readonly events: KLineEvents,
  ) {
    registerIndicators();
    const chart = init(box, {
      timezone: 'UTC',
      styles: chartStyles(palette, 'solid'),
      hotkey: { enabled: false },
      thousandsSeparator: { sign: ',' },
      formatter: {
        formatDate: ({ timestamp }) => this.dayAt(timestamp),
        formatBigNumber: (value) => this.formatVolume(Number(value)),
      },
      layout: {
        barSpaceLimit: BAR_SPACE,
        pane: { minHeight: LETTER_ROW_PX },
        yAxis: { gap: { top: 0.16, bottom: 0.18 } },
      },
    });
    if (chart === null) throw new Error('the chart found no box to draw into');
    this.chart = chart;
    this.scene = {
      palette,
      ...{ period: 'day', bars: [], phases: [], events: [], ranges: [], letters: [], hits: [] },
      ...{ entry: null, ground: null, cost: null, invalidation: null, strengthName: '' },
      ...{ shapes: [], selectedShape: null, drawnShape: null },
      ...{ phaseNames: {} as Scene['phaseNames'], chipWidth: 0, chips: null },
    };
    attachScene(chart, this.scene);
    // klinecharts writes its ids into what it is handed: an axis id that one chart left there is a second axis in the next.
    for (const layer of LAYERS) chart.createIndicator({ ...layer }, true);
    this.sizePanes();
    this.showStrip();
    chart.overrideYAxis({ paneId: STRIP, createTicks: () => [], scrollZoomEnabled: false });
    chart.overrideYAxis({ paneId: VOLUME, gap: { top: 0.22, bottom: 0 }, scrollZoomEnabled: false });
    chart.overrideXAxis({
      createTicks: ({ range }) =>
        axisDays(
          this.scene.bars,
          this.scene.period,
          Math.floor(range.from),
          Math.ceil(range.to),
          chart.getBarSpace().bar,
        )
          .map(({ index, text }) => ({ coord: this.toX(index), value: index, text }))
          .filter(({ coord }) => coord < this.mainWidth() - this.scene.chipWidth),
    });
    chart.setDataLoader({ getBars: ({ type, callback }) => callback(type === 'init' ? [...this.data] : [], false) });
    chart.setPeriod({ type: 'day', span: 1 });
    // Its own box would come first of all in the order of the Tab key; ours takes keys instead.
    const canvasBox = chart.getDom();
    if (canvasBox !== null) canvasBox.tabIndex = -1;
    this.hand = this.createHand();
    this.listen();
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(box);
  }

  destroy(): void {
    this.abort.abort();
    this.resized.disconnect();
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    dispose(this.box);
  }

  setLook(palette: ChartPalette, hollowUp: boolean, formatVolume: (shares: number) => string): void {
    this.scene.palette = palette;
    this.hollowUp = hollowUp;
    this.formatVolume = formatVolume;
    this.chart.setStyles(chartStyles(palette, this.look));
  }

  /** Another stock keeps how many bars are visible; another period or span sets it again. */
  setBars({ key, bars, period, span }: KLineBars): void {
    const { from, to } = this.chart.getVisibleRange();
    const atEnd = to >= this.scene.bars.length;
    const sameBars = this.shown?.key === key;
    const lastVisible = this.scene.bars[to - 1]?.tradeDate;
    const sameSpan = this.shown?.period === period && this.shown.span === span && from < to;
    if (!(sameBars && this.scene.bars === bars)) {
      this.scene.bars = bars;
      this.scene.period = period;
      this.data = bars.map(({ tradeDate, open, high, low, close, volume, amount }) => ({
        ...{ timestamp: toTime(tradeDate), open, high, low, close, volume },
        ...(amount === null ? {} : { turnover: amount }),
      }));
      this.highlighted = null;
      this.chart.setSymbol({ ticker: key, pricePrecision: 2, volumePrecision: 0 });
    }
    this.shown = { key, period, span };
    if (!sameSpan) {
      this.applySpan();
      this.keepHighlight();
    } else if (sameBars && !atEnd && lastVisible !== undefined) this.chart.scrollToTimestamp(toTime(lastVisible));
  }

  setMarks(marks: KLineMarks): void {
    Object.assign(this.scene, marks);
    this.showStrip();
    this.showEntryPrice(marks.entry?.price ?? null);
    this.redraw(['bands', 'marks', 'strip', 'ground']);
  }

  setAverages(shown: boolean): void {
    if (shown === this.chart.getIndicators({ name: 'averages' }).length > 0) return;
    if (shown) this.chart.createIndicator({ name: 'averages', paneId: CANDLES }, true);
    else this.chart.removeIndicator({ name: 'averages' });
  }

  /** A line in its own pane with its name, by the time of its bars; null takes it away. */
  setStrength(strength: ReadonlyMap<number, number> | null, name: string): void {
    this.chart.removeIndicator({ name: STRENGTH });
    if (strength === null) return;
    this.scene.strengthName = name;
    const extendData = Object.fromEntries(strength);
    this.chart.createIndicator({ name: STRENGTH, paneId: STRENGTH, extendData });
    this.sizePanes();
    this.chart.overrideYAxis({ paneId: STRENGTH, gap: { top: 0.12, bottom: 0.12 }, scrollZoomEnabled: false });
  }

  /** Indicators in panes of their own. @returns the box of each, for what is written over it. */
  setPanes(shown: readonly Pane[]): ReadonlyMap<Pane, HTMLElement> {
    for (const name of PANES) {
      const isShown = this.chart.getIndicators({ name }).length > 0;
      if (isShown && !shown.includes(name)) this.chart.removeIndicator({ name });
      if (isShown || !shown.includes(name)) continue;
      this.chart.createIndicator({ name, paneId: name });
      this.chart.overrideYAxis({ paneId: name, gap: PANE_GAP_PX, scrollZoomEnabled: false });
    }
    this.sizePanes();
    return new Map(
      shown.flatMap((name) => {
        const box = this.chart.getDom(name, 'main');
        return box === null ? [] : [[name, box] as const];
      }),
    );
  }

  setShapes(state: HandState): void {
    this.hand.update(state);
    this.scene.shapes = state.shapes;
    this.scene.selectedShape = state.selected;
    this.redraw(['shapes']);
  }

  /** Puts the next point of a drawing at the close of the bar under the crosshair. @returns whether a tool is chosen. */
  putPoint(): boolean {
    const point = this.closeAt(this.hovered ?? this.highlighted ?? this.data.length - 1);
    return point !== undefined && this.hand.put(point);
  }

  /** Moves the selected drawing by hundredths of the height, up. @returns whether one is selected. */
  nudge(steps: number): boolean {
    const { height = 0 } = this.chart.getSize(CANDLES, 'main') ?? {};
    const rise = this.toPrice(0) - this.toPrice(height);
    return this.hand.nudge(0, steps * KEYBOARD_RISE * rise);
  }

  /** Leaves the drawing that was begun. @returns whether there was one. */
  dropShape(): boolean {
    return this.hand.drop();
  }

  /** Keeps room for chips, or gives it back. */
  setChipRoom(withChips: boolean): void {
    if (this.withChips === withChips) return;
    this.withChips = withChips;
    const barCount = this.visibleBars();
    this.applyChipRoom();
    this.showBars(barCount);
  }

  setChips(chips: SceneChips | null): void {
    this.scene.chips = chips;
    this.redraw(['chips']);
  }

  /** Puts the crosshair on a bar, which becomes visible; `null` takes it away. */
  highlight(index: number | null): void {
    this.highlighted = index;
    if (index === null) {
      if (this.hovered === null) this.putCrosshair(null);
      return;
    }
    // A page that answers a hover with a highlight must not pull the crosshair from under the pointer.
    if (this.hovered === index) return;
    const x = this.toX(index);
    if (x < 0 || x > this.mainWidth() - this.scene.chipWidth) {
      this.chart.scrollToDataIndex(Math.min(this.data.length - 1, index + Math.floor(this.visibleBars() / 3)));
    }
    this.putCrosshair(index);
  }

  /** One bar on, from the crosshair or the newest bar. */
  step(bars: number): void {
    const last = this.data.length - 1;
    const from = this.hovered ?? this.highlighted ?? (bars < 0 ? last + 1 : last);
    this.goTo(Math.min(last, Math.max(0, from + bars)));
  }

  goTo(index: number): void {
    if (index < 0 || index >= this.data.length) return;
    this.pointerX = undefined;
    this.highlight(index);
    this.notifyHover(index);
    const point = this.closeAt(index);
    if (point !== undefined) this.hand.preview(point);
  }

  goToEnd(): void {
    this.goTo(this.data.length - 1);
  }

  zoom(direction: 1 | -1): void {
    this.chart.zoomAtCoordinate(direction > 0 ? KEYBOARD_ZOOM : 1 / KEYBOARD_ZOOM, {
      x: this.mainWidth() - this.scene.chipWidth,
      y: 0,
    });
  }

  /** The keyboard left. */
  leave(): void {
    this.notifyHover(null);
    if (this.highlighted === null) this.putCrosshair(null);
  }

  private createHand(): DrawingHand {
    const nearestPoint = (at: Pixel): ChartPoint => {
      const { height = 0 } = this.chart.getSize(CANDLES, 'main') ?? {};
      const price = this.toPrice(Math.max(0, Math.min(height, at.y)));
      return { index: this.barAt(Math.max(0, at.x)) ?? 0, price };
    };
    const isWithin = ({ x, y }: Pixel): boolean => {
      const { height = 0 } = this.chart.getSize(CANDLES, 'main') ?? {};
      return this.data.length > 0 && x >= 0 && y >= 0 && x <= this.mainWidth() - this.scene.chipWidth && y <= height;
    };
    const toPixel = ({ index, price }: ChartPoint): Pixel => ({ x: this.toX(index), y: this.toY(price) });
    const chart = {
      nearestPoint,
      findPoint: (at: Pixel) => (isWithin(at) ? nearestPoint(at) : null),
      countBars: () => this.data.length,
      listOnScreen: () =>
        this.scene.shapes.flatMap(({ id, kind, from, to }) =>
          id === null ? [] : [{ id, kind, from: toPixel(from), to: toPixel(to) }],
        ),
      show: (shape: Shape | null) => {
        this.scene.drawnShape = shape;
        this.redraw(['shapes']);
      },
    };
    return new DrawingHand(this.box, chart, this.events, this.abort.signal);
  }

  private listen(): void {
    const { signal } = this.abort;
    this.chart.subscribeAction('onCrosshairChange', (crosshair) => {
      if (this.placing) return;
      this.pointerX = isPoint(crosshair) ? crosshair.x : undefined;
      this.lookSoon();
    });
    // Bars move under a pointer that rests.
    this.chart.subscribeAction('onVisibleRangeChange', () => this.lookSoon());
    // klinecharts says nothing when the pointer leaves. A finger that is lifted leaves the crosshair where it was.
    this.box.addEventListener(
      'pointerleave',
      ({ pointerType }) => {
        if (pointerType === 'touch') return;
        this.pointerX = undefined;
        this.notifyHover(null);
        if (this.highlighted !== null) this.putCrosshair(this.highlighted);
      },
      { signal },
    );
    let pressed: { readonly x: number; readonly y: number; readonly hovered: number | null } | null = null;
    this.box.addEventListener(
      'pointerdown',
      ({ clientX: x, clientY: y }) => (pressed = { x, y, hovered: this.hovered }),
      { signal },
    );
    this.box.addEventListener(
      'pointerup',
      ({ clientX, clientY, button, pointerType }) => {
        const from = pressed;
        pressed = null;
        if (from === null || button !== 0 || Math.hypot(clientX - from.x, clientY - from.y) > CLICK_PX) return;
        const x = clientX - this.box.getBoundingClientRect().left;
        const index = x <= this.mainWidth() ? this.barAt(x) : null;
        // A finger has nothing to hover with: it points with its first tap, and clicks what it has pointed at.
        if (index !== null && (pointerType !== 'touch' || from.hovered === index)) this.events.onClick(index);
      },
      { signal },
    );
  }

  /** Once a frame: the pointer moves more often than the screen is drawn. */
  private lookSoon(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.drawAsLine(this.chart.getBarSpace().bar < LINE_BELOW_PX);
      const placed = this.hovered ?? this.highlighted;
      if (this.pointerX !== undefined) this.notifyHover(this.barAt(this.pointerX));
      else if (placed !== null) this.putCrosshair(placed);
    });
  }

  /** Several candles a pixel are a smear that takes long to draw: their closes are a line. */
  private drawAsLine(asLine: boolean): void {
    if (this.asLine === asLine) return;
    this.asLine = asLine;
    this.chart.setStyles({ candle: chartStyles(this.scene.palette, this.look).candle ?? {} });
  }

  private get look(): CandleLook {
    return this.asLine ? 'line' : this.hollowUp ? 'hollow-up' : 'solid';
  }

  private notifyHover(index: number | null): void {
    if (this.hovered === index) return;
    this.hovered = index;
    this.events.onHover(index);
  }

  private barAt(x: number): number | null {
    if (this.data.length === 0) return null;
    const point = this.chart.convertFromPixel([{ x: Math.min(x, this.mainWidth() - this.scene.chipWidth - 1) }]);
    const index = Array.isArray(point) ? point[0]?.dataIndex : point.dataIndex;
    return index === undefined ? null : Math.min(this.data.length - 1, Math.max(0, index));
  }

  private putCrosshair(index: number | null): void {
    const bar = index === null ? undefined : this.data[index];
    if (bar === undefined || index === null) {
      this.hideCrosshair();
      return;
    }
    this.placing = true;
    this.chart.executeAction('onCrosshairChange', { x: this.toX(index), y: this.toY(bar.close), paneId: CANDLES });
    this.placing = false;
  }

  /** Bars have moved under the crosshair: it goes with its bar, and that bar stays visible. */
  private keepHighlight(): void {
    if (this.highlighted !== null && this.hovered === null) this.highlight(this.highlighted);
  }

  /** klinecharts takes its crosshair away when the pointer leaves, and for nothing else. */
  private hideCrosshair(): void {
    const canvases = this.chart.getDom();
    canvases?.dispatchEvent(new MouseEvent('mouseleave'));
    if (canvases?.matches(':hover') === true) canvases.dispatchEvent(new MouseEvent('mouseenter'));
  }

  private toX(dataIndex: number): number {
    const point = this.chart.convertToPixel({ dataIndex });
    return (Array.isArray(point) ? point[0]?.x : point.x) ?? 0;
  }

  private toY(value: number): number {
    const point = this.chart.convertToPixel({ value }, { paneId: CANDLES });
    return (Array.isArray(point) ? point[0]?.y : point.y) ?? 0;
  }

  private toPrice(y: number): number {
    const point = this.chart.convertFromPixel([{ y }], { paneId: CANDLES });
    return (Array.isArray(point) ? point[0]?.value : point.value) ?? 0;
  }

  private closeAt(index: number): ChartPoint | undefined {
    const bar = this.data[index];
    return bar === undefined ? undefined : { index, price: bar.close };
  }

  /** Where the axis runs into days without bars it says nothing: nobody knows which of them will be holidays. */
  private dayAt(timestamp: number): string {
    const last = this.data.at(-1);
    return last === undefined || timestamp > last.timestamp ? '' : new Date(timestamp).toISOString().slice(0, 10);
  }

  private mainWidth(): number {
    return this.chart.getSize(CANDLES, 'main')?.width ?? 0;
  }

  private visibleBars(): number {
    return (this.mainWidth() - this.scene.chipWidth) / this.chart.getBarSpace().bar;
  }

  private applySpan(): void {
    if (this.shown === undefined || this.data.length === 0 || this.mainWidth() === 0) return;
    const { period, span } = this.shown;
    this.showBars(Math.max(FEWEST_IN_SIGHT, countInSight(period, span, this.data.length)));
  }

  private showBars(count: number): void {
    if (!(count > 0) || !Number.isFinite(count)) return;
    const space = (this.mainWidth() - this.scene.chipWidth - RIGHT_PX) / count;
    this.chart.setBarSpace(Math.min(BAR_SPACE.max, Math.max(BAR_SPACE.min, space)));
    this.chart.setOffsetRightDistance(this.scene.chipWidth + RIGHT_PX);
  }

  private applyChipRoom(): void {
    const width = this.mainWidth();
    this.scene.chipWidth = !this.withChips
      ? 0
      : Math.round(width < NARROW_PX ? width * 0.26 : Math.min(150, width * 0.16));
    this.chart.setMaxOffsetRightDistance(this.scene.chipWidth + RIGHT_PX);
    this.chart.setOffsetRightDistance(this.scene.chipWidth + RIGHT_PX);
  }

  /** The box has another size: as many bars as before. */
  private fit(): void {
    const barCount = this.visibleBars();
    const before = this.width;
    this.chart.resize();
    this.sizePanes();
    this.width = this.mainWidth();
    if (this.width === before || this.width === 0) return;
    this.applyChipRoom();
    if (before === 0) this.applySpan();
    else this.showBars(barCount);
    this.keepHighlight();
  }

  private showEntryPrice(value: number | null): void {
    this.chart.removeOverlay({ name: 'entry_price' });
    const newest = this.data.at(-1);
    if (value === null || newest === undefined) return;
    const points = [{ timestamp: newest.timestamp, value }];
    this.chart.createOverlay({ name: 'entry_price', paneId: CANDLES, points, lock: true });
  }

  private sizePanes(): void {
    const { clientHeight } = this.box;
    const shown = LOWER_PANES.flatMap(({ id, part, min, max }, order) =>
      this.chart.getDom(id) === null
        ? []
        : [{ id, order: order + 2, wanted: Math.min(max, Math.max(min, clientHeight * part)) }],
    );
    const share = Math.min(1, (clientHeight * LOWER_PART) / shown.reduce((sum, { wanted }) => sum + wanted, 0));
    for (const { id, order, wanted } of shown) {
      const height = Math.max(LOWEST_PX, Math.round(wanted * share));
      this.chart.setPaneOptions({ id, height, minHeight: LOWEST_PX, dragEnabled: false, order });
    }
  }

  private showStrip(): void {
    const height = stripHeight(this.scene);
    this.chart.setPaneOptions({ id: STRIP, height, minHeight: height, dragEnabled: false, order: 1 });
  }

  private redraw(names: readonly string[]): void {
    this.drawn += 1;
    for (const name of names) this.chart.overrideIndicator({ name, extendData: this.drawn });
  }
}

function isPoint(value: unknown): value is { readonly x?: number } {
  return typeof value === 'object' && value !== null && (!('x' in value) || typeof value.x === 'number');
}

import { readableOn } from '../chart-palette';
import { LABEL_GAP_PX, type LabelRoom, type LabelRequest, placeLabels } from '../lanes';
import type { EventMark, Pen, Scene } from '../scene';

/** What turns a range: drawn filled. */
const STRONG: ReadonlySet<string> = new Set(['SC', 'SPRING', 'SOS', 'BC', 'UTAD', 'SOW', 'FTI']);

const NARROW_BAR_PX = 2;
const SIGN_PX = 4;
const GAP_PX = 4;
const LABEL_PX = 14;
const TEXT_PX = 10.5;
const PADDING_PX = 3;
const EDGE_PX = 2;
const FAINT = 0.6;
const TICK_PX = 3;

interface Placed {
  readonly mark: EventMark;
  readonly x: number;
  /** Where the sign's tip is, towards the bar. */
  readonly y: number;
  readonly request: LabelRequest;
}

/**
 * Events at their bars: ▲ below on the side of accumulation, ▼ above on that of distribution, ◆ above where it may be
 * either; dots alone if bars are too narrow for words. What a model said has a dashed edge until a person confirms it.
 *
 * @param taken Where words stand already.
 */
export function drawEvents(pen: Pen, scene: Scene, taken: readonly LabelRoom[]): void {
  const { ctx, bounding, xAxis, chart } = pen;
  const { from, to } = chart.getVisibleRange();
  const end = bounding.width - scene.chipWidth;
  const visible = scene.events.filter(({ index }) => index >= from && index < to && xAxis.convertToPixel(index) < end);
  if (chart.getBarSpace().bar < NARROW_BAR_PX) {
    for (const mark of visible) drawDot(pen, scene, mark);
    return;
  }
  ctx.font = `600 ${TEXT_PX}px ${scene.palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  drawRecognitions(pen, scene, visible);
  const wanted = visible.map((mark) => toLabelRequest(pen, scene, mark));
  const room: LabelRoom = { left: EDGE_PX, right: end - EDGE_PX, top: EDGE_PX, bottom: bounding.height - EDGE_PX };
  const places = placeLabels(
    wanted.map(({ request }) => request),
    LABEL_PX,
    room,
    [...taken, ...wanted.map(signRoom)],
  );
  const signed = new Set<string>();
  for (const [order, { mark, x, y, request }] of wanted.entries()) {
    const place = places[order];
    const hue = getHue(scene, mark);
    const sign = `${mark.index} ${mark.side}`;
    if (!signed.has(sign)) drawSign(ctx, mark, x, y, hue);
    signed.add(sign);
    if (place !== null && place !== undefined) drawLabel(ctx, scene, mark, hue, place.left, place.top, request.width);
  }
}

/** From the bar where it happened, along its price, to the one at which that could be seen. */
function drawRecognitions({ ctx, bounding, xAxis, yAxis }: Pen, scene: Scene, marks: readonly EventMark[]): void {
  const end = bounding.width - scene.chipWidth;
  ctx.lineWidth = 1;
  ctx.globalAlpha = FAINT;
  for (const mark of marks) {
    const { index, recognised } = mark;
    if (recognised === null) continue;
    const y = Math.round(yAxis.convertToPixel(recognised.price)) + 0.5;
    const x = Math.min(end, xAxis.convertToPixel(recognised.index));
    ctx.strokeStyle = getHue(scene, mark);
    ctx.setLineDash([2, 2]);
    ctx.beginPath();
    ctx.moveTo(xAxis.convertToPixel(index), y);
    ctx.lineTo(x, y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, y - TICK_PX);
    ctx.lineTo(x, y + TICK_PX);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function toLabelRequest({ ctx, xAxis, yAxis, chart }: Pen, { bars }: Scene, mark: EventMark): Placed {
  const side = mark.side === 'accumulation' ? 'below' : 'above';
  const x = xAxis.convertToPixel(mark.index);
  const width = Math.ceil(ctx.measureText(mark.event).width) + 2 * PADDING_PX;
  const reach = Math.ceil(width / 2 / chart.getBarSpace().bar);
  const own = bars[mark.index];
  const around = bars.slice(Math.max(0, mark.index - reach), mark.index + reach + 1);
  const extreme =
    side === 'below' ? Math.min(...around.map(({ low }) => low)) : Math.max(...around.map(({ high }) => high));
  const outwards = side === 'below' ? 1 : -1;
  const tip = yAxis.convertToPixel(side === 'below' ? (own?.low ?? 0) : (own?.high ?? 0)) + outwards * GAP_PX;
  const clear = yAxis.convertToPixel(extreme) + outwards * GAP_PX;
  const beyondSign = tip + outwards * (2 * SIGN_PX + LABEL_GAP_PX);
  const y = side === 'below' ? Math.max(clear, beyondSign) : Math.min(clear, beyondSign);
  return { mark, x, y: tip, request: { x, y, width, side } };
}

function signRoom({ x, y, request }: Placed): LabelRoom {
  const top = request.side === 'below' ? y : y - 2 * SIGN_PX;
  return { left: x - SIGN_PX, right: x + SIGN_PX, top, bottom: top + 2 * SIGN_PX };
}

function drawDot({ ctx, xAxis, yAxis }: Pen, scene: Scene, mark: EventMark): void {
  const bar = scene.bars[mark.index];
  if (bar === undefined) return;
  const below = mark.side === 'accumulation';
  ctx.fillStyle = getHue(scene, mark);
  ctx.beginPath();
  const y = yAxis.convertToPixel(below ? bar.low : bar.high) + (below ? 6 : -6);
  ctx.arc(xAxis.convertToPixel(mark.index), y, 2.5, 0, 2 * Math.PI);
  ctx.fill();
}

function drawSign(ctx: CanvasRenderingContext2D, { side }: EventMark, x: number, tip: number, hue: string): void {
  const base = tip + (side === 'accumulation' ? 1 : -1) * 2 * SIGN_PX;
  ctx.fillStyle = hue;
  ctx.beginPath();
  ctx.moveTo(x, tip);
  if (side === 'either') {
    ctx.lineTo(x - SIGN_PX, (tip + base) / 2);
    ctx.lineTo(x, base);
    ctx.lineTo(x + SIGN_PX, (tip + base) / 2);
  } else {
    ctx.lineTo(x - SIGN_PX, base);
    ctx.lineTo(x + SIGN_PX, base);
  }
  ctx.fill();
}

function drawLabel(
  ctx: CanvasRenderingContext2D,
  { palette }: Scene,
  { event, origin }: EventMark,
  hue: string,
  left: number,
  top: number,
  width: number,
): void {
  const strong = STRONG.has(event);
  ctx.beginPath();
  ctx.roundRect(left + 0.5, top + 0.5, width - 1, LABEL_PX - 1, 3);
  ctx.fillStyle = strong ? hue : palette.panel;
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = strong && origin === 'ai' ? readableOn(hue, palette) : hue;
  ctx.setLineDash(origin === 'ai' ? [3, 2] : []);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.fillStyle = strong ? readableOn(hue, palette) : palette.ink;
  ctx.fillText(event, left + width / 2, top + LABEL_PX / 2 + 0.5);
}

function getHue({ palette }: Scene, { side }: EventMark): string {
  return side === 'either' ? palette.ink3 : palette.phases[side];
}

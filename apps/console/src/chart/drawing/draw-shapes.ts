import type { ChartPalette } from '../chart-palette';
import type { Pen, Scene } from '../scene';
import type { Shape } from '../shapes/drawing';
import { drawOutlinedText } from './draw-outlined-text';

const TEXT_PX = 10.5;
const LABEL_PX = 14;
const INSET_PX = 4;
const TINT = 0.08;
const EXTENSION_ALPHA = 0.5;
const HANDLE_PX = 3.5;

interface Ends {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** What people have drawn: lines with their way on to the right, boxes with their height, price lines across. */
export function drawShapes(pen: Pen, scene: Scene): void {
  const { ctx, bounding } = pen;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, bounding.width - scene.chipWidth, bounding.height);
  ctx.clip();
  ctx.setLineDash([]);
  for (const shape of scene.shapes) if (shape.id !== scene.drawnShape?.id) drawShape(pen, scene, shape);
  if (scene.drawnShape !== null) drawShape(pen, scene, scene.drawnShape);
  ctx.restore();
}

function drawShape(pen: Pen, scene: Scene, shape: Shape): void {
  const { ctx, xAxis, yAxis } = pen;
  const { accent } = scene.palette;
  const isHeld = shape === scene.drawnShape || (shape.id !== null && shape.id === scene.selectedShape);
  const ends: Ends = {
    x1: xAxis.convertToPixel(shape.from.index),
    y1: yAxis.convertToPixel(shape.from.price),
    x2: xAxis.convertToPixel(shape.to.index),
    y2: yAxis.convertToPixel(shape.to.price),
  };
  ctx.strokeStyle = accent;
  ctx.fillStyle = accent;
  ctx.lineWidth = isHeld ? 2 : 1.25;
  if (shape.kind === 'trend_line') drawLine(pen, scene, ends);
  else if (shape.kind === 'range_box') drawBox(ctx, ends);
  else drawPrice(pen, scene, ends);
  if (isHeld || shape.kind === 'price_line') drawWords(pen, scene, shape, ends);
  if (isHeld) drawHandles(ctx, scene.palette, shape, ends);
}

function drawLine({ ctx, bounding }: Pen, { chipWidth }: Scene, { x1, y1, x2, y2 }: Ends): void {
  stroke(ctx, x1, y1, x2, y2);
  const right = bounding.width - chipWidth;
  const [startX, startY, slope] = x2 >= x1 ? [x2, y2, (y2 - y1) / (x2 - x1)] : [x1, y1, (y1 - y2) / (x1 - x2)];
  if (!Number.isFinite(slope) || startX >= right) return;
  ctx.globalAlpha = EXTENSION_ALPHA;
  ctx.setLineDash([5, 4]);
  stroke(ctx, startX, startY, right, startY + slope * (right - startX));
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function drawBox(ctx: CanvasRenderingContext2D, { x1, y1, x2, y2 }: Ends): void {
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  ctx.globalAlpha = TINT;
  ctx.fillRect(left, top, width, height);
  ctx.globalAlpha = 1;
  ctx.strokeRect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.round(width), Math.round(height));
}

function drawPrice({ ctx, bounding }: Pen, { chipWidth }: Scene, { y1 }: Ends): void {
  const y = Math.round(y1) + 0.5;
  ctx.setLineDash([8, 4]);
  stroke(ctx, 0, y, bounding.width - chipWidth, y);
  ctx.setLineDash([]);
}

/** Of a box that is held its two prices and its height, of a price line the price; a line speaks for itself. */
function drawWords(pen: Pen, { palette }: Scene, { kind, from, to }: Shape, { x1, y1, x2, y2 }: Ends): void {
  const { ctx } = pen;
  if (kind === 'trend_line') return;
  const [low, high] = [Math.min(from.price, to.price), Math.max(from.price, to.price)];
  const height = low > 0 ? ` · ${((high / low - 1) * 100).toFixed(1)}%` : '';
  const text = kind === 'price_line' ? from.price.toFixed(2) : `${low.toFixed(2)} – ${high.toFixed(2)}${height}`;
  const left = (kind === 'price_line' ? 0 : Math.max(0, Math.min(x1, x2))) + INSET_PX;
  const middle = Math.min(y1, y2) + (kind === 'price_line' ? -1 : 1) * (LABEL_PX / 2 + 1);
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  if (kind === 'range_box' && ctx.measureText(text).width + 2 * INSET_PX > Math.abs(x2 - x1)) return;
  drawOutlinedText(ctx, { ground: palette.panel, ink: palette.accent }, text, left, middle);
}

function drawHandles(
  ctx: CanvasRenderingContext2D,
  { accent, panel }: ChartPalette,
  { kind }: Shape,
  { x1, y1, x2, y2 }: Ends,
): void {
  const ends: [number, number][] = [
    [x1, y1],
    [x2, y2],
  ];
  const corners: [number, number][] = kind === 'range_box' ? [...ends, [x1, y2], [x2, y1]] : ends;
  ctx.fillStyle = panel;
  ctx.strokeStyle = accent;
  ctx.lineWidth = 1.5;
  for (const [x, y] of corners) {
    ctx.beginPath();
    ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

function stroke(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

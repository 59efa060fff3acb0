import { chipRows } from '../chip-rows';
import type { Pen, Scene } from '../scene';
import { drawOutlinedText } from './draw-outlined-text';

const ROW_PX = 2;
const EDGE_PX = 10;
const TEXT_PX = 11;
const FULLNESS = 0.78;

/** Room for the chips: bars that were scrolled under it are covered in every pane. */
export function drawChipGround({ ctx, bounding }: Pen, { chipWidth, palette }: Scene): void {
  if (chipWidth === 0) return;
  ctx.fillStyle = palette.panel;
  ctx.fillRect(bounding.width - chipWidth, 0, chipWidth, bounding.height);
}

/** Who holds shares at which price, on the scale of the candles: in profit, trapped, and what they paid on average. */
export function drawChips(pen: Pen, scene: Scene): void {
  const { ctx, bounding, yAxis } = pen;
  const { chips, chipWidth, palette } = scene;
  drawChipGround(pen, scene);
  if (chipWidth === 0) return;
  const left = bounding.width - chipWidth;
  ctx.fillStyle = palette.line;
  ctx.fillRect(left, 0, 1, bounding.height);
  if (chips === null) return;
  const rowCount = Math.ceil(bounding.height / ROW_PX);
  const rows = chipRows(chips, chips.close, (price) => yAxis.convertToPixel(price) / ROW_PX, rowCount);
  const most = Math.max(1e-9, ...rows.profit.map((part, row) => part + (rows.trapped[row] ?? 0)));
  const scale = ((chipWidth - EDGE_PX) * 0.94) / most;
  ctx.globalAlpha = FULLNESS;
  for (const [row, profit] of rows.profit.entries()) {
    const trapped = rows.trapped[row] ?? 0;
    const width = (profit + trapped) * scale;
    if (width < 0.25) continue;
    const profitWidth = profit * scale;
    ctx.fillStyle = palette.up;
    ctx.fillRect(bounding.width - profitWidth, row * ROW_PX, profitWidth, ROW_PX);
    ctx.fillStyle = palette.phases.accumulation;
    ctx.fillRect(bounding.width - width, row * ROW_PX, width - profitWidth, ROW_PX);
  }
  ctx.globalAlpha = 1;
  drawBracket(pen, palette.ink3, left + 3, 1, chips.ninety);
  drawBracket(pen, palette.ink2, left + 6, 2, chips.seventy);
  drawAverage(pen, scene, chips.average, chips.averageText, left);
  drawBeyond(pen, scene, rows);
}

function drawBracket(
  { ctx, yAxis, bounding }: Pen,
  colour: string,
  x: number,
  width: number,
  [low, high]: readonly [number, number],
): void {
  const top = Math.max(0, yAxis.convertToPixel(high));
  const bottom = Math.min(bounding.height, yAxis.convertToPixel(low));
  if (bottom <= top) return;
  ctx.fillStyle = colour;
  ctx.fillRect(x, top, width, bottom - top);
  ctx.fillRect(x, top, 4, 1);
  ctx.fillRect(x, bottom - 1, 4, 1);
}

function drawAverage(
  { ctx, yAxis, bounding }: Pen,
  { palette }: Scene,
  price: number,
  text: string,
  left: number,
): void {
  const y = Math.round(yAxis.convertToPixel(price)) + 0.5;
  if (y < 0 || y > bounding.height) return;
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(left + 1, y);
  ctx.lineTo(bounding.width, y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  drawOutlinedText(ctx, { ground: palette.panel, ink: palette.ink }, text, bounding.width - 3, y < 18 ? y + 9 : y - 8);
}

/** Chips at prices that the axis does not reach. */
function drawBeyond(
  { ctx, bounding }: Pen,
  { palette }: Scene,
  { above, below }: { readonly above: number; readonly below: number },
): void {
  ctx.font = `${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  const parts = [
    ['↑', above, 8],
    ['↓', below, bounding.height - 8],
  ] as const;
  for (const [sign, part, y] of parts) {
    if (part < 0.005) continue;
    drawOutlinedText(
      ctx,
      { ground: palette.panel, ink: palette.ink2 },
      `${sign} ${(part * 100).toFixed(0)}%`,
      bounding.width - 3,
      y,
    );
  }
}

import type { Pen, Scene } from '../scene';

const SIGN_PX = 6;
const NARROWEST_PX = 2;
const BOTTOM_PX = 3;

/** A tick at the bottom of the candles for each bar at which the chosen screen found the stock. */
export function drawHits({ ctx, bounding, xAxis, chart }: Pen, { hits, palette, chipWidth }: Scene): void {
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(NARROWEST_PX, Math.min(SIGN_PX, chart.getBarSpace().halfGapBar * 2));
  const tip = bounding.height - BOTTOM_PX - SIGN_PX;
  ctx.fillStyle = palette.accent;
  for (const index of hits) {
    const x = xAxis.convertToPixel(index);
    if (index < from || index >= to || x > bounding.width - chipWidth) continue;
    ctx.beginPath();
    ctx.moveTo(x, tip);
    ctx.lineTo(x + width / 2, tip + SIGN_PX);
    ctx.lineTo(x - width / 2, tip + SIGN_PX);
    ctx.fill();
  }
}

import type { Pen, Scene } from '../scene';
import { HIT_ROW_PX, hitRowTop } from '../strip-rows';

const SIGN_PX = 9;
const NARROWEST_PX = 2;

/** A mark in a row of its own for each bar at which the chosen screen found the stock. */
export function drawHits({ ctx, bounding, xAxis, chart }: Pen, scene: Scene): void {
  const { hits, palette, chipWidth } = scene;
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(NARROWEST_PX, Math.min(SIGN_PX, chart.getBarSpace().bar));
  const tip = hitRowTop(scene) + (HIT_ROW_PX - SIGN_PX) / 2;
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

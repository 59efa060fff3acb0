import type { Pen, Scene } from '../scene';

const NARROW_BAR_PX = 2;
const GAP_PX = 2.5;
const THICK_PX = 2;

/** A cap over a bar that closed at its limit-up price, under one that closed at limit-down. */
export function drawLimits({ ctx, xAxis, yAxis, chart }: Pen, { bars, palette }: Scene): void {
  const { bar: space, halfGapBar } = chart.getBarSpace();
  if (space < NARROW_BAR_PX) return;
  const { from, to } = chart.getVisibleRange();
  const half = Math.max(2, halfGapBar);
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index += 1) {
    const bar = bars[index];
    if (bar === undefined || bar.closedAtLimit === null) continue;
    const isUp = bar.closedAtLimit === 'up';
    const y = yAxis.convertToPixel(isUp ? bar.high : bar.low) + (isUp ? -GAP_PX - THICK_PX : GAP_PX);
    ctx.fillStyle = isUp ? palette.up : palette.down;
    ctx.fillRect(xAxis.convertToPixel(index) - half, y, 2 * half, THICK_PX);
  }
}

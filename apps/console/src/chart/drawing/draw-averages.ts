import { averageColours } from '../chart-palette';
import type { Pen, Scene } from '../scene';

/**
 * Lines of averages among the candles. They have no part in the scale of the axis: an average far from the prices would press
 * the candles flat.
 * @param values Of each bar, one a line; null where there are too few bars.
 */
export function drawAverages(
  { ctx, bounding, xAxis, yAxis, chart }: Pen,
  { palette, chipWidth, bars }: Scene,
  values: readonly (readonly (number | null)[])[],
): void {
  const { from, to } = chart.getVisibleRange();
  const colours = averageColours(palette);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, bounding.width - chipWidth, bounding.height);
  ctx.clip();
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  colours.forEach((colour, order) => {
    ctx.strokeStyle = colour;
    ctx.beginPath();
    let isDrawn = false;
    for (let index = Math.max(0, from - 1); index <= Math.min(to, bars.length - 1); index += 1) {
      const value = values[index]?.[order];
      if (value === null || value === undefined) continue;
      const [x, y] = [xAxis.convertToPixel(index), yAxis.convertToPixel(value)];
      if (isDrawn) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
      isDrawn = true;
    }
    ctx.stroke();
  });
  ctx.restore();
}

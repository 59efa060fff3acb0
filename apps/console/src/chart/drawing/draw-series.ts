import type { Pen, Scene } from '../scene';

/** A line over the bars in sight, left of the chips, with a gap at each bar without a value. @param valueOf By the bar's index. */
export function drawSeries(
  { ctx, bounding, xAxis, yAxis, chart }: Pen,
  { chipWidth, bars }: Scene,
  valueOf: (index: number) => number | null | undefined,
  colour: string,
): void {
  const { from, to } = chart.getVisibleRange();
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, bounding.width - chipWidth, bounding.height);
  ctx.clip();
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  ctx.strokeStyle = colour;
  ctx.beginPath();
  let isDrawn = false;
  for (let index = Math.max(0, from - 1); index <= Math.min(to, bars.length - 1); index += 1) {
    const value = valueOf(index);
    if (value === null || value === undefined) {
      isDrawn = false;
      continue;
    }
    const [x, y] = [xAxis.convertToPixel(index), yAxis.convertToPixel(value)];
    if (isDrawn) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    isDrawn = true;
  }
  ctx.stroke();
  ctx.restore();
}

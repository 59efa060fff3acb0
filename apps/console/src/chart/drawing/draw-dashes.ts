import type { Pen, Scene } from '../scene';

const DASH_PX = 2;
const NARROWEST_PX = 3;

/**
 * A bar of one price, locked at its limit all day, as a dash that can be seen at any zoom: its candle has neither body nor
 * wick. In the colour of the way that it went from the close before, which such a day has gone without a trade in between.
 */
export function drawDashes({ ctx, bounding, xAxis, yAxis, chart }: Pen, { bars, palette, chipWidth }: Scene): void {
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(NARROWEST_PX, chart.getBarSpace().halfGapBar * 2 + 1);
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index += 1) {
    const bar = bars[index];
    if (bar === undefined || bar.high !== bar.low) continue;
    const x = Math.round(xAxis.convertToPixel(index) - width / 2);
    if (x > bounding.width - chipWidth) continue;
    const before = bars[index - 1]?.close ?? bar.close;
    ctx.fillStyle = bar.close > before ? palette.up : bar.close < before ? palette.down : palette.ink2;
    ctx.fillRect(x, Math.round(yAxis.convertToPixel(bar.close)) - 1, width, DASH_PX);
  }
}

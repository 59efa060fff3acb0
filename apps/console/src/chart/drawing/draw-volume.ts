import type { Pen, Scene } from '../scene';

/**
 * Volumes in the colours of their candles. If several bars share a pixel the highest of them stands for all: thousands of
 * bars cost no more than the pane is wide.
 */
export function drawVolume({ ctx, xAxis, yAxis, chart }: Pen, { bars, palette }: Scene): void {
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(1, chart.getBarSpace().halfGapBar * 2);
  const base = yAxis.convertToPixel(0);
  const columns = new Map<number, { readonly top: number; readonly colour: string }>();
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index += 1) {
    const bar = bars[index];
    if (bar === undefined) continue;
    const x = Math.round(xAxis.convertToPixel(index) - width / 2);
    const top = Math.min(base - 1, yAxis.convertToPixel(bar.volume));
    const there = columns.get(x);
    if (there !== undefined && there.top <= top) continue;
    const colour = bar.close > bar.open ? palette.up : bar.close < bar.open ? palette.down : palette.ink2;
    columns.set(x, { top, colour });
  }
  for (const [x, { top, colour }] of columns) {
    ctx.fillStyle = colour;
    ctx.fillRect(x, top, width, base - top);
  }
}

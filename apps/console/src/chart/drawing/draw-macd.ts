import { paneColours } from '../chart-palette';
import type { Macd } from '../panes/macd';
import type { Pen, Scene } from '../scene';
import { drawChipGround } from './draw-chips';
import { drawSeries } from './draw-series';

/**
 * DIF and DEA over bars from zero, in the colours of a rise above it and of a fall below. Of bars that share a pixel the longest
 * stands for all.
 */
export function drawMacd(pen: Pen, scene: Scene, values: readonly Partial<Macd>[]): void {
  const { ctx, xAxis, yAxis, chart } = pen;
  const { palette } = scene;
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(1, Math.round(chart.getBarSpace().halfGapBar));
  const zero = Math.round(yAxis.convertToPixel(0));
  const longest = new Map<number, number>();
  for (let index = Math.max(0, from); index < Math.min(to, values.length); index += 1) {
    const bar = values[index]?.bar;
    if (bar === undefined) continue;
    const x = Math.round(xAxis.convertToPixel(index) - width / 2);
    if (Math.abs(bar) >= Math.abs(longest.get(x) ?? 0)) longest.set(x, bar);
  }
  for (const [x, bar] of longest) {
    ctx.fillStyle = bar > 0 ? palette.up : bar < 0 ? palette.down : palette.ink2;
    const end = yAxis.convertToPixel(bar);
    ctx.fillRect(x, Math.min(zero, end), width, Math.max(1, Math.abs(end - zero)));
  }
  const [first = '', second = ''] = paneColours(palette);
  drawSeries(pen, scene, (index) => values[index]?.dif, first);
  drawSeries(pen, scene, (index) => values[index]?.dea, second);
  drawChipGround(pen, scene);
}

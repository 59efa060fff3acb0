import { paneColours } from '../chart-palette';
import type { Kdj } from '../panes/kdj';
import type { Pen, Scene } from '../scene';
import { drawChipGround } from './draw-chips';
import { drawSeries } from './draw-series';

/** Oversold and overbought. */
const LEVELS = [20, 80];

/** K, D and J over the levels at which readers of KDJ look. */
export function drawKdj(pen: Pen, scene: Scene, values: readonly Partial<Kdj>[]): void {
  const { ctx, bounding, yAxis } = pen;
  ctx.strokeStyle = scene.palette.ink3;
  ctx.lineWidth = 1;
  ctx.setLineDash([1, 3]);
  for (const level of LEVELS) {
    const y = Math.round(yAxis.convertToPixel(level)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(bounding.width, y);
    ctx.stroke();
  }
  const [first = '', second = '', third = ''] = paneColours(scene.palette);
  drawSeries(pen, scene, (index) => values[index]?.j, third);
  drawSeries(pen, scene, (index) => values[index]?.k, first);
  drawSeries(pen, scene, (index) => values[index]?.d, second);
  drawChipGround(pen, scene);
}

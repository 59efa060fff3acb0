import { averageColours } from '../chart-palette';
import type { Pen, Scene } from '../scene';
import { drawSeries } from './draw-series';

/**
 * Lines of averages among the candles. They have no part in the scale of the axis: an average far from the prices would press
 * the candles flat.
 * @param values Of each bar, one a line; null where there are too few bars.
 */
export function drawAverages(pen: Pen, scene: Scene, values: readonly (readonly (number | null)[])[]): void {
  averageColours(scene.palette).forEach((colour, order) => {
    drawSeries(pen, scene, (index) => values[index]?.[order], colour);
  });
}

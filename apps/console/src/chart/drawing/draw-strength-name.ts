import type { Pen, Scene } from '../scene';
import { drawOutlinedText } from './draw-outlined-text';

const TEXT_PX = 10.5;

/** What the line of the pane is, in its corner. */
export function drawStrengthName({ ctx }: Pen, { palette, strengthName }: Scene): void {
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.setLineDash([]);
  drawOutlinedText(ctx, { ground: palette.panel, ink: palette.ink2 }, strengthName, 2, 3);
}

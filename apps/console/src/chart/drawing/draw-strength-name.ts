import type { Pen, Scene } from '../scene';

const TEXT_PX = 10.5;

/** What the line of the pane is, in its corner. */
export function drawStrengthName({ ctx }: Pen, { palette, strengthName }: Scene): void {
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.setLineDash([]);
  ctx.strokeStyle = palette.panel;
  ctx.strokeText(strengthName, 2, 3);
  ctx.fillStyle = palette.ink2;
  ctx.fillText(strengthName, 2, 3);
}

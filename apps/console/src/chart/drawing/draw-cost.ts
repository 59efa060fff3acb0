import type { LabelRoom } from '../lanes';
import type { Pen, Scene } from '../scene';

const TEXT_PX = 11;
const PADDING_PX = 4;
const TAG_PX = 15;

/**
 * What the user has paid: a line across with its tag at the left; beyond the scale the tag alone, at the edge, with an arrow.
 * @returns where the tag is, null without one.
 */
export function drawCost({ ctx, bounding, yAxis }: Pen, { cost, palette, chipWidth }: Scene): LabelRoom | null {
  if (cost === null) return null;
  const line = Math.round(yAxis.convertToPixel(cost.price)) + 0.5;
  const y = Math.max(TAG_PX / 2 + 1, Math.min(bounding.height - TAG_PX / 2 - 1, line));
  const arrow = line < 0 ? ' ↑' : line > bounding.height ? ' ↓' : '';
  ctx.strokeStyle = palette.warning;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  ctx.beginPath();
  ctx.moveTo(0, line);
  ctx.lineTo(bounding.width - chipWidth, line);
  ctx.stroke();
  ctx.setLineDash([]);
  const text = `${cost.text}${arrow}`;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + 2 * PADDING_PX;
  ctx.fillStyle = palette.panel;
  ctx.beginPath();
  ctx.roundRect(0.5, y - TAG_PX / 2, width, TAG_PX, [0, 3, 3, 0]);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = palette.ink;
  ctx.fillText(text, PADDING_PX, y + 0.5);
  return { left: 0, right: width, top: y - TAG_PX / 2, bottom: y + TAG_PX / 2 };
}

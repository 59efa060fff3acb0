import { type LabelRoom, placeName } from '../lanes';
import type { Pen, PriceMark, Scene } from '../scene';

const TEXT_PX = 11;
const PADDING_PX = 4;
const TAG_PX = 15;

interface LineLook {
  readonly colour: string;
  readonly dash: readonly number[];
}

/**
 * A price as a line across with its tag at the left; beyond the scale the tag alone, at the edge, with an arrow.
 * @param taken Where other tags are: this one stands to the right of those that it would cover.
 * @returns where the tag is, null without one.
 */
export function drawPriceLine(
  { ctx, bounding, yAxis }: Pen,
  { palette, chipWidth }: Scene,
  mark: PriceMark | null,
  { colour, dash }: LineLook,
  taken: readonly LabelRoom[],
): LabelRoom | null {
  if (mark === null) return null;
  const line = Math.round(yAxis.convertToPixel(mark.price)) + 0.5;
  const y = Math.max(TAG_PX / 2 + 1, Math.min(bounding.height - TAG_PX / 2 - 1, line));
  const arrow = line < 0 ? ' ↑' : line > bounding.height ? ' ↓' : '';
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash([...dash]);
  ctx.beginPath();
  ctx.moveTo(0, line);
  ctx.lineTo(bounding.width - chipWidth, line);
  ctx.stroke();
  ctx.setLineDash([]);
  const text = `${mark.text}${arrow}`;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + 2 * PADDING_PX;
  const tag = placeName({ left: 0, width, height: TAG_PX }, [y - TAG_PX / 2], taken);
  ctx.fillStyle = palette.panel;
  ctx.beginPath();
  ctx.roundRect(tag.left + 0.5, tag.top, width, TAG_PX, [0, 3, 3, 0]);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = palette.ink;
  ctx.fillText(text, tag.left + PADDING_PX, y + 0.5);
  return tag;
}

import type { LabelRoom } from '../lanes';
import type { Pen, Scene } from '../scene';

const TEXT_PX = 11;
const PADDING_PX = 4;
const TAG_PX = 16;

/**
 * The day of the entry as a dashed line down with its tag at the top, its price as one across; the price itself stands on
 * the axis. @returns where the tag is, so that nothing else is put there.
 */
export function drawEntry(
  { ctx, bounding, xAxis, yAxis }: Pen,
  { entry, palette, chipWidth }: Scene,
): LabelRoom | null {
  if (entry === null) return null;
  const end = bounding.width - chipWidth;
  const x = entry.index === undefined ? undefined : Math.round(xAxis.convertToPixel(entry.index)) + 0.5;
  const isDayVisible = x !== undefined && x >= 0 && x < end;
  ctx.strokeStyle = palette.ink2;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  if (isDayVisible) {
    ctx.moveTo(x, 0);
    ctx.lineTo(x, bounding.height);
  }
  if (entry.price !== null) {
    const y = Math.round(yAxis.convertToPixel(entry.price)) + 0.5;
    ctx.moveTo(0, y);
    ctx.lineTo(end, y);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  if (!isDayVisible) return null;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(entry.text).width + 2 * PADDING_PX;
  const left = Math.max(0, Math.min(x, end - width));
  ctx.fillStyle = palette.ink2;
  ctx.beginPath();
  ctx.roundRect(left, 0, width, TAG_PX, [0, 0, 3, 3]);
  ctx.fill();
  ctx.fillStyle = palette.panel;
  ctx.fillText(entry.text, left + PADDING_PX, TAG_PX / 2 + 0.5);
  return { left, right: left + width, top: 0, bottom: TAG_PX };
}

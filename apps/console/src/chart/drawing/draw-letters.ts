import type { Pen, Scene } from '../scene';
import { LETTER_ROW_PX, phaseRowHeight } from '../strip-rows';

const TINT = 0.14;
const TEXT_PX = 11;
const LEAST_PX = 9;

/** The letters A to E of a range's phase, in a row below the phases; a line parts one from the next. */
export function drawLetters({ ctx, bounding, xAxis, chart }: Pen, scene: Scene): void {
  const { letters, palette, chipWidth } = scene;
  const top = phaseRowHeight(scene);
  const half = chart.getBarSpace().halfBar;
  const end = bounding.width - chipWidth;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { from, to, letter } of letters) {
    const left = Math.max(0, xAxis.convertToPixel(from) - half);
    const right = Math.min(end, xAxis.convertToPixel(to) + half);
    if (right <= left) continue;
    ctx.fillStyle = palette.ink3;
    ctx.globalAlpha = TINT;
    ctx.fillRect(left, top + 1, right - left, LETTER_ROW_PX - 2);
    ctx.globalAlpha = 1;
    ctx.fillRect(Math.round(left), top + 1, 1, LETTER_ROW_PX - 2);
    if (right - left < LEAST_PX) continue;
    ctx.fillStyle = palette.ink;
    ctx.fillText(letter, (left + right) / 2, top + LETTER_ROW_PX / 2 + 0.5);
  }
}

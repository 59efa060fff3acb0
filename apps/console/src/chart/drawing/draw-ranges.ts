import { formatsIn } from '../../i18n/formats-in';
import type { ChartPalette } from '../chart-palette';
import { type LabelRoom, placeName } from '../lanes';
import type { Pen, RangeMark, Scene } from '../scene';
import { drawOutlinedText } from './draw-outlined-text';

const TINT = 0.06;
const PAST_ALPHA = 0.45;
const TEXT_PX = 10.5;
const LABEL_PX = 14;
const INSET_PX = 3;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Ranges behind the candles: a breath of the side's hue between the lines of support and resistance. */
export function drawRanges(pen: Pen, scene: Scene): void {
  const { ctx } = pen;
  // What is drawn behind the candles is drawn behind what is there already: lines before their ground.
  for (const range of scene.ranges) {
    const box = toBox(pen, scene, range);
    if (box === null) continue;
    const hue = getHue(range, scene.palette);
    ctx.strokeStyle = hue;
    ctx.lineWidth = 1;
    ctx.globalAlpha = range.lasts ? 1 : PAST_ALPHA;
    ctx.setLineDash(range.origin === 'box' ? [6, 3] : []);
    ctx.beginPath();
    for (const y of [box.top, box.bottom]) {
      ctx.moveTo(box.left, Math.round(y) + 0.5);
      ctx.lineTo(box.right, Math.round(y) + 0.5);
    }
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = hue;
    ctx.globalAlpha = TINT;
    ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  }
  ctx.globalAlpha = 1;
}

/** As the legend has them: `toFixed` rounds 29.055 down. */
const { price } = formatsIn('zh');

/**
 * Names the lines of the ranges in force, outside of the range if there is room.
 * @param taken Where words stand already.
 * @returns where the names are, so that nothing else is put there.
 */
export function nameRanges(pen: Pen, scene: Scene, taken: readonly LabelRoom[]): LabelRoom[] {
  const { ctx } = pen;
  const { palette } = scene;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  return scene.ranges.flatMap((range) => {
    const box = range.lasts ? toBox(pen, scene, range) : null;
    if (box === null) return [];
    const lines = [
      { text: `R ${price(range.resistance)}`, outside: box.top - LABEL_PX, inside: box.top + 1 },
      { text: `S ${price(range.support)}`, outside: box.bottom + 1, inside: box.bottom - LABEL_PX },
    ];
    return lines.map(({ text, outside, inside }): LabelRoom => {
      const isInPane = outside >= 0 && outside + LABEL_PX <= pen.bounding.height;
      const wanted = { left: box.left + INSET_PX, width: ctx.measureText(text).width, height: LABEL_PX };
      const room = placeName(wanted, isInPane ? [outside, inside] : [inside], taken);
      const middle = room.top + LABEL_PX / 2;
      drawOutlinedText(ctx, { ground: palette.panel, ink: getHue(range, palette) }, text, room.left, middle);
      return room;
    });
  });
}

function toBox({ bounding, xAxis, yAxis, chart }: Pen, { chipWidth }: Scene, range: RangeMark): Box | null {
  const half = chart.getBarSpace().halfBar;
  const left = Math.max(0, xAxis.convertToPixel(range.from) - half);
  const right = Math.min(bounding.width - chipWidth, xAxis.convertToPixel(range.to) + half);
  if (right <= left) return null;
  return { left, right, top: yAxis.convertToPixel(range.resistance), bottom: yAxis.convertToPixel(range.support) };
}

function getHue({ side }: RangeMark, { ink3, phases }: ChartPalette): string {
  return side === 'both' ? ink3 : phases[side];
}

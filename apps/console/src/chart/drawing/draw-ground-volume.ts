import type { Pen, Scene } from '../scene';

const TEXT_PX = 11;
const PADDING_PX = 4;
const TAG_PX = 15;

/** Flags the day of the lowest volume: its words at the top of the pane, a line down to its bar. */
export function drawGroundVolume({ ctx, bounding, xAxis, yAxis, chart }: Pen, scene: Scene): void {
  const { ground, palette, bars, chipWidth } = scene;
  const bar = ground === null ? undefined : bars[ground.index];
  if (ground === null || bar === undefined) return;
  const end = bounding.width - chipWidth;
  const x = xAxis.convertToPixel(ground.index);
  if (x < 0 || x > end) return;
  const tip = yAxis.convertToPixel(bar.volume) - 3;
  ctx.font = `600 ${TEXT_PX}px ${palette.font}`;
  const width = ctx.measureText(ground.text).width + 2 * PADDING_PX;
  const left = Math.min(Math.max(x - width / 2, 0), end - width);
  ctx.strokeStyle = palette.accent;
  ctx.fillStyle = palette.accent;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 2]);
  ctx.beginPath();
  ctx.moveTo(x, TAG_PX);
  ctx.lineTo(x, tip);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, tip);
  ctx.lineTo(x - 4, tip - 7);
  ctx.lineTo(x + 4, tip - 7);
  ctx.fill();
  const barWidth = Math.max(1, chart.getBarSpace().halfGapBar * 2);
  const base = yAxis.convertToPixel(0);
  ctx.fillRect(x - barWidth / 2, Math.min(tip + 3, base - 1), barWidth, Math.max(1, base - tip - 3));
  ctx.fillStyle = palette.panel;
  ctx.beginPath();
  ctx.roundRect(left + 0.5, 0.5, width - 1, TAG_PX, 3);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = palette.ink;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(ground.text, left + PADDING_PX, TAG_PX / 2 + 1);
}

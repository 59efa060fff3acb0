import { layOutMiniChart } from './mini-chart-layout';

const FLAG_SIZE = 4;
/** The volumes stand behind what the price says. */
const VOLUME_ALPHA = 0.55;

/** Draws a small chart in the page's own colours, as sharp as the screen is. */
export function paintMiniChart(
  canvas: HTMLCanvasElement,
  chart: {
    closes: readonly number[];
    volumes: readonly number[] | undefined;
    flagged: number | undefined;
    width: number;
    height: number;
  },
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height, flagged } = chart;
  const ratio = window.devicePixelRatio;
  // Setting its size wipes a canvas, too.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const look = getComputedStyle(canvas);
  const colour = (name: string): string => look.getPropertyValue(name);
  const { line, bars, flag } = layOutMiniChart(chart);
  context.globalAlpha = VOLUME_ALPHA;
  for (const [index, bar] of bars.entries()) {
    if (index === flagged) continue;
    context.fillStyle = colour(bar.rises ? '--up' : '--down');
    context.fillRect(bar.x, bar.y, bar.width, bar.height);
  }
  context.globalAlpha = 1;
  context.strokeStyle = colour('--ink-2');
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.beginPath();
  for (const { x, y } of line) context.lineTo(x, y);
  context.stroke();
  const bar = flagged === undefined ? undefined : bars[flagged];
  if (bar === undefined || flag === undefined) return;
  context.fillStyle = colour('--accent');
  context.fillRect(bar.x - 0.5, bar.y, bar.width + 1, bar.height);
  context.beginPath();
  context.moveTo(flag.x, flag.y);
  context.lineTo(flag.x - FLAG_SIZE, flag.y - FLAG_SIZE);
  context.lineTo(flag.x + FLAG_SIZE, flag.y - FLAG_SIZE);
  context.fill();
}

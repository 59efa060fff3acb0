import { PHASE_GLYPHS, type Phase } from '../../parts/phases';
import type { Pen, Scene } from '../scene';
import { PHASE_ROW_PX } from '../strip-rows';
import { drawOutlinedText } from './draw-outlined-text';

const TINT = 0.07;
const STRIP_TINT = 0.22;
const STRIP_EDGE_PX = 3;
const TEXT_PX = 11;
const ROOM_PX = 6;

/** The phase as a breath of its hue behind the candles. */
export function drawPhaseBands({ ctx, bounding, ...pen }: Pen, scene: Scene): void {
  ctx.globalAlpha = TINT;
  for (const { phase, left, width } of visibleSpans({ ctx, bounding, ...pen }, scene)) {
    ctx.fillStyle = scene.palette.phases[phase];
    ctx.fillRect(left, 0, width, bounding.height);
  }
}

/** The phases in their full hue, with a pattern and a name: hues alone do not tell everybody apart. */
export function drawPhaseStrip(pen: Pen, scene: Scene): void {
  const { ctx } = pen;
  const { palette, phaseNames } = scene;
  ctx.font = `${TEXT_PX}px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { phase, left, width } of visibleSpans(pen, scene)) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, 0, width, PHASE_ROW_PX);
    ctx.clip();
    ctx.fillStyle = palette.phases[phase];
    ctx.strokeStyle = palette.phases[phase];
    ctx.globalAlpha = STRIP_TINT;
    ctx.fillRect(left, 0, width, PHASE_ROW_PX);
    ctx.globalAlpha = 1;
    drawPattern(ctx, phase, left, width, PHASE_ROW_PX);
    const name = [phaseNames[phase], PHASE_GLYPHS[phase]].find(
      (text) => ctx.measureText(text).width + 2 * ROOM_PX <= width,
    );
    if (name !== undefined) {
      const x = left + ROOM_PX;
      const y = PHASE_ROW_PX / 2 + 1;
      drawOutlinedText(ctx, { ground: palette.panel, ink: palette.ink }, name, x, y);
    }
    ctx.restore();
  }
}

/** Dots, hatches, or an edge: at the top for a rise, at the bottom for a fall. */
function drawPattern(ctx: CanvasRenderingContext2D, phase: Phase, left: number, width: number, height: number): void {
  switch (phase) {
    case 'unclassified':
      for (let x = left + 3; x < left + width; x += 6) ctx.fillRect(x, 2, 2, 2);
      return;
    case 'transition':
      ctx.lineWidth = 2;
      ctx.beginPath();
      for (let x = left - height; x < left + width; x += 7) {
        ctx.moveTo(x, height);
        ctx.lineTo(x + height, 0);
      }
      ctx.stroke();
      return;
    case 'markdown':
      ctx.fillRect(left, height - STRIP_EDGE_PX, width, STRIP_EDGE_PX);
      return;
    case 'markup':
      ctx.fillRect(left, 0, width, STRIP_EDGE_PX);
      return;
    case 'accumulation':
    case 'distribution':
      ctx.fillRect(left, 0, width, STRIP_EDGE_PX);
      ctx.fillRect(left, height - STRIP_EDGE_PX, width, STRIP_EDGE_PX);
      return;
  }
}

function visibleSpans({ bounding, xAxis, chart }: Pen, scene: Scene): { phase: Phase; left: number; width: number }[] {
  const half = chart.getBarSpace().halfBar;
  const end = bounding.width - scene.chipWidth;
  return scene.phases.flatMap(({ phase, from, to }) => {
    const left = Math.max(0, xAxis.convertToPixel(from) - half);
    const right = Math.min(end, xAxis.convertToPixel(to) + half);
    return right > left ? [{ phase, left, width: right - left }] : [];
  });
}

const OUTLINE_PX = 3;

/** Text with an outline of its ground, so that it can be read over candles and lines. Font and alignment are the caller's. */
export function drawOutlinedText(
  ctx: CanvasRenderingContext2D,
  { ground, ink }: { ground: string; ink: string },
  text: string,
  x: number,
  y: number,
): void {
  ctx.lineWidth = OUTLINE_PX;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ground;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y);
}

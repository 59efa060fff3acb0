import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** What the screen shows, pixel by pixel; `x` and `y` count from the top left of the page in sight. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Such as `#1b6ac9`. */
  colourAt(x: number, y: number): string;
}

export async function screenshotPixels(page: Page): Promise<Pixels> {
  return decodePng(await page.screenshot({ type: 'png' }));
}

const SIGNATURE_BYTES = 8;
const CHUNK_FRAME_BYTES = 12;

/** Reads the PNG that Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced. */
function decodePng(png: Buffer): Pixels {
  const data: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels = 3;
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = body[9] === 6 ? 4 : 3;
    }
    if (kind === 'IDAT') data.push(body);
    at += length + CHUNK_FRAME_BYTES;
  }
  const lines = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const here = y * stride + x;
      const left = x < channels ? 0 : (pixels[here - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[here - stride] ?? 0);
      const upLeft = x < channels || y === 0 ? 0 : (pixels[here - stride - channels] ?? 0);
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0;
      pixels[here] = ((lines[y * (stride + 1) + 1 + x] ?? 0) + added) & 0xff;
    }
  }
  return {
    width,
    height,
    colourAt: (x, y) => `#${pixels.toString('hex', y * stride + x * channels, y * stride + x * channels + 3)}`,
  };
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

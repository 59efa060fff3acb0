/** A tag with the gap that it keeps. */
const TAG_PX = 18;

/**
 * Where the tag of a price goes that would cover the one of the last price: next to it, on its own side if there is room.
 * @returns its middle in pixels from the top.
 */
export function placeTag(y: number, lastY: number, height: number): number {
  if (Math.abs(y - lastY) >= TAG_PX) return y;
  const above = lastY - TAG_PX;
  const below = lastY + TAG_PX;
  if (y < lastY) return above >= TAG_PX / 2 ? above : below;
  return below <= height - TAG_PX / 2 ? below : above;
}

/** A label that wants to be next to a bar, away from the candles. */
export interface LabelRequest {
  /** Its middle. */
  readonly x: number;
  /** Where its edge towards the candles is at best. */
  readonly y: number;
  readonly width: number;
  readonly side: 'above' | 'below';
}

export interface LabelPosition {
  readonly left: number;
  readonly top: number;
}

export interface LabelRoom {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Between labels, and between a label and what is taken. */
export const LABEL_GAP_PX = 2;

/**
 * A place for each label, from left to right: the nearest to its bar that touches no label placed before; `null` if the
 * pane has no room, so that a dot must do.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  height: number,
  room: LabelRoom,
  taken: readonly LabelRoom[] = [],
): (LabelPosition | null)[] {
  const placed: LabelRoom[] = [...taken];
  return requests.map(({ x, y, width, side }) => {
    const left = Math.min(Math.max(x - width / 2, room.left), room.right - width);
    if (left < room.left) return null;
    const right = left + width;
    const outwards = side === 'above' ? -1 : 1;
    let top = side === 'above' ? y - height : y;
    // Each step leaves one placed label behind for good, so there are at most as many as labels.
    for (let step = 0; step <= placed.length; step += 1) {
      const obstacle = placed.find(
        (other) =>
          other.left < right + LABEL_GAP_PX &&
          other.right > left - LABEL_GAP_PX &&
          other.top < top + height + LABEL_GAP_PX &&
          other.bottom > top - LABEL_GAP_PX,
      );
      if (obstacle === undefined) break;
      top = outwards < 0 ? obstacle.top - LABEL_GAP_PX - height : obstacle.bottom + LABEL_GAP_PX;
    }
    if (top < room.top || top + height > room.bottom) return null;
    placed.push({ left, right, top, bottom: top + height });
    return { left, top };
  });
}

/**
 * A place for the name of a line: at the first of `tops` where it touches nothing; else at the last one, to the right of all
 * that it touches there.
 */
export function placeName(
  { left, width, height }: { readonly left: number; readonly width: number; readonly height: number },
  tops: readonly number[],
  taken: readonly LabelRoom[],
): LabelRoom {
  let room = { left, right: left + width, top: 0, bottom: height };
  for (const top of tops) {
    room = { ...room, top, bottom: top + height };
    if (!taken.some((other) => touches(other, room))) return room;
  }
  for (const obstacle of taken.toSorted((one, other) => one.left - other.left)) {
    if (!touches(obstacle, room)) continue;
    const beyond = obstacle.right + LABEL_GAP_PX;
    room = { ...room, left: beyond, right: beyond + width };
  }
  return room;
}

function touches(one: LabelRoom, other: LabelRoom): boolean {
  return (
    one.left < other.right + LABEL_GAP_PX &&
    one.right > other.left - LABEL_GAP_PX &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}

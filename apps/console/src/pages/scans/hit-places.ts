/** Where a user was in the hits of a scan. */
export interface HitPlace {
  /** Codes. */
  readonly ticked: readonly string[];
  readonly cursor: string | null;
  /** How many hits were shown. */
  readonly room: number;
  /** Pixels scrolled. */
  readonly top: number;
}

const KEY = 'stock-cycle:scans:places';
const MOST = 20;

/** The entries of what a tab kept, newest first; what makes no sense is left out. */
export function readHitPlaces(stored: string | null): (readonly [scanId: number, place: HitPlace])[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Where this tab was in the hits of a scan, for Back and reloads. */
export function findHitPlace(scanId: number): HitPlace | undefined {
  return read().find(([id]) => id === scanId)?.[1];
}

export function saveHitPlace(scanId: number, place: HitPlace): void {
  const others = read().filter(([id]) => id !== scanId);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([[scanId, place], ...others].slice(0, MOST)));
  } catch {
    // Back then leads to the top of the hits.
  }
}

function read(): (readonly [number, HitPlace])[] {
  try {
    return readHitPlaces(sessionStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is [number, HitPlace] {
  if (!Array.isArray(value)) return false;
  const [id, place] = value as [unknown, Partial<HitPlace> | null];
  return (
    typeof id === 'number' &&
    typeof place?.room === 'number' &&
    typeof place.top === 'number' &&
    (place.cursor === null || typeof place.cursor === 'string') &&
    Array.isArray(place.ticked) &&
    place.ticked.every((code) => typeof code === 'string')
  );
}

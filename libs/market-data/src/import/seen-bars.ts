import { calendarDayFromEpochDay, epochDayOf, MIN_DAY } from '#lib/kernel';
import { InvalidFileError } from '../domain/formats/invalid-file-error';

const FIRST_DAY = epochDayOf(MIN_DAY);
/** Bytes of a first map: days up to the year 2040. It grows for later ones. */
const MAP_BYTES = 2304;

/**
 * Which bars an import has read: a bit per stock and day, so that a whole market of decades stays within some megabytes.
 * A file's bars count for the others once it is accepted.
 */
export class SeenBars {
  private readonly accepted = new Map<string, Uint8Array>();
  private readonly ofFile = new Map<string, Uint8Array>();

  /** @throws FileRefused where the stock's day was read before. */
  add(code: string, day: number, line: number): void {
    const at = (day - FIRST_DAY) >> 3;
    const bit = 1 << ((day - FIRST_DAY) & 7);
    const own = this.mapOf(code, at);
    if (((own[at] ?? 0) & bit) !== 0) {
      throw new InvalidFileError(line, `${calendarDayFromEpochDay(day)} of ${code} stands in the file twice`);
    }
    if (((this.accepted.get(code)?.[at] ?? 0) & bit) !== 0) {
      throw new InvalidFileError(
        line,
        `${calendarDayFromEpochDay(day)} of ${code} came in another file of this import already`,
      );
    }
    own[at] = (own[at] ?? 0) | bit;
  }

  acceptFile(): void {
    for (const [code, own] of this.ofFile) {
      const before = this.accepted.get(code);
      this.accepted.set(code, before === undefined ? own : union(before, own));
    }
    this.ofFile.clear();
  }

  forgetFile(): void {
    this.ofFile.clear();
  }

  private mapOf(code: string, at: number): Uint8Array {
    const map = this.ofFile.get(code);
    if (map !== undefined && at < map.length) return map;
    const larger = new Uint8Array(Math.max(MAP_BYTES, at + 1));
    if (map !== undefined) larger.set(map);
    this.ofFile.set(code, larger);
    return larger;
  }
}

function union(first: Uint8Array, second: Uint8Array): Uint8Array {
  const [longer, shorter] = first.length >= second.length ? [first, second] : [second, first];
  shorter.forEach((bits, at) => {
    longer[at] = (longer[at] ?? 0) | bits;
  });
  return longer;
}

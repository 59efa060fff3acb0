import type { Message } from '../../domain/message';
import { cutText, toReadableLine, toSafeLink } from './readable-text';

/** One piece of a message, as a service takes it. */
export interface Part {
  /** Plain text with its number, such as `放量突破 (2/3)`; not yet escaped. */
  readonly title: string;
  /** In the dialect. */
  readonly text: string;
}

/** How a service writes a message, and how much of it fits. */
export interface Dialect {
  /** Characters of a title, its number counted. */
  readonly longestTitle: number;
  readonly separator: string;
  /** A plain line in the dialect. */
  line(text: string): string;
  /** What closes the message: how many things are not shown, and the link. Null if there is nothing to say. */
  ending(rest: number, link: string | null): string | null;
  /** Whether the service takes such a part, its title and everything around it counted. */
  fits(part: Part): boolean;
}

const MOST_PARTS = 3;
const SHOWN_LINES = 10;

/**
 * Splits a message at the ends of its lines into at most three parts. At most ten lines are shown, fewer if they don't fit; the
 * last part names how many things are not shown. A line that fits in no part is cut.
 */
export function layOutParts(message: Message, dialect: Dialect): readonly Part[] {
  const title = toReadableLine(message.title);
  const lines = message.lines.slice(0, SHOWN_LINES).map(toReadableLine);
  const link = toSafeLink(message.link);
  for (let shown = lines.length; shown > 0; shown -= 1) {
    const parts = pack(title, lines.slice(0, shown), dialect.ending(restOf(message, shown), link), dialect);
    if (parts.length <= MOST_PARTS) return parts;
  }
  return pack(title, [], dialect.ending(restOf(message, 0), link) ?? dialect.line(title), dialect);
}

/** A message without lines says all in its title. */
function restOf(message: Message, shown: number): number {
  if (message.lines.length === 0) return 0;
  return Math.max(message.total, message.lines.length) - shown;
}

function pack(title: string, lines: readonly string[], ending: string | null, dialect: Dialect): Part[] {
  const widest = titleOf(title, MOST_PARTS, MOST_PARTS, dialect);
  const fits = (text: string): boolean => dialect.fits({ title: widest, text });
  const pieces = [...lines.map((line) => fitLine(line, dialect, fits)), ...(ending === null ? [] : [ending])];
  const texts: string[] = [];
  for (const piece of pieces) {
    const last = texts.at(-1);
    const joined = last === undefined ? piece : last + dialect.separator + piece;
    if (last === undefined || !fits(joined)) texts.push(piece);
    else texts[texts.length - 1] = joined;
  }
  return texts.map((text, index) => ({ title: titleOf(title, index + 1, texts.length, dialect), text }));
}

function titleOf(title: string, number: number, parts: number, dialect: Dialect): string {
  const label = parts === 1 ? '' : ` (${number}/${parts})`;
  return cutText(title, dialect.longestTitle - label.length) + label;
}

/** The longest start of a line that fits in a part of its own, in the dialect. */
function fitLine(line: string, dialect: Dialect, fits: (text: string) => boolean): string {
  const whole = dialect.line(line);
  if (fits(whole)) return whole;
  let [fitting, tooLong] = [0, Array.from(line).length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(dialect.line(cutText(line, middle)))) fitting = middle;
    else tooLong = middle;
  }
  return dialect.line(cutText(line, fitting));
}

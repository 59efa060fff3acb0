import type { Message } from '../../domain/message';
import { restEnding } from './endings';
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

/** A line to show, and how many of the message's things it tells; a heading tells none. */
interface Piece {
  readonly text: string;
  readonly things: number;
}

/**
 * Splits a message at the ends of its lines into at most three parts. At most ten lines are shown, and ten of each section, fewer
 * if they don't fit; the last part names how many things are not shown. A line that fits in no part is cut.
 */
export function layOutParts(message: Message, dialect: Dialect): readonly Part[] {
  const title = toReadableLine(message.title);
  const pieces = piecesOf(message);
  const total = countThings(message);
  const link = toSafeLink(message.link);
  for (let shown = pieces.length; shown > 0; shown -= 1) {
    // A heading does not end a message.
    if (pieces[shown - 1]?.things === 0) continue;
    const told = pieces.slice(0, shown);
    const rest = total - told.reduce((sum, { things }) => sum + things, 0);
    const lines = told.map(({ text }) => text);
    const parts = pack(title, lines, dialect.ending(rest, link), dialect);
    if (parts.length <= MOST_PARTS) return parts;
  }
  return pack(title, [], dialect.ending(total, link) ?? dialect.line(title), dialect);
}

function piecesOf({ lines, sections = [] }: Message): Piece[] {
  return [
    ...toPieces(lines),
    ...sections.flatMap((section) => {
      const shown = toPieces(section.lines);
      const rest = Math.max(section.total, section.lines.length) - shown.length;
      const ending = restEnding(rest);
      return [
        { text: toReadableLine(section.heading), things: 0 },
        ...shown,
        ...(ending === null ? [] : [{ text: ending, things: rest }]),
      ];
    }),
  ];
}

function toPieces(lines: readonly string[]): Piece[] {
  return lines.slice(0, SHOWN_LINES).map((line) => ({ text: toReadableLine(line), things: 1 }));
}

/** A message without lines says all in its title. */
function countThings({ lines, total, sections = [] }: Message): number {
  const own = lines.length === 0 ? 0 : Math.max(total, lines.length);
  return sections.reduce((sum, section) => sum + Math.max(section.total, section.lines.length), own);
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

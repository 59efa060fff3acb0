import type { Schemas } from '../../../api/client';
import type { Piece } from './formula-pieces';

export type FormulaError = Schemas['FormulaErrorResponse'];

/** Characters of the text that are wrong, from the one to the other. */
interface ErrorRange {
  readonly from: number;
  readonly to: number;
}

/** Where an error stands: the piece that begins there, or one character; at the end of the text none, after it. */
export function rangeOf({ line, column }: FormulaError, text: string, pieces: readonly Piece[]): ErrorRange {
  const lines = text.split('\n').slice(0, line - 1);
  const from = Math.min(lines.reduce((length, one) => length + one.length + 1, 0) + column - 1, text.length);
  const piece = pieces.find(({ at }) => at === from);
  const length = piece === undefined || piece.kind === 'comment' ? 1 : piece.text.length;
  return { from, to: Math.min(from + length, Math.max(text.length, from + 1)) };
}

/** A part of a line, and whether it is wrong. */
interface MarkedPiece extends Piece {
  readonly wrong: boolean;
}

/** The pieces line by line, cut where what is wrong begins and ends. What is missing at the end is a space that is wrong. */
export function toLines(text: string, pieces: readonly Piece[], ranges: readonly ErrorRange[]): MarkedPiece[][] {
  const isWrong = (at: number): boolean => ranges.some(({ from, to }) => at >= from && at < to);
  const edges = new Set(ranges.flatMap(({ from, to }) => [from, to]));
  const lines: MarkedPiece[][] = [[]];
  for (const piece of pieces) {
    let part = '';
    let at = piece.at;
    const close = (): void => {
      if (part !== '') lines.at(-1)?.push({ ...piece, text: part, at, wrong: isWrong(at) });
      at += part.length;
      part = '';
    };
    for (const character of piece.text) {
      if (edges.has(at + part.length)) close();
      if (character !== '\n') {
        part += character;
        continue;
      }
      close();
      at += 1;
      lines.push([]);
    }
    close();
  }
  if (isWrong(text.length)) lines.at(-1)?.push({ kind: 'space', text: ' ', at: text.length, wrong: true });
  return lines;
}

import type { KnownNames } from './formula-language';

/** `own`: a name that the formula itself defines; `name`: one that nobody knows. */
type PieceKind =
  'comment' | 'number' | 'function' | 'field' | 'operator' | 'own' | 'name' | 'sign' | 'space' | 'unknown';

/** A part of a formula's text; all of them together are the text. */
export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
}

const PARTS: readonly (readonly [kind: PieceKind, pattern: RegExp])[] = [
  ['space', /\s+/y],
  // A comment that is not closed yet reaches to the end.
  ['comment', /\{[^}]*\}?/y],
  ['number', /(?:\d|\.\d)[\p{L}\p{N}_.]*/uy],
  ['name', /[\p{L}_][\p{L}\p{N}_.]*/uy],
  ['sign', /:=|>=|<=|<>|!=|==|&&|\|\||[-+*/><=(),;:（），；：＞＜＝＋－＊／]/y],
];

/** Cuts a formula, as far as it has been typed, into pieces for colouring. */
export function cutFormula(text: string, names: KnownNames): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.text.length ?? 1) pieces.push(readPiece(text, at));
  const own = findOwnNames(pieces);
  return pieces.map((piece) => {
    if (piece.kind !== 'name') return piece;
    const name = piece.text.toUpperCase();
    return { ...piece, kind: names.get(name) ?? (own.has(name) ? 'own' : 'name') };
  });
}

function readPiece(text: string, at: number): Piece {
  for (const [kind, pattern] of PARTS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found, at };
  }
  return { kind: 'unknown', text: String.fromCodePoint(text.codePointAt(at) ?? 0), at };
}

/** Names that stand before a `:` or `:=`, in upper case. */
export function findOwnNames(pieces: readonly Piece[]): ReadonlySet<string> {
  const solid = pieces.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  return new Set(
    solid.flatMap(({ kind, text }, index) =>
      ['name', 'own'].includes(kind) && DEFINES.has(solid[index + 1]?.text ?? '') ? [text.toUpperCase()] : [],
    ),
  );
}

const DEFINES: ReadonlySet<string> = new Set([':', ':=', '：']);

import { FormulaProblem } from './formula-problem';

export type TokenKind = 'number' | 'name' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Names in upper case, signs in their ASCII form; empty at the end. */
  readonly text: string;
  /** Index of the first character in the formula. */
  readonly at: number;
}

/** Longer signs first: `>=` is no `>` before a `=`. */
const SIGNS = [
  ...([':=', '>=', '<=', '<>', '!=', '==', '&&', '||'] as const),
  ...(['+', '-', '*', '/', '>', '<', '=', '(', ')', ',', ';', ':'] as const),
];

/** What Chinese keyboards type for a sign. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '；': ';',
  '：': ':',
  '＞': '>',
  '＜': '<',
  '＝': '=',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
};

const SPACE = /\s/u;
const DIGIT = /[0-9]/;
const NAME_START = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}_.]/u;

/**
 * Cuts a formula into tokens; `{comments}` and spaces between them are left out.
 * @throws FormulaProblem for a character that means nothing, a comment without an end, or a number such as `1.2.3`.
 */
export function readTokens(formula: string): Token[] {
  const tokens: Token[] = [];
  let at = skipBlank(formula, 0);
  while (at < formula.length) {
    const token = readToken(formula, at);
    tokens.push({ ...token, at });
    at = skipBlank(formula, at + token.length);
  }
  tokens.push({ kind: 'end', text: '', at: formula.length });
  return tokens;
}

function skipBlank(formula: string, from: number): number {
  let at = from;
  for (;;) {
    while (SPACE.test(formula.charAt(at))) at += 1;
    if (formula.charAt(at) !== '{') return at;
    const end = formula.indexOf('}', at);
    if (end < 0) throw new FormulaProblem('open_comment', at);
    at = end + 1;
  }
}

interface ReadToken {
  kind: TokenKind;
  text: string;
  length: number;
}

function readToken(formula: string, at: number): ReadToken {
  const first = formula.charAt(at);
  if (DIGIT.test(first) || (first === '.' && DIGIT.test(formula.charAt(at + 1)))) return readNumber(formula, at);
  if (NAME_START.test(first)) {
    const text = readWhile(formula, at, NAME_PART);
    return { kind: 'name', text: text.toUpperCase(), length: text.length };
  }
  const ascii = toAscii(first) + toAscii(formula.charAt(at + 1));
  const sign = SIGNS.find((one) => ascii.startsWith(one));
  if (sign === undefined) throw new FormulaProblem('unknown_character', at, { text: first });
  return { kind: 'sign', text: sign, length: sign.length };
}

function readNumber(formula: string, at: number): ReadToken {
  const text = readWhile(formula, at, NAME_PART);
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) throw new FormulaProblem('bad_number', at, { text });
  return { kind: 'number', text, length: text.length };
}

function readWhile(formula: string, from: number, pattern: RegExp): string {
  let to = from;
  while (to < formula.length && pattern.test(formula.charAt(to))) to += 1;
  return formula.slice(from, to);
}

function toAscii(character: string): string {
  return FULL_WIDTH[character] ?? character;
}

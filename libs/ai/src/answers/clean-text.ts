/** Controls other than newline and tab, broken surrogates, and the marks that turn the reading direction around. */
const UNWANTED = /[^\P{Cc}\n\t]|\p{Surrogate}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A model's free text as it may be stored and shown: without control characters, at most `longest` Unicode code points.
 * @returns null if nothing is left.
 */
export function cleanText(text: string, longest: number): string | null {
  // More code units than the longest text can have are not looked at.
  const head = text.slice(0, longest * 2 + 2).replaceAll('\r\n', '\n');
  const clean = head.replaceAll(UNWANTED, '').trim();
  const points = [...clean];
  return clean === '' ? null : points.length <= longest ? clean : points.slice(0, longest).join('').trimEnd();
}

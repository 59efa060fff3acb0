/** Characters that take two cells of a terminal: CJK, full-width forms, Hangul, kana. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Cells that `text` takes on a terminal. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** `text` filled up with spaces to `width` cells, at its end, or at its start for figures. */
export function padToWidth(text: string, width: number, align: 'left' | 'right'): string {
  const filler = ' '.repeat(Math.max(0, width - terminalWidth(text)));
  return align === 'left' ? text + filler : filler + text;
}

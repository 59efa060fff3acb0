/** A search text as the beginning of pinyin initials (平安银行 `payh`), in lower case; null where it can't be any. */
export function initialsPrefix(text: string): string | null {
  return /^[0-9]*[A-Za-z][0-9A-Za-z]*$/.test(text) ? text.toLowerCase() : null;
}

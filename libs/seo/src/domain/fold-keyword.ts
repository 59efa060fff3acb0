const ASCII = /^[\x20-\x7e]*$/;

/**
 * A keyword as it is compared: trimmed, composed (NFC) and case-folded by Unicode's full folding, so that `Straße` equals
 * `STRASSE` and `ΟΔΟΣ` equals `οδος`. The dotless `ı` stays itself, as in the standard.
 */
export function foldKeyword(text: string): string {
  const trimmed = text.trim();
  if (ASCII.test(trimmed)) return trimmed.toLowerCase();
  return trimmed
    .normalize('NFC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı')
    .normalize('NFC');
}

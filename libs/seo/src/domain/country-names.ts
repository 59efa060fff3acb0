/** Languages in which vendors' pages name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'zh-CN', 'zh-TW', 'pt', 'it', 'ko', 'ru'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

let codes: Map<string, string> | undefined;

/** The two letters of a country (ISO 3166) by its name; undefined if no language has it. */
export function findCountryCode(name: string): string | undefined {
  codes ??= countryCodes();
  return codes.get(name.normalize('NFC').toLowerCase());
}

function countryCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const code = first + second;
        // A retired code has the name of its successor.
        if (code === 'ZZ' || new Intl.Locale(`und-${code}`).region !== code) continue;
        const name = names.of(code)?.normalize('NFC').toLowerCase();
        if (name !== undefined && !found.has(name)) found.set(name, code);
      }
    }
  }
  return found;
}

/** What Google Trends calls the whole world, in the languages of its page. */
const WORLDWIDE = new Set(
  [
    'worldwide',
    'weltweit',
    'dans le monde entier',
    'monde',
    'tous les pays',
    'todo el mundo',
    'tutto il mondo',
    'todo o mundo',
  ].concat(['すべての国', '全球', '全世界', '世界各地', '전 세계', 'по всему миру']),
);
const PAGE_LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'zh-CN', 'zh-TW', 'pt', 'it', 'ko', 'ru'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LONGEST_GEO = 100;

let codes: Map<string, string> | undefined;

/**
 * The region of a trend: the two letters of a country (ISO 3166) where its name is known in a language of the page, else
 * the region's name as it stands; empty for the whole world; undefined where the text is too long.
 */
export function trendGeoOf(text: string): string | undefined {
  const name = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (name === '' || WORLDWIDE.has(name.toLowerCase())) return '';
  if ([...name].length > LONGEST_GEO || /[\p{Cc}\p{Surrogate}@]/u.test(name)) return undefined;
  if (/^[a-z]{2}(?:-[a-z0-9]{1,3})?$/i.test(name)) return name.toUpperCase() === 'UK' ? 'GB' : name.toUpperCase();
  codes ??= countryCodes();
  return codes.get(name.toLowerCase()) ?? name;
}

function countryCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of PAGE_LANGUAGES) {
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

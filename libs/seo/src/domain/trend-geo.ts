import { findCountryCode } from './country-names';

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
const LONGEST_GEO = 100;

/**
 * The region of a trend: the two letters of a country (ISO 3166) if its name is known in a language of the page, else
 * the region's name as it stands; empty for the whole world; undefined if the text is too long.
 */
export function parseTrendGeo(text: string): string | undefined {
  const name = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (name === '' || WORLDWIDE.has(name.toLowerCase())) return '';
  if ([...name].length > LONGEST_GEO || /[\p{Cc}\p{Surrogate}@]/u.test(name)) return undefined;
  if (/^[a-z]{2}(?:-[a-z0-9]{1,3})?$/i.test(name)) return name.toUpperCase() === 'UK' ? 'GB' : name.toUpperCase();
  return findCountryCode(name) ?? name;
}

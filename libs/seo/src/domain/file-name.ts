import { parseDay } from './time-cell';

/** Languages of the vendors' databases that speak one; a market with several gives none. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ us: 'en', uk: 'en', au: 'en', nz: 'en', ie: 'en', de: 'de', at: 'de', fr: 'fr', es: 'es', mx: 'es', ar: 'es' },
  ...{ co: 'es', cl: 'es', pe: 'es', it: 'it', nl: 'nl', pl: 'pl', pt: 'pt', br: 'pt', se: 'sv', no: 'no', dk: 'da' },
  ...{ fi: 'fi', cz: 'cs', hu: 'hu', ro: 'ro', gr: 'el', tr: 'tr', ru: 'ru', ua: 'uk', jp: 'ja', kr: 'ko', cn: 'zh' },
  ...{ tw: 'zh', hk: 'zh', th: 'th', vn: 'vi', id: 'id', il: 'he' },
};

/** The language of rows whose file names none: "undetermined" of ISO 639. */
export const UNKNOWN_LANGUAGE = 'und';

/** `GB` and `uk` are one market; `mobile-us` is Semrush's name for the phones of `us`. */
export function toMarket(text: string): string {
  const market = text.trim().toLowerCase();
  return market === 'gb' ? 'uk' : market;
}

export function findMarketLanguage(market: string): string | undefined {
  return LANGUAGES[market.replace(/^mobile-/, '')];
}

/**
 * Market and day that an export has in its name: `<seed>_broad-match_us_2026-05-01.csv`,
 * `google_us_<seed>_matching-terms_2026-05-01_10-00-00.csv`, `<domain>-organic.Positions-us-20260501-….csv`.
 */
export function parseFileName(fileName: string | undefined): { market?: string; asOf?: string } {
  if (fileName === undefined || fileName.length > 300) return {};
  const market =
    /^google_([a-z]{2})_/.exec(fileName)?.[1] ??
    /-(?:organic|adwords)\.Positions-((?:mobile-)?[a-z]{2})-[0-9]{8}/.exec(fileName)?.[1] ??
    /_((?:mobile-)?[a-z]{2})_[0-9]{4}-[0-9]{2}-[0-9]{2}\.[a-z]+$/.exec(fileName)?.[1];
  const day = /[-_]([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8})(?=[-_.]|$)/.exec(fileName)?.[1];
  const asOf = day === undefined ? undefined : parseDay(day);
  return {
    ...(market === undefined ? {} : { market: toMarket(market) }),
    ...(asOf === undefined ? {} : { asOf }),
  };
}

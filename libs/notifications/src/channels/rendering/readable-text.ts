/**
 * A text that users or vendors wrote, such as the name of a rule, as one line that is no more than text anywhere: no line breaks,
 * control characters or changes of direction, no mention (`@all`) and no address that an app would turn into a link.
 */
export function toReadableLine(text: string): string {
  return text
    .slice(0, LONGEST)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .replaceAll('@', '＠')
    .replaceAll('://', '：//')
    .replaceAll(/\.(?=\p{L})/gu, '．')
    .trim();
}

const LONGEST = 8000;

/** The first `max` characters (code points), the last of them "…" if there were more. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, Math.max(0, max - 1)).join('')}…`;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The address of a link as markup may hold it; null unless it is http or https. */
export function toSafeLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.href.replaceAll(/[()[\]<>"'`\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text between tags: only these three characters are escaped, since Telegram knows few entities. */
export function toHtmlText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
}

/** Takes back what `toHtmlText` did. */
export function fromHtmlText(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A link; `href` comes from `toSafeLink`. */
export function htmlLink(href: string, text: string): string {
  return `<a href="${toHtmlText(href)}">${toHtmlText(text)}</a>`;
}

/** `[其余 25 条](link)`, or a link alone. */
export function markdownEnding(rest: number, link: string | null): string | null {
  if (link === null) return rest > 0 ? `其余 ${rest} 条` : null;
  return rest > 0 ? `[其余 ${rest} 条](${link})` : `[查看](${link})`;
}

/** `其余 25 条见 link`, or the link alone. */
export function plainEnding(rest: number, link: string | null): string | null {
  if (rest > 0) return link === null ? `其余 ${rest} 条` : `其余 ${rest} 条见 ${link}`;
  return link;
}

/** `其余 25 条`: the link goes into a field of its own. */
export function restEnding(rest: number): string | null {
  return rest > 0 ? `其余 ${rest} 条` : null;
}

/** What somebody pasted: the codes in it, each once, and the words that hold none. */
export interface PastedCodes {
  readonly codes: readonly string[];
  readonly unread: readonly string[];
}

const MARKET_MARKS = /^(?:sh|sz|bj)(?=\d)|\.(?:sh|sz|bj|ss)$/i;
const MAX_UNREAD = 20;

/**
 * Reads codes out of a list copied from a terminal or a chat: `600519 贵州茅台`, `SH600519`, `000651.SZ`, full-width digits,
 * split by white space or punctuation. Names next to codes are skipped; other words are reported.
 */
export function readPastedCodes(text: string): PastedCodes {
  const codes = new Set<string>();
  const unread = new Set<string>();
  for (const line of text.normalize('NFKC').split(/\r?\n/)) {
    const messages = line.split(/[\s,;|、,;()[\]]+/).filter((word) => word !== '');
    const found = messages.map((word) => word.replace(MARKET_MARKS, '')).filter((word) => /^\d{6}$/.test(word));
    for (const code of found) codes.add(code);
    if (found.length === 0 && messages.length > 0) unread.add(messages.join(' '));
  }
  return { codes: [...codes], unread: [...unread].slice(0, MAX_UNREAD) };
}

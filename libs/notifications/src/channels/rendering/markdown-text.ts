/** What begins markup in one of the dialects, and the full-width character that looks like it. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '<': '＜',
  '>': '＞',
  '[': '［',
  ']': '］',
  '*': '＊',
  _: '＿',
  '`': '｀',
  '~': '～',
  '#': '＃',
  '|': '｜',
  '\\': '＼',
  '&': '＆',
  $: '＄',
};

/** At the begin of a line these make lists and lines. */
const STARTS: Readonly<Record<string, string>> = { '-': '－', '+': '＋', '=': '＝' };

/**
 * Text without a character that any Markdown reads. The dialects of WeCom, Feishu and DingTalk know different escapes, WeCom none;
 * the full-width look-alikes are plain text in each.
 */
export function toMarkdownText(text: string): string {
  return text
    .replaceAll(/[<>[\]*_`~#|\\&$]/g, (sign) => LOOK_ALIKES[sign] ?? '')
    .replace(/^[-+=](?=[-+=\s])/, (sign) => STARTS[sign] ?? '');
}

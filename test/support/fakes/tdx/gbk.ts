/** Bytes of a character, by character. Node only decodes GBK, so the table is the decoder's, turned around. */
let table: ReadonlyMap<string, number> | undefined;

/** Text as GBK: ASCII in one byte, everything else in two. @throws Error on a character that GBK does not have. */
export function encodeGbk(text: string): Buffer {
  const bytes: number[] = [];
  for (const character of text) bytes.push(...bytesOf(character));
  return Buffer.from(bytes);
}

/** The longest beginning of a text that fits into a number of GBK bytes, in whole characters. */
export function cutToGbkBytes(text: string, most: number): string {
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += bytesOf(character).length;
    if (size > most) break;
    kept += character;
  }
  return kept;
}

function bytesOf(character: string): number[] {
  const code = character.charCodeAt(0);
  if (code < 0x80) return [code];
  table ??= invertDecoder();
  const pair = table.get(character);
  if (pair === undefined) throw new Error(`GBK has no ${JSON.stringify(character)}`);
  return [pair >> 8, pair & 0xff];
}

/** Of two sequences with one meaning the first counts. */
function invertDecoder(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('gbk');
  const found = new Map<string, number>();
  const pair = new Uint8Array(2);
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail === 0x7f) continue;
      pair.set([lead, trail]);
      const character = decoder.decode(pair);
      if ([...character].length !== 1 || character === '\ufffd' || found.has(character)) continue;
      found.set(character, (lead << 8) | trail);
    }
  }
  return found;
}

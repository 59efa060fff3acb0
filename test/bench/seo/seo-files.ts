/** A generator of numbers from 0 to 1 with a fixed seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'sh',
  'st',
  't',
  'tr',
  'v',
  'w',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo', 'ou'];
const CODAS = ['', 'n', 'r', 's', 't', 'l', 'nd', 'ck', 'ng', 'sh', 'x'];
const HAN = [
  ...'手机电脑鞋跑步运动耳机蓝牙价格推荐评测便宜学习英语旅游酒店机票天气股票基金理财减肥食谱电影音乐小说游戏攻略下载软件',
];
const WORDS = 30_000;
const DOMAINS = 60_000;
const PIECE = 2000;

/** The word with a number: common ones have small numbers. */
export function wordNo(index: number): string {
  const random = randomFrom(index * 7919 + 17);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const syllables = 1 + Math.floor(random() * 3);
  let word = '';
  for (let at = 0; at < syllables; at += 1) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  return word.length < 3 ? `${word}er` : word;
}

export function domainNo(index: number): string {
  return `${wordNo(index * 3 + 1)}${wordNo(index * 5 + 2)}.${['com', 'com', 'org', 'net', 'de', 'co.uk'][index % 6] ?? 'com'}`;
}

/** Few are frequent, many are rare. */
function skewed(random: () => number, count: number): number {
  return Math.floor(count * random() ** 3);
}

async function* pieces(header: string, count: number, line: (at: number) => string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${header}\n`);
  for (let from = 0; from < count; from += PIECE) {
    let text = '';
    for (let at = from; at < Math.min(count, from + PIECE); at += 1) text += `${line(at)}\n`;
    yield Buffer.from(text);
  }
}

/** A keyword file of so many rows: two to five words, one in twenty Chinese, all different. A month has its own figures. */
export function keywordFile(count: number, month = 0): AsyncIterable<Uint8Array> {
  const random = randomFrom(1);
  const figures = randomFrom(100 + month);
  const words = Array.from({ length: WORDS }, (_, index) => wordNo(index));
  return pieces(
    'Keyword,Intent,Volume,Keyword Difficulty,CPC (USD),Competitive Density,Number of Results',
    count,
    (at) => {
      const chinese = at % 20 === 0;
      const parts = Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
        chinese ? (HAN[Math.floor(random() * HAN.length)] ?? '') : (words[skewed(random, WORDS)] ?? ''),
      );
      const keyword = `${parts.join(chinese ? '' : ' ')} ${at.toString(36)}`;
      const volume = Math.floor(10 / (figures() ** 2 + 0.00001));
      return `${keyword},Commercial,"${volume.toLocaleString('en-US')}",${Math.floor(figures() * 100)},${figures().toFixed(2)},${figures().toFixed(2)},${Math.floor(figures() * 1e8)}`;
    },
  );
}

/** A backlink file of so many rows: few domains have most of the pages. */
export function backlinkFile(count: number): AsyncIterable<Uint8Array> {
  const random = randomFrom(2);
  const domains = Array.from({ length: DOMAINS }, (_, index) => domainNo(index));
  const words = Array.from({ length: WORDS }, (_, index) => wordNo(index));
  const word = (): string => words[skewed(random, WORDS)] ?? '';
  return pieces('fromUrl,toUrl,anchor,title,qualityScore,pageAuthority,nofollow,firstSeen', count, (at) => {
    const url = `https://www.${domains[skewed(random, DOMAINS)] ?? ''}/${word()}/${word()}-${word()}-${at}`;
    const quality = random() < 0.1 ? '' : Math.floor(random() * 100);
    return `${url},https://shop.example/${word()},${word()} ${word()},${word()} ${word()},${quality},${Math.floor(random() * 100)},${random() < 0.3},2026-01-0${1 + (at % 9)}`;
  });
}

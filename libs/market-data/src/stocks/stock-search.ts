import { pinyin } from 'pinyin-pro';

/**
 * Names that the pinyin dictionary reads wrongly. Its phrases (银行 háng, 重庆 chóng, 厦门 xià) need no entry.
 */
const READ_OTHERWISE: readonly (readonly [part: string, initials: string])[] = [
  ['会稽', 'kj'],
  ['藏格', 'zg'],
  ['藏药', 'zy'],
  ['乐歌', 'lg'],
  ['飞乐', 'fl'],
  ['一重', 'yz'],
  ['港行', 'gh'],
];

const HAN = /\p{Script=Han}/u;

/**
 * A name as a search reads it: full-width letters folded (NFKC), upper case, without blanks (vendors write `万  科Ａ`).
 */
export function searchName(name: string): string {
  return name.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '');
}

/**
 * The pinyin initials of a stock's name in lower case, as traders type them: 平安银行 `payh`, 重庆啤酒 `cqpj`, 万科A `wka`.
 * Letters and digits stand for themselves, anything else (the star of *ST) is left out.
 */
export function spellInitials(name: string): string {
  const folded = searchName(name);
  const read = READ_OTHERWISE.reduce((text, [part, initials]) => text.replaceAll(part, initials), folded);
  const letters = pinyin(read, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' });
  return letters
    .map((letter) => (HAN.test(letter) ? '' : letter))
    .join('')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

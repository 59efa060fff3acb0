import fc from 'fast-check';
import { initialsPrefix } from '../domain/initials-prefix';
import { spellInitials, searchName } from './stock-search';

describe('spellInitials', () => {
  it.each([
    ['平安银行', 'payh'],
    ['重庆啤酒', 'cqpj'],
    ['重庆银行', 'cqyh'],
    ['三一重工', 'syzg'],
    ['中国一重', 'zgyz'],
    ['厦门钨业', 'xmwy'],
    ['长江电力', 'cjdl'],
    ['西藏药业', 'xzyy'],
    ['奇正藏药', 'qzzy'],
    ['乐歌股份', 'lggf'],
    ['会稽山', 'kjs'],
    ['张家港行', 'zjgh'],
    ['万  科Ａ', 'wka'],
    ['*ST长方', 'stcf'],
    ['TCL科技', 'tclkj'],
    ['N百利', 'nbl'],
    ['360', '360'],
    ['', ''],
  ])('returns for %j %j', (name, initials) => {
    expect(spellInitials(name)).toBe(initials);
  });

  it('returns small letters and digits, whatever the name', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => /^[a-z0-9]*$/.test(spellInitials(name))));
  });
});

it('searchName folds width, case and blanks', () => {
  expect(searchName(' 万 科ａ ')).toBe('万科A');
});

it.each([
  ['payh', 'payh'],
  ['PaYh', 'payh'],
  ['300', null],
  ['平安', null],
  ['pa%', null],
  ['', null],
])('initialsPrefix of %j is %j', (text, prefix) => {
  expect(initialsPrefix(text)).toBe(prefix);
});

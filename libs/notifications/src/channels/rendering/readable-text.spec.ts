import * as fc from 'fast-check';
import { toHtmlText, fromHtmlText } from './html-text';
import { toMarkdownText } from './markdown-text';
import { cutText, toReadableLine, toSafeLink } from './readable-text';

it.each([
  ['*ST 国农', '*ST 国农'],
  ['a\r\nb\u2028c\td', 'a  b c d'],
  ['x\u202e\u200b\u0000y', 'x y'],
  ['@all @张三', '＠all ＠张三'],
  ['https://evil.example/x', 'https：//evil．example/x'],
  ['3.14 -2.5%', '3.14 -2.5%'],
  ['\ud800半', '半'],
])('%j reads %j', (text, line) => {
  expect(toReadableLine(text)).toBe(line);
});

it('text of Markdown has no sign that any dialect reads', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !/[<>[\]*_`~#|\\&$]/.test(toMarkdownText(text))));
  expect(toMarkdownText('- a')).toBe('－ a');
  expect(toMarkdownText('---')).toBe('－--');
  expect(toMarkdownText('-3.1%')).toBe('-3.1%');
});

it('text of HTML has no tag, and comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('&', '<', '>', 'a', ';', 'lt', 'amp', '"') }), (text) => {
      expect(toHtmlText(text)).not.toMatch(/[<>]/);
      expect(fromHtmlText(toHtmlText(text))).toBe(text);
    }),
  );
});

it('text is cut between characters', () => {
  expect(cutText('一二三', 3)).toBe('一二三');
  expect(cutText('𠮷𠮷𠮷', 2)).toBe('𠮷…');
  expect(cutText('一二三', 0)).toBe('…');
});

it.each([
  ['https://x.example/a?b=(c)', 'https://x.example/a?b=%28c%29'],
  ['https://x.example/">', 'https://x.example/%22%3E'],
  ['javascript:alert(1)', null],
  ['not a link', null],
  [null, null],
])('the link %j is written as %j', (link, safe) => {
  expect(toSafeLink(link)).toBe(safe);
});

import * as fc from 'fast-check';
import { escapeText, foldLine, writeComponent } from './icalendar';

/** Reads a file back, by the words of RFC 5545 alone. */
function readLines(file: string): string[] {
  const lines: string[] = [];
  for (const raw of file.split('\r\n')) {
    if (/^[ \t]/.test(raw)) lines.push((lines.pop() ?? '') + raw.slice(1));
    else lines.push(raw);
  }
  return lines;
}

function readText(value: string): string {
  let text = '';
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign !== '\\') {
      text += sign;
      continue;
    }
    at += 1;
    const escaped = value.charAt(at);
    text += escaped === 'n' ? '\n' : escaped;
  }
  return text;
}

it.each([
  ['a;b,c\\d', 'a\\;b\\,c\\\\d'],
  ['一\n二\r\n三\r四', '一\\n二\\n三\\n四'],
  ['x\u0000\u0007y\ud800', 'xy'],
  ['复盘: "600519"', '复盘: "600519"'],
])('%j is written %j', (text, written) => {
  expect(escapeText(text)).toBe(written);
});

it('folds at 75 octets', () => {
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  // A letter and 24 characters of three octets are 73 octets.
  expect(foldLine(`x${'中'.repeat(25)}`)).toBe(`x${'中'.repeat(24)}\r\n 中`);
  expect(foldLine('𠮷'.repeat(19))).toBe(`${'𠮷'.repeat(18)}\r\n 𠮷`);
});

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\\', ';', ',', '\n', ' ', '\t', ':', '"', '中', '𠮷', 'é', 'n', 'N'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 300,
});

it('any text comes back as it was, from lines that are short enough and whole characters', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const file = writeComponent(
        'VEVENT',
        texts.map((one) => ['SUMMARY', escapeText(one)] as const),
      );
      const rows = file.split('\r\n');
      expect(rows.at(-1)).toBe('');
      for (const row of rows) {
        const octets = Buffer.from(row);
        expect(octets.length).toBeLessThanOrEqual(75);
        expect(octets.toString()).toBe(row);
        expect(row).not.toMatch(/[\r\n]/);
      }
      const lines = readLines(file);
      expect([lines[0], ...lines.slice(-2)]).toEqual(['BEGIN:VEVENT', 'END:VEVENT', '']);
      const read = lines.slice(1, -2).map((line) => readText(line.slice('SUMMARY:'.length)));
      const plain = texts.map((one) =>
        one.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll(/[^\n\P{Cc}]|\p{Cs}/gu, ''),
      );
      expect(read).toEqual(plain);
    }),
  );
});

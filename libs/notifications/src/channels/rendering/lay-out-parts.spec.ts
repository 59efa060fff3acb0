import * as fc from 'fast-check';
import type { Message } from '../../domain/message';
import { markdownEnding } from './endings';
import { type Dialect, layOutParts } from './lay-out-parts';
import { bytesOf } from './readable-text';

const dialectOf = (limit: number): Dialect => ({
  longestTitle: 40,
  separator: '\n',
  line: (text) => text,
  ending: markdownEnding,
  fits: ({ title, text }) => bytesOf(`${title}\n${text}`) <= limit,
});

const messageOf = (lines: readonly string[], total = lines.length, link: string | null = null): Message => ({
  title: '扫描完成',
  lines,
  total,
  link,
});

it('a short message is one part without a number', () => {
  expect(layOutParts(messageOf(['甲', '乙']), dialectOf(100))).toEqual([{ title: '扫描完成', text: '甲\n乙' }]);
});

it('a part ends before its bytes are too many, at the end of a line', () => {
  // The title with its number is 18 bytes, a line 30, the line break 1.
  const parts = layOutParts(messageOf(Array<string>(5).fill('一二三四五六七八九十')), dialectOf(18 + 1 + 30 + 1 + 30));
  expect(parts.map(({ title }) => title)).toEqual(['扫描完成 (1/3)', '扫描完成 (2/3)', '扫描完成 (3/3)']);
  expect(parts.map(({ text }) => text.split('\n').length)).toEqual([2, 2, 1]);
});

it('what does not fit in three parts is counted, with all that the digest counts', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `${index}二三四五六七八九十`);
  const parts = layOutParts(messageOf(lines, 200, 'https://x.example/'), dialectOf(80));
  expect(parts).toHaveLength(3);
  const shown = lines.filter((line) => parts.some(({ text }) => text.includes(line))).length;
  expect(parts[2]?.text).toContain(`[其余 ${200 - shown} 条](https://x.example/)`);
});

it('ten lines are shown at most', () => {
  const [part] = layOutParts(
    messageOf(
      Array.from({ length: 14 }, (_, index) => `L${index}`),
      3,
    ),
    dialectOf(4000),
  );
  expect(part?.text.split('\n')).toEqual([...Array.from({ length: 10 }, (_, index) => `L${index}`), '其余 4 条']);
});

describe('a message with sections', () => {
  const section = (heading: string, count: number, total = count) => ({
    ...{ heading, total },
    lines: Array.from({ length: count }, (_, no) => `${heading}${no}`),
  });
  const sectioned = (...sections: ReturnType<typeof section>[]): Message => ({ ...messageOf(['始']), sections });

  it('shows ten lines of each, and counts the rest of each', () => {
    const [part, ...more] = layOutParts(sectioned(section('甲', 12, 40), section('乙', 2)), dialectOf(4000));
    expect(more).toEqual([]);
    const first = Array.from({ length: 10 }, (_, no) => `甲${no}`);
    expect(part?.text.split('\n')).toEqual(['始', '甲', ...first, '其余 30 条', '乙', '乙0', '乙1']);
  });

  it('counts what three parts do not hold, and ends with no heading', () => {
    const sections = [section('甲', 10), section('乙', 10), section('丙', 10, 50)];
    // Each part holds a few lines of five bytes.
    for (let limit = 60; limit < 200; limit += 1) {
      const parts = layOutParts(sectioned(...sections), dialectOf(limit));
      expect(parts.length).toBeLessThanOrEqual(3);
      const rows = parts.flatMap(({ text }) => text.split('\n'));
      const told = rows.filter((row) => /^(?:始|[甲乙丙]\d)$/.test(row)).length;
      const rest = rows.flatMap((row) => /^其余 (\d+) 条$/.exec(row)?.[1] ?? []).map(Number);
      expect(told + rest.reduce((sum, count) => sum + count, 0)).toBe(71);
      expect(['甲', '乙', '丙']).not.toContain(rows.filter((row) => !row.startsWith('其余')).at(-1));
    }
  });
});

it('a message without lines is its title', () => {
  expect(layOutParts(messageOf([], 1), dialectOf(100))).toEqual([{ title: '扫描完成', text: '扫描完成' }]);
  expect(layOutParts(messageOf([], 1, 'https://x.example/'), dialectOf(100))[0]?.text).toBe(
    '[查看](https://x.example/)',
  );
});

it('a line that fits in no part is cut', () => {
  const [part] = layOutParts(messageOf(['长'.repeat(500)]), dialectOf(100));
  expect(part?.text).toMatch(/^长{20,26}…$/);
});

it('any message is at most three parts that fit, and nothing is lost without being counted', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => `一${text.replaceAll(/\s/g, '')}`);
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 15 }),
      fc.nat(300),
      fc.integer({ min: 120, max: 900 }),
      (lines, total, limit) => {
        const dialect = dialectOf(limit);
        const parts = layOutParts(messageOf(lines, total), dialect);
        expect(parts.length).toBeGreaterThan(0);
        expect(parts.length).toBeLessThanOrEqual(3);
        for (const part of parts) expect(dialect.fits(part)).toBe(true);
        const rows = parts.flatMap(({ text }) => text.split('\n'));
        const rest = Number(/^其余 (\d+) 条$/.exec(rows.at(-1) ?? '')?.[1] ?? 0);
        if (lines.length > 0) expect(rows.length - (rest > 0 ? 1 : 0) + rest).toBe(Math.max(total, lines.length));
      },
    ),
  );
});

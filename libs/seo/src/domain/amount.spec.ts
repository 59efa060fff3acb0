import fc from 'fast-check';
import { parseDigits, readAmount, readDuration } from './amount';

describe('parseDigits', () => {
  it.each([
    ['1300', 1300],
    ['1,300', 1300],
    ['12,345,678.5', 12_345_678.5],
    ['1 234 567', 1_234_567],
    ['1\u00a0234', 1234],
    ["1'234", 1234],
    ['1.234.567', 1_234_567],
    ['1.234', 1.234],
    ['1.2M', 1_200_000],
    ['3.4k', 3400],
    ['2B', 2e9],
    ['1,234K', 1_234_000],
    ['１２', 12],
    ['-3', -3],
  ])('%j is %d', (text, expected) => {
    expect(parseDigits(text)).toBe(expected);
  });

  it.each(['', '1,5', '12,34', '1e3', '0x1F', 'NaN', 'Infinity', 'M', '1.2.3', '--1', '1 2', 'true', '<1'])(
    '%j is none',
    (text) => {
      expect(parseDigits(text)).toBeUndefined();
    },
  );

  it('reads back every whole number, plain and with separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (value) => {
        expect(parseDigits(String(value))).toBe(value);
        expect(parseDigits(value.toLocaleString('en-US'))).toBe(value);
      }),
    );
  });
});

describe('readAmount', () => {
  it('percent and money are read if allowed, and nothing is null', () => {
    expect(readAmount('x', '45.2%', { percent: true, max: 100 })).toEqual({ value: 45.2 });
    expect(readAmount('x', '$1,200.50', { money: true })).toEqual({ value: 1200.5 });
    for (const nothing of ['', '-', '--', 'n/a', 'N/A']) expect(readAmount('x', nothing)).toEqual({ value: null });
  });

  it.each([
    ['101%', { percent: true, max: 100 }],
    ['-1', {}],
    ['1.5', { whole: true }],
    ['5%', {}],
    ['99999999999999999999', {}],
  ])('rejects %s', (text, range) => {
    expect(readAmount('bounceRate', text, range)).toEqual({ problem: expect.stringContaining('bounceRate') });
  });
});

describe('readDuration', () => {
  it.each([
    ['00:03:25', 205],
    ['3:25', 205],
    ['01:02:03', 3723],
    ['90', 90],
    ['1.5', 1.5],
    ['', null],
  ])('%j is %j seconds', (text, value) => {
    expect(readDuration('avgDuration', text)).toEqual({ value });
  });

  it.each(['1:99', '1:60:00', '1:2', 'abc', '-5', '1:2:3:4'])('%j is none', (text) => {
    expect(readDuration('avgDuration', text)).toEqual({ problem: expect.stringContaining('avgDuration') });
  });
});

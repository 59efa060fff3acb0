import fc from 'fast-check';
import type { CalendarDay } from '#lib/kernel';
import { readCode, readCost, readDay, readQuantity, readText } from './position-cells';

const code = fc.stringMatching(/^[0-9]{6}$/);
const fullWidth = (text: string) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** The ways in which files write a text that a spreadsheet must not touch. */
const DRESSES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `="${text}"`,
  (text) => `= "${text}" `,
  (text) => `'${text}`,
  (text) => ` \t${text}\u3000`,
  fullWidth,
  (text) => fullWidth(`="${text}"`),
];
const dress = fc.constantFrom(...DRESSES);
const grouped = (text: string) => text.replace(/\B(?=([0-9]{3})+(?![0-9]))/g, ',');

const TODAY = '2024-11-20' as CalendarDay;

describe('the cells of a positions file', () => {
  it('contain a code, whatever surrounds it', () => {
    fc.assert(fc.property(code, dress, (text, wear) => expect(readCode(wear(text))).toEqual({ value: text })));
  });

  it('contain no code if the text has none, and never fail on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const reading = readCode(text);
        if ('value' in reading) expect(readText(text)).toBe(reading.value);
        else expect(reading.problem).toMatch(/^code must be/);
        for (const read of [readQuantity, readCost, (cell: string) => readDay(cell, TODAY)])
          expect(Object.keys(read(text))).toHaveLength(1);
      }),
    );
  });

  it.each(['60051', '6005190', '600519.SH', 'SH600519', '6e5519', '-00519', '=600519', '="600519', '٦٠٠٥١٩', ''])(
    'contain no code in %j',
    (text) => {
      expect(readCode(text)).toEqual({ problem: expect.stringContaining('code must be 6 digits') as string });
    },
  );

  it('are reported if a code lost its leading zeros', () => {
    expect(readCode('1')).toEqual({ problem: expect.stringContaining('leading zeros') as string });
  });

  it('contain the written number, with thousands commas or without, whatever surrounds it', () => {
    const whole = fc.integer({ min: 1, max: 1e12 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 999 }), dress, fc.boolean(), (units, thousandths, wear, commas) => {
        const text = `${commas ? grouped(String(units)) : units}.${String(thousandths).padStart(3, '0')}`;
        const quantity = Number(`${units}.${String(thousandths).padStart(3, '0')}`);
        fc.pre(quantity <= 1e12);
        expect(readQuantity(wear(text))).toEqual({ value: quantity });
      }),
    );
  });

  it('contain quantities only within the bounds that the table checks', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), (number) => {
        const reading = readQuantity(String(number));
        if ('value' in reading)
          expect(reading.value > 0 && reading.value <= 1e12 && reading.value === number).toBe(true);
        const cost = readCost(String(number));
        if ('value' in cost && cost.value !== null) expect(cost.value > -1e8 && cost.value <= 1e8).toBe(true);
      }),
    );
  });

  it.each(['0', '0.00', '-0'])('contain the quantity 0 of a sold stock in %j, if that is asked for', (text) => {
    expect(readQuantity(text, true)).toEqual({ value: 0 });
    expect(readQuantity(text)).toHaveProperty('problem');
  });

  it.each(['-5', '1000000000001', '1,5', '1,50', '12,34', '1,2345', '1 000', '1e3', '0x10', 'NaN', '=1+1', ''])(
    'contain no quantity in %j',
    (text) => {
      expect(readQuantity(text)).toHaveProperty('problem');
    },
  );

  it.each(['', ' ', '-', '--', '="--"', '－－'])('contain no cost in %j, which is none and no mistake', (text) => {
    expect(readCost(text)).toEqual({ value: null });
    expect(readDay(text, TODAY)).toEqual({ value: null });
  });

  it.each([
    ['-3.217', -3.217],
    ['="1,688.50"', 1688.5],
    ['100000000', 1e8],
  ])('contain the cost %j', (text, value) => {
    expect(readCost(text)).toEqual({ value });
  });

  it.each(['-100000000', '100000001', '1,5', 'x'])('contain no cost in %j', (text) => {
    expect(readCost(text)).toHaveProperty('problem');
  });

  it.each([
    ['2024-01-05', '2024-01-05'],
    ['2024/1/5', '2024-01-05'],
    ['2024-1-5', '2024-01-05'],
    ['20240105', '2024-01-05'],
    ['="20240229"', '2024-02-29'],
    [TODAY, TODAY],
  ])('contain the day %j', (text, value) => {
    expect(readDay(text, TODAY)).toEqual({ value });
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '20241301',
    '24-01-05',
    '2024',
    '1990-12-18',
    '05/01/2024',
    '45296',
    '2024-11-21',
    '2999-01-01',
  ])('contain no day in %j', (text) => {
    expect(readDay(text, TODAY)).toHaveProperty('problem');
  });

  it('are shown cut if long', () => {
    const reading = readCode('证'.repeat(200));
    expect('problem' in reading ? reading.problem : '').toBe(
      `code must be 6 digits without a market suffix; the cell says "${'证'.repeat(80)}…"`,
    );
  });
});

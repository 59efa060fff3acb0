import fc from 'fast-check';
import { calendarDayFromEpochDay, epochDayOf, MAX_DAY, MIN_DAY, parseCalendarDay } from '#lib/kernel';
import { dayAt, decimalAt } from './field-bytes';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const decimal = (text: string) => decimalAt(bytesOf(text), 0, text.length);
const day = (text: string) => dayAt(bytesOf(text), 0, text.length);

describe('numbers from bytes', () => {
  it('are read as Number reads them, to the last bit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimal(String(value))).toBe(Number(String(value)));
        const short = value.toFixed(4);
        if (!short.includes('e')) expect(decimal(short)).toBe(Number(short));
      }),
      { numRuns: 2000 },
    );
  });

  it('have decimals of prices to the last bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (mantissa, decimals) => {
        const text = (mantissa / 10 ** decimals).toFixed(decimals);
        expect(decimal(text)).toBe(Number(text));
      }),
    );
  });

  it.each(['', '-', '.', '1.2.3', '1,2', '0x10', 'NaN', 'Infinity', '1e999', '12a', '--1', '１'])(
    'are none in %j',
    (text) => {
      expect(decimal(text)).toBeNaN();
    },
  );
});

describe('days from bytes', () => {
  it('are found for every day that the kernel knows', () => {
    fc.assert(
      fc.property(fc.integer({ min: epochDayOf(MIN_DAY), max: epochDayOf(MAX_DAY) }), (number) => {
        const text = calendarDayFromEpochDay(number);
        expect(day(text)).toBe(number);
        expect(day(text.replaceAll('-', ''))).toBe(number);
      }),
    );
  });

  it('are not found for a day that the kernel does not know', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), part(99), part(99), (year, month, date) => {
        const text = `${year}-${month}-${date}`;
        expect(Number.isNaN(day(text))).toBe(parseCalendarDay(text) === undefined);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['2024-1-2', '2024-01-0a', '20240102 ', '2024/01/02', '', '2024-01-02T'])('are none in %j', (text) => {
    expect(day(text)).toBeNaN();
  });
});

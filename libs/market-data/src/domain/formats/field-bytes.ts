import { toDayNumber } from './day-number';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, power) => 10 ** power);
const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;

/**
 * Reads a decimal number straight from bytes: a market has tens of millions of them.
 * Up to 15 digits are an exact integer over an exact power of ten, so that the one division rounds as `Number(text)`
 * does; anything longer, or with an exponent, goes through `Number`.
 * @returns NaN where the bytes are no finite decimal number (also for the words NaN and Infinity).
 */
export function decimalAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at += 1;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (byte === POINT && decimals < 0) {
      decimals = 0;
    } else {
      return parseDecimal(bytes, start, end);
    }
  }
  if (digits === 0 || digits > 15) return parseDecimal(bytes, start, end);
  const value = decimals > 0 ? mantissa / (POWERS_OF_TEN[decimals] ?? NaN) : mantissa;
  return sign === MINUS ? -value : value;
}

function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  const text = asciiAt(bytes, start, end);
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/**
 * Reads `YYYY-MM-DD` or `YYYYMMDD`.
 * @returns whole days since 1970-01-01, NaN where the bytes are no such day.
 */
export function dayAt(bytes: Uint8Array, start: number, end: number): number {
  const dashes = end - start === 10;
  if (!dashes && end - start !== 8) return NaN;
  let ymd = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (dashes && (at - start === 4 || at - start === 7)) {
      if (byte !== MINUS) return NaN;
    } else if (byte >= ZERO && byte <= NINE) {
      ymd = ymd * 10 + (byte - ZERO);
    } else {
      return NaN;
    }
  }
  return toDayNumber(ymd);
}

/** The bytes as text, one character a byte. */
export function asciiAt(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 200)));
}

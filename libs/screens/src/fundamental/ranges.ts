import type { ParameterValues } from '../domain/screen-parameters';
import type { StockCompany } from '../domain/stock-company';

const bound = (maximum: number, zh: string, en: string) =>
  ({ type: 'number', default: 0, minimum: 0, maximum, zh, en }) as const;

/** 0: no bound. */
export const RANGES = {
  pe_from: bound(10_000, '市盈率从（倍，0 不限）', 'P/E from (times, 0: any)'),
  pe_to: bound(10_000, '市盈率到（倍，0 不限）', 'P/E to (times, 0: any)'),
  pb_from: bound(1000, '市净率从（倍，0 不限）', 'P/B from (times, 0: any)'),
  pb_to: bound(1000, '市净率到（倍，0 不限）', 'P/B to (times, 0: any)'),
  dividend_from: bound(100, '股息率从（%，0 不限）', 'Dividend yield from (%, 0: any)'),
} as const;

/** Losses are no low price: with a bound of P/E the company needs earnings, with one of P/B equity. */
export function isInRanges(company: StockCompany, values: ParameterValues<typeof RANGES>): boolean {
  return (
    isBetween(company.measure('peTtm'), values.pe_from, values.pe_to) &&
    isBetween(company.measure('pb'), values.pb_from, values.pb_to) &&
    (values.dividend_from === 0 || company.measure('dividendYieldPct') >= values.dividend_from)
  );
}

function isBetween(value: number, from: number, to: number): boolean {
  if (from === 0 && to === 0) return true;
  return value > 0 && value >= from && (to === 0 || value <= to);
}

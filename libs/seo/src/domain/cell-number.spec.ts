import { parseNumberFormat, formatNumber } from './cell-number';

it.each([
  [0, undefined, 'number'],
  [10, undefined, 'percent'],
  [14, undefined, 'day'],
  [22, undefined, 'instant'],
  [46, undefined, 'time'],
  [164, '0.00%', 'percent'],
  [164, '[$-409]d\\-mmm\\-yy;@', 'day'],
  [164, 'yyyy"年"m"月"', 'day'],
  [164, 'm/d/yyyy h:mm', 'instant'],
  [164, '[h]:mm:ss', 'time'],
  [164, '"days: "0.0', 'number'],
  [164, '[Red]0.00', 'number'],
  [164, 'General', 'number'],
  [164, '#,##0.00 "€"', 'number'],
])('format %i %s shows a %s', (id, code, form) => {
  expect(parseNumberFormat(id, code)).toBe(form);
});

it.each([
  [1200, 'number', '1200'],
  [0.45000000000000001, 'number', '0.45'],
  [1.125, 'number', '1.1250'],
  [1e-7, 'number', '0.0000001'],
  [1e21, 'number', '1000000000000000000000'],
  [0.045, 'percent', '4.5%'],
  [46_143, 'day', '2026-05-01'],
  [46_143.5, 'instant', '2026-05-01T12:00:00Z'],
  [46_143, 'instant', '2026-05-01'],
  [0.002372685185, 'time', '0:03:25'],
  [1.5, 'time', '36:00:00'],
  [-1, 'day', '-1'],
  [1e12, 'day', '1000000000000'],
] as const)('%d as %s reads %s', (value, form, text) => {
  expect(formatNumber(value, form)).toBe(text);
});

it('days are counted from 1904 if the workbook does so', () => {
  expect(formatNumber(44_681, 'day', true)).toBe('2026-05-01');
});

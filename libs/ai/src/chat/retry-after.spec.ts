import { parseRetryAfter } from './retry-after';

const NOW = Date.parse('2026-11-22T08:00:00Z');

it.each([
  ['0', 0],
  ['2', 2000],
  ['1.5', 1500],
  ['1000000000', 1e12],
  ['Sun, 22 Nov 2026 08:00:10 GMT', 10_000],
  ['Sun, 22 Nov 2026 07:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['-5x', undefined],
  [null, undefined],
])('Retry-After %s is %s ms', (header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms);
});

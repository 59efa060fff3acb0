import { parseRetryAfter, readBody, resultOf } from './classify-response';

const NOW = Date.parse('2026-11-27T10:00:00Z');

it.each([
  ['17', 17],
  [' 0 ', 0],
  ['Fri, 27 Nov 2026 10:01:30 GMT', 90],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-5x', undefined],
  ['9'.repeat(40), undefined],
  [undefined, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds);
});

it('a result is a whole number of a JSON object', () => {
  expect(resultOf('{"code":0}', 'code', 0)).toEqual({ code: 0, isSuccess: true });
  expect(resultOf('{"code":5}', 'code', 0)).toEqual({ code: 5, isSuccess: false });
  for (const text of ['', 'ok', '0', '[0]', 'null', '{"code":"0"}', '{"code":null}', '{"code":0.5}', '{"other":0}']) {
    expect(resultOf(text, 'code', 0)).toBeNull();
  }
  expect(readBody('{"__proto__":{"code":0}}')?.['code']).toBeUndefined();
});

import { findSettingProblem, LARGEST_SETTING, SETTING_KEY } from './user-setting';

describe('a setting of a user', () => {
  it.each(['columns', 'first-steps', 'a', 'a2'])('may be called %s', (key) => {
    expect(SETTING_KEY.test(key)).toBe(true);
  });

  it.each(['', '2a', 'Columns', 'a b', 'a/b', '__proto__', `a${'b'.repeat(40)}`])('may not be called %j', (key) => {
    expect(SETTING_KEY.test(key)).toBe(false);
  });

  it.each([[{}], [{ on: true, at: 0 }], [{ keys: ['量', null] }]])('may be %j', (value) => {
    expect(findSettingProblem(value)).toBeUndefined();
  });

  it.each([
    ['a NUL', { text: ['a\0'] }, 'NUL'],
    ['a key with a NUL', { 'a\0': 1 }, 'NUL'],
    ['half a surrogate pair', { text: '\ud83d' }, 'NUL'],
    ['more bytes than allowed', { text: '量'.repeat(LARGEST_SETTING / 2) }, 'bytes'],
    ['too many levels', nest(11), 'levels'],
  ])('may not be %s', (_what, value, problem) => {
    expect(findSettingProblem(value)).toContain(problem);
  });

  it('may have ten levels, and as many bytes as allowed', () => {
    expect(findSettingProblem(nest(10))).toBeUndefined();
    expect(findSettingProblem({ a: 'a'.repeat(LARGEST_SETTING - 8) })).toBeUndefined();
  });
});

/** An object of so many levels. */
function nest(levels: number): object {
  return levels === 1 ? {} : { in: nest(levels - 1) };
}

import { findSettingProblem, LARGEST_SETTING, SETTING_KEY } from './user-setting';

describe('a setting of a user', () => {
  it.each(['columns', 'first-steps', 'a', 'a2'])('may be called %s', (key) => {
    expect(SETTING_KEY.test(key)).toBe(true);
  });

  it.each(['', '2a', 'Columns', 'a b', 'a/b', '__proto__', `a${'b'.repeat(40)}`])('may not be called %j', (key) => {
    expect(SETTING_KEY.test(key)).toBe(false);
  });

  it.each([[true], [0], ['量'], [[]], [{ keys: ['a', null] }]])('may be %j', (value) => {
    expect(findSettingProblem(value)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined, 'other than null'],
    ['null', null, 'other than null'],
    ['a NUL', { text: ['a\0'] }, 'NUL'],
    ['a key with a NUL', { 'a\0': 1 }, 'NUL'],
    ['half a surrogate pair', '\ud83d', 'NUL'],
    ['more bytes than allowed', '量'.repeat(LARGEST_SETTING / 2), 'bytes'],
    ['too many levels', nest(11), 'levels'],
  ])('may not be %s', (_what, value, problem) => {
    expect(findSettingProblem(value)).toContain(problem);
  });

  it('may have ten levels, and as many bytes as allowed', () => {
    expect(findSettingProblem(nest(10))).toBeUndefined();
    expect(findSettingProblem('a'.repeat(LARGEST_SETTING - 2))).toBeUndefined();
  });
});

function nest(levels: number): unknown {
  return levels === 0 ? 1 : [nest(levels - 1)];
}

import { operatorLanguage } from './operator-language';

it.each([
  [{}, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LANG: 'zh' }, 'zh'],
  [{ LANG: 'zhx_YY' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'de_DE', LC_ALL: 'zh_TW.UTF-8' }, 'zh'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
] as const)('the language %j is read as %s', (env, language) => {
  expect(operatorLanguage(env)).toBe(language);
});

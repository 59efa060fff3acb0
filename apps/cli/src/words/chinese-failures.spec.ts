import { inChinese } from './chinese-failures';

it.each([
  ['there is no file /a/b c.csv', '没有文件 /a/b c.csv'],
  ['--names: there is no file n.csv', '--names：没有文件 n.csv'],
  ['there is no file or folder /nowhere', '没有文件或文件夹 /nowhere'],
  ['PORT must be a whole number from 0 to 65535', 'PORT 必须是 0 到 65535 的整数'],
  [
    'the data folder is in use by "npm start" (process 12 on web-1); stop it first, or set another DATA_DIR',
    '数据文件夹正被 "npm start"（进程 12 on web-1）占用；请先停止它，或另设 DATA_DIR',
  ],
  ['something that nobody has put into Chinese', 'something that nobody has put into Chinese'],
])('says "%s"', (sentence, chinese) => {
  expect(inChinese(sentence)).toBe(chinese);
});

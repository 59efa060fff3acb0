import type { ErrorDetails } from '#lib/kernel';
import { describeInChinese } from './chinese-errors';

it.each<[string, ErrorDetails, string]>([
  ['path_not_found', { path: '/a/b c.csv' }, '没有文件 /a/b c.csv'],
  ['path_not_found', { path: 'n.csv', option: '--names' }, '--names：没有文件 n.csv'],
  ['path_not_found', { path: '/nowhere', folder: true }, '没有文件或文件夹 /nowhere'],
  ['not_found', { resource: 'user' }, '没有这个用户'],
  ['not_found', { resource: 'sessions', count: 2, ids: '7, 8' }, '有 2 个会话不存在：7, 8'],
  ['invalid_input', { reason: 'caps_reversed', least: 9, most: 3 }, '市值下限 9 高于上限 3，请对调'],
  ['setting_not_integer', { setting: 'PORT', least: 0, most: 65535 }, 'PORT 必须是 0 到 65535 的整数'],
  ['not_found', { resource: 'study', id: 7 }, '检验 7 不存在'],
  ['no_data_in_span', { from: null, to: null }, '行情里还没有数据'],
  [
    'no_data_in_span',
    { from: '2023-01-03', to: '2024-03-04' },
    '区间里没有行情；请选 2023-01-03 至 2024-03-04 之间的日子',
  ],
  [
    'data_dir_in_use',
    { command: 'npm start', pid: 12, host: 'web-1' },
    '数据文件夹正被 "npm start"（进程 12 on web-1）占用；请先停止它，或另设 DATA_DIR',
  ],
])('%s %j is described in Chinese', (code, details, chinese) => {
  expect(describeInChinese({ code, details })).toBe(chinese);
});

it.each<[string, ErrorDetails]>([
  ['not_found', {}],
  ['invalid_input', { reason: 'anything' }],
  ['database_unsuitable', {}],
  ['no_data_in_span', {}],
  ['no_such_code', {}],
  ['toString', {}],
])('%s %j has no Chinese message', (code, details) => {
  expect(describeInChinese({ code, details })).toBeUndefined();
});

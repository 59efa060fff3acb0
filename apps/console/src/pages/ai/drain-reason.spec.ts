import { drainReason } from './drain-reason';

const SAY = {
  nothingMissing: '已不缺记录',
  programError: '程序出错',
  session_closed: '跟踪已关闭',
  no_market_data: '没有行情',
  ai_failed: '没有一个模型回答',
  ai_not_configured: '没有设置模型服务器',
};

it.each([
  ['nothing was missing any more', '已不缺记录'],
  ['an error of the program', '程序出错'],
  ['session_closed: the session is closed', '跟踪已关闭'],
  ['brand_new: a sentence of the server', 'a sentence of the server'],
  ['the day was left out', 'the day was left out'],
])('the reason %s is shown as %s', (reason, expected) => {
  expect(drainReason(reason, SAY)).toBe(expected);
});

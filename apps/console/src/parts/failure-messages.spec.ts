import { Failure } from '../api/failure';
import { failureSentence } from './failure-messages';

it('a message keeps the values, and an unknown failure is shown with the text of the server', () => {
  const exists = new Failure('the code has one', 409, 'open_session_exists', [], null, { sessionId: 7 });
  expect(failureSentence(exists, 'zh')).toBe('该股票已有进行中的跟踪 #7，请先关闭它。');
  expect(failureSentence(exists, 'en')).toBe('the code has one');
  expect(failureSentence(new Failure('slow down', 429, 'rate_limited', [], null, {}, 12), 'zh')).toContain('12 秒');
  const lacking = (details: Record<string, string>) =>
    failureSentence(new Failure("it can't be run", 409, 'screen_unavailable', [], null, details), 'zh');
  expect(lacking({ lack: 'money_flow' })).toContain('没有资金流向');
  expect(lacking({ lack: 'money_flow_of_days', vendor: 'tushare', days: '2026-11-20' })).toContain('缺少 2026-11-20');
  expect(lacking({ lack: 'something_new' })).toContain("it can't be run");
  expect(failureSentence(new Failure('as it is', 400, 'nobody_knows'), 'zh')).toBe('as it is');
});

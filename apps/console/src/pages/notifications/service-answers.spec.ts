import { answerInWords } from './service-answers';

it.each([
  ['Sent', '已送达'],
  [
    'WeCom: the key is not valid, or the robot was removed (code 93000)',
    'WeCom：key 不对，或机器人已被移除（code 93000）',
  ],
  ['Telegram: the bot token is not valid (HTTP 401)', 'Telegram：机器人令牌不对（HTTP 401）'],
  ['DingTalk limits the rate', 'DingTalk 限制发送频率，稍后再发'],
  ['ntfy is unavailable (HTTP 503)', 'ntfy 暂时不可用（HTTP 503）'],
  ['The mail server rejected the message for now (SMTP 451)', '邮件服务器 暂时拒绝了消息（SMTP 451）'],
  ['The address is not allowed: the host is not on the public internet', '不允许这个地址：不是公网地址'],
  ['No whole response within 15 s', '15 秒内没有回应'],
  ['Feishu: something new (code 1)', 'Feishu：something new（code 1）'],
  ['nobody knows this one', 'nobody knows this one'],
])('%s', (answer, chinese) => {
  expect(answerInWords(answer, 'zh')).toBe(chinese);
  expect(answerInWords(answer, 'en')).toBe(answer);
});

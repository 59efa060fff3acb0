import { signDingtalk } from './dingtalk';
import { signFeishu } from './feishu';

it('Feishu signs an empty message with timestamp and secret as the key', () => {
  expect(signFeishu('1599360473', 'demo')).toBe('l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=');
});

it('DingTalk signs timestamp and secret with the secret, escaped for the query', () => {
  const sign = signDingtalk('1577262236757', 'SECdemo');
  const escaped = 'sLRlUUvzoOXn5DR%2F%2Bo%2Bs6tOqX%2BbWe3JGaZ7JQ7844l8%3D';
  expect(encodeURIComponent(sign)).toBe(escaped);
  expect(new URLSearchParams({ sign }).toString()).toBe(`sign=${escaped}`);
});

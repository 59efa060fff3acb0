import { AppError } from '#lib/kernel';
import { readEndpoint } from './read-endpoint';

it('an origin is kept without its slash, a webhook as a whole', () => {
  expect(readEndpoint('bark', 'https://Bark.Example.com/')).toBe('https://bark.example.com');
  expect(readEndpoint('ntfy', 'http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  expect(readEndpoint('webhook', 'https://x.example/a?b=c')).toBe('https://x.example/a?b=c');
  for (const none of [undefined, null, '']) expect(readEndpoint('wecom', none)).toBeNull();
});

it.each([
  ['webhook', undefined],
  ['webhook', 'x'],
  ['webhook', 5],
  ['webhook', 'ftp://x.example/'],
  ['webhook', 'https://u:p@x.example/'],
  ['webhook', 'https://x.example/#a'],
  ['webhook', `https://x.example/${'a'.repeat(2048)}`],
  ['bark', 'https://x.example/push'],
  ['bark', 'https://x.example/?a=b'],
  ['email', 'https://x.example'],
] as const)('%s does not take the endpoint %j', (kind, given) => {
  expect(() => readEndpoint(kind, given)).toThrow(AppError);
});

it('with an allowance the guard rejects at once', () => {
  const nobody = { allowHosts: [], allowCidrs: [] };
  for (const given of ['http://x.example/', 'https://127.1/', 'https://x.example:8080/', 'https://[::1]/']) {
    expect(() => readEndpoint('webhook', given, nobody)).toThrow('endpoint is not allowed');
  }
  expect(readEndpoint('webhook', 'http://127.0.0.1:8080/x', { ...nobody, allowHosts: ['127.0.0.1:8080'] })).toBe(
    'http://127.0.0.1:8080/x',
  );
  expect(readEndpoint('webhook', 'https://x.example:8443/', nobody)).toBe('https://x.example:8443/');
});

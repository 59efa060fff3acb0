import { messageOf } from '#lib/kernel';
import { loadConfig } from './app-config';
import { sentinelAddress } from './redis-address';

const NOBODY = { username: undefined, password: undefined, sentinelUsername: undefined, sentinelPassword: undefined };

it('reads sentinels with their ports, the name and nothing else', () => {
  expect(sentinelAddress('redis+sentinel://a,b:5000,[::1]:26380/mymaster')).toEqual({
    ...NOBODY,
    sentinels: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 5000 },
      { host: '::1', port: 26380 },
    ],
    name: 'mymaster',
    db: 0,
    tls: false,
  });
});

it('reads the users and passwords of servers and of sentinels, TLS and the database', () => {
  const url = 'rediss+sentinel://cycle:p%40ss@s1/main/3?sentinel_username=watch&sentinel_password=q%26%2F';
  expect(sentinelAddress(url)).toEqual({
    sentinels: [{ host: 's1', port: 26379 }],
    name: 'main',
    db: 3,
    tls: true,
    username: 'cycle',
    password: 'p@ss',
    sentinelUsername: 'watch',
    sentinelPassword: 'q&/',
  });
  expect(sentinelAddress('redis+sentinel://:p:w@s1/main')).toMatchObject({ username: undefined, password: 'p:w' });
});

it.each(['redis://h:6379/2', 'rediss://:p@h'])('%s is one server, as before', (url) => {
  expect(sentinelAddress(url)).toBeUndefined();
  expect(loadConfig({ REDIS_URL: url }).redisUrl).toBe(url);
});

it.each([
  ['redis+sentinel://:c4n4ry@a,b', 'needs the name'],
  ['redis+sentinel://:c4n4ry@a,b/', 'needs the name'],
  ['redis+sentinel://:c4n4ry@a/m/0/x', 'needs the name'],
  ['redis+sentinel://:c4n4ry@a,,b/m', 'needs a host'],
  ['redis+sentinel:///m', 'needs a host'],
  ['redis+sentinel://:c4n4ry@a:0/m', 'needs a port'],
  ['redis+sentinel://:c4n4ry@a:x/m', 'needs a port'],
  ['redis+sentinel://:c4n4ry@a:70000/m', 'needs a port'],
  ['redis+sentinel://:c4n4ry@a/m/db', 'needs a whole number'],
  ['redis+sentinel://:c4n4ry@a/m?password=c4n4ry', 'takes no parameters but'],
  ['redis+sentinel://:c4n4ry%@a/m', 'percent sign'],
  ['redis+cluster://:c4n4ry@a/m', 'must be a URL that starts with'],
  ['http://:c4n4ry@a', 'must be a URL that starts with'],
])('%s stops the start with a sentence that repeats no secret', (url, sentence) => {
  let said = '';
  try {
    loadConfig({ REDIS_URL: url });
  } catch (error) {
    said = messageOf(error);
  }
  expect(said).toContain(sentence);
  expect(said).not.toContain('c4n4ry');
});

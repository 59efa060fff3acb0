import { loadConfig } from './app-config';

it.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.20', PUBLIC_URL: 'http://192.168.1.20:3000' },
  { HOST: 'cycle.example.org', PUBLIC_URL: 'http://cycle.example.org' },
])('%j is rejected: passwords would cross the network unencrypted', (env) => {
  expect(() => loadConfig(env)).toThrow('ALLOW_PLAIN_HTTP');
  expect(loadConfig({ ...env, ALLOW_PLAIN_HTTP: 'on' }).host).toBe(env.HOST);
});

it.each([
  {},
  { HOST: 'localhost' },
  { HOST: '127.0.0.2', PUBLIC_URL: 'http://localhost:3000' },
  { HOST: '::1' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://cycle.example.org' },
])('%j is accepted', (env) => {
  expect(() => loadConfig(env)).not.toThrow();
});

it('names of hosts are read, and anything else is rejected', () => {
  expect(loadConfig({ ALLOWED_HOSTS: 'API, cycle.example.org ,' }).allowedHosts).toEqual(['api', 'cycle.example.org']);
  for (const bad of ['http://a', 'a:3000', 'a b', '*.example.org']) {
    expect(() => loadConfig({ ALLOWED_HOSTS: bad })).toThrow('ALLOWED_HOSTS');
  }
});

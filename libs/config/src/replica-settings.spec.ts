import { loadConfig } from './app-config';

const PRIMARY = 'postgres://cycle:secret-one@one.example.org/cycle';
const REPLICA = 'postgres://cycle:secret-two@two.example.org/cycle';

const read = (environment: Record<string, string>) => loadConfig(environment).databaseReplica;

it('without an address there is no replica, and with one the bound is two seconds unless it is set', () => {
  expect(read({ DATABASE_URL: PRIMARY })).toBeUndefined();
  const both = { DATABASE_URL: PRIMARY, DATABASE_REPLICA_URL: REPLICA };
  expect(read(both)).toEqual({ url: REPLICA, maxLagMs: 2000 });
  expect(read({ ...both, DATABASE_REPLICA_MAX_LAG_MS: '500' })).toEqual({ url: REPLICA, maxLagMs: 500 });
});

it.each([
  [{ DATABASE_REPLICA_URL: REPLICA }, 'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded server has no replica'],
  [
    { DATABASE_URL: PRIMARY, DATABASE_REPLICA_URL: PRIMARY.replace('org/', 'org:5432/') },
    'DATABASE_REPLICA_URL must be another server than DATABASE_URL',
  ],
  [
    { DATABASE_URL: PRIMARY, DATABASE_REPLICA_URL: 'http://two.example.org' },
    'DATABASE_REPLICA_URL must be a URL that starts with postgres:// or postgresql://',
  ],
  [
    { DATABASE_URL: PRIMARY, DATABASE_REPLICA_URL: REPLICA, DATABASE_REPLICA_MAX_LAG_MS: '0' },
    'DATABASE_REPLICA_MAX_LAG_MS must be a whole number from 200 to 600000',
  ],
])('what can not be used stops the start with one sentence: %j', (environment, sentence) => {
  expect(() => loadConfig(environment as Record<string, string>)).toThrow(sentence);
});

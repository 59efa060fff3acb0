import { createTestDatabase } from '../support/database/test-database';
import { TushareCallers } from '../support/processes/tushare-callers';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { marketOfRows } from '../support/fakes/tushare/fake-market';
import { until } from '../support/until';
import { measured } from './support/measured';

const PER_MINUTE = 200;

it('four processes never make more calls in 60 seconds than the account may, and nearly as many', async () => {
  const database = await createTestDatabase();
  const fakeTushare = await FakeTushare.start({ market: marketOfRows({ daily: [] }), perMinute: PER_MINUTE });
  const callers = await TushareCallers.start(4, {
    ...fakeTushare.environment,
    DATABASE_URL: database.url,
    TUSHARE_CALLS_PER_MINUTE: String(PER_MINUTE),
  });
  const start = Date.now();
  await until('a minute and a half have passed', 120_000, () => Date.now() - start > 90_000);
  await callers.stop();
  await fakeTushare.close();
  await database.drop();
  const refused = fakeTushare.calls.filter(({ outcome }) => outcome === 'refused').length;
  measured('calls of four processes in any 60 s, of 200 allowed', `${fakeTushare.most(60_000)}, refused ${refused}`);
  expect(refused).toBe(0);
  expect(fakeTushare.most(60_000)).toBeLessThanOrEqual(PER_MINUTE);
  expect(fakeTushare.most(60_000)).toBeGreaterThan(PER_MINUTE / 2);
}, 180_000);

import { createTestDatabase } from '../support/test-database';
import { TushareCallers } from '../support/tushare-callers';
import { TushareStandIn } from '../support/tushare-stand-in';
import { marketOfRows } from '../support/tushare/stand-in-market';
import { until } from '../support/until';
import { measured } from './support/measured';

const PER_MINUTE = 200;

it('four processes never make more calls in 60 seconds than the account may, and nearly as many', async () => {
  const database = await createTestDatabase();
  const standIn = await TushareStandIn.start({ market: marketOfRows({ daily: [] }), perMinute: PER_MINUTE });
  const callers = await TushareCallers.start(4, {
    ...standIn.environment,
    DATABASE_URL: database.url,
    TUSHARE_CALLS_PER_MINUTE: String(PER_MINUTE),
  });
  const start = Date.now();
  await until('a minute and a half have passed', 120_000, () => Date.now() - start > 90_000);
  await callers.stop();
  await standIn.close();
  await database.drop();
  const refused = standIn.calls.filter(({ outcome }) => outcome === 'refused').length;
  measured('calls of four processes in any 60 s, of 200 allowed', `${standIn.most(60_000)}, refused ${refused}`);
  expect(refused).toBe(0);
  expect(standIn.most(60_000)).toBeLessThanOrEqual(PER_MINUTE);
  expect(standIn.most(60_000)).toBeGreaterThan(PER_MINUTE / 2);
}, 180_000);

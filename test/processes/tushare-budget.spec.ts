import { createTestDatabase } from '../support/database/test-database';
import { TushareCallers } from '../support/processes/tushare-callers';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { marketOfRows } from '../support/fakes/tushare/fake-market';
import { VENDOR_ERRORS } from '../support/fakes/tushare/fake-faults';
import { until } from '../support/until';

const PROCESSES = 4;
/** A turn each 51 ms. */
const PER_MINUTE = 1200;

it('four processes together keep the budget of one, and a rejection for the rate stops all of them', async () => {
  const database = await createTestDatabase();
  const fakeTushare = await FakeTushare.start({ market: marketOfRows({ daily: [] }) });
  const callers = await TushareCallers.start(PROCESSES, {
    ...fakeTushare.environment,
    DATABASE_URL: database.url,
    TUSHARE_CALLS_PER_MINUTE: String(PER_MINUTE),
  });
  try {
    const callersSeen = (): number => new Set(fakeTushare.calls.map(({ params }) => params['ts_code'])).size;
    await until('all of them have called, a hundred times in all', 60_000, () => {
      return callersSeen() === PROCESSES && fakeTushare.calls.length >= 100;
    });
    // Three seconds hold 60 turns. Calls that were let through may arrive in a heap where the machine is busy; four budgets
    // would be 240.
    expect(fakeTushare.most(3000)).toBeLessThanOrEqual(120);

    const before = fakeTushare.calls.length;
    fakeTushare.script('daily', { kind: 'body', body: VENDOR_ERRORS.rate(1) });
    await until('somebody was refused', 60_000, () => fakeTushare.calls.some(({ outcome }) => outcome === 'fault'));
    // Nobody has asked for 60 turns: those who were on their way have come, and nobody after them.
    await until('all of them rest', 50_000, () => Date.now() - (fakeTushare.calls.at(-1)?.at ?? 0) > 3000);
    expect(fakeTushare.calls.length - before).toBeLessThan(120);
  } finally {
    await callers.stop();
    await fakeTushare.close();
    await database.drop();
  }
}, 120_000);

import { createTestDatabase } from '../support/test-database';
import { TushareCallers } from '../support/tushare-callers';
import { TushareStandIn } from '../support/tushare-stand-in';
import { marketOfRows } from '../support/tushare/stand-in-market';
import { VENDOR_ERRORS } from '../support/tushare/stand-in-faults';
import { until } from '../support/until';

const PROCESSES = 4;
/** A turn each 51 ms. */
const PER_MINUTE = 1200;

it('four processes together keep to the budget of one, and a refusal for the rate stops all of them', async () => {
  const database = await createTestDatabase();
  const standIn = await TushareStandIn.start({ market: marketOfRows({ daily: [] }) });
  const callers = await TushareCallers.start(PROCESSES, {
    ...standIn.environment,
    DATABASE_URL: database.url,
    TUSHARE_CALLS_PER_MINUTE: String(PER_MINUTE),
  });
  try {
    const callersSeen = (): number => new Set(standIn.calls.map(({ params }) => params['ts_code'])).size;
    await until('all of them have called, a hundred times in all', 60_000, () => {
      return callersSeen() === PROCESSES && standIn.calls.length >= 100;
    });
    // Three seconds hold 60 turns. Calls that were let through may arrive in a heap where the machine is busy; four budgets
    // would be 240.
    expect(standIn.most(3000)).toBeLessThanOrEqual(120);

    const before = standIn.calls.length;
    standIn.script('daily', { kind: 'body', body: VENDOR_ERRORS.rate(1) });
    await until('somebody was refused', 60_000, () => standIn.calls.some(({ outcome }) => outcome === 'fault'));
    // Nobody has asked for 60 turns: those who were on their way have come, and nobody after them.
    await until('all of them rest', 50_000, () => Date.now() - (standIn.calls.at(-1)?.at ?? 0) > 3000);
    expect(standIn.calls.length - before).toBeLessThan(120);
  } finally {
    await callers.stop();
    await standIn.close();
    await database.drop();
  }
}, 120_000);

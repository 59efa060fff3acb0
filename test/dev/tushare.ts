/**
 * A Tushare Pro of one's own for trials: serves the demo market over the vendor's protocol until Ctrl-C.
 * npm run dev:tushare -- --port 8765 --token anything --per-minute 500
 */
import { parseArgs } from 'node:util';
import { calendarDayOf, shanghaiDayAt } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { DemoVendorMarket } from '../support/fakes/tushare/demo-vendor-market';

const AFTERNOON_MS = 15.5 * 3_600_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8765' },
      token: { type: 'string', default: 'demo' },
      'per-minute': { type: 'string' },
      to: { type: 'string' },
      days: { type: 'string', default: '750' },
      stocks: { type: 'string' },
    },
  });
  // The day's bars are out in the afternoon.
  const to = values.to === undefined ? shanghaiDayAt(new Date(Date.now() - AFTERNOON_MS)) : calendarDayOf(values.to);
  const days = TradingCalendar.published().openDaysBefore(to, Number(values.days));
  const market = new DemoVendorMarket({
    to,
    ...(days[0] === undefined ? {} : { from: days[0] }),
    ...(values.stocks === undefined ? {} : { stocks: Number(values.stocks) }),
  });
  const perMinute = values['per-minute'];
  const fakeTushare = await FakeTushare.start({
    market,
    port: Number(values.port),
    token: values.token,
    ...(perMinute === undefined ? {} : { perMinute: Number(perMinute) }),
  });
  const { stocks, bars } = market.size;
  const settings = {
    MARKET_SOURCE: 'tushare',
    ...fakeTushare.environment,
    // Without a limit of its own the fake answers as fast as it is asked.
    TUSHARE_CALLS_PER_MINUTE: perMinute ?? '60000',
  };
  console.log(
    `Serves the demo market: ${stocks} stocks, ${bars} bars, ${market.firstDay} to ${to}. Settings to use:\n`,
  );
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  );
  console.log('\nCtrl-C ends it.');
  process.once('SIGINT', () => void fakeTushare.close());
  process.once('SIGTERM', () => void fakeTushare.close());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

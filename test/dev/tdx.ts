/**
 * TongDaXin's services of one's own: serves the demo market, or bars of files, as packages of days, snapshot and quote
 * server until Ctrl-C.
 * npm run dev:tdx -- --port 8766 --quote-port 8767 --market demo --days 750 --fault html@2026-11-20
 */
import { parseArgs } from 'node:util';
import { addDays, type CalendarDay, calendarDayOf, epochDayOf, shanghaiDayAt } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { DemoTdxMarket } from '../support/fakes/tdx/demo-tdx-market';
import { FakeQuoteServer } from '../support/fakes/tdx/fake-quote-server';
import { FakeTdxSite } from '../support/fakes/tdx/fake-tdx-site';
import { FilesTdxMarket } from '../support/fakes/tdx/files-tdx-market';
import { CONTENT_FAULTS, type PackageFault, TRANSPORT_FAULTS } from '../support/fakes/tdx/package-fault';
import type { ServedMarket, ServedMarketOptions } from '../support/fakes/tdx/served-market';

const HOUR_MS = 3_600_000;
/** In China: a package is out in the afternoon of its day. */
const OUT_AT_MS = 15.5 * HOUR_MS - 8 * HOUR_MS;
const BEIJING_CODES_FROM = calendarDayOf('2025-10-09');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8766' },
      'quote-port': { type: 'string', default: '8767' },
      market: { type: 'string', default: 'demo' },
      names: { type: 'string' },
      days: { type: 'string', default: '750' },
      to: { type: 'string' },
      stocks: { type: 'string' },
      'no-ex-right': { type: 'boolean', default: false },
      fault: { type: 'string', multiple: true, default: [] },
    },
  });
  const faults = values.fault.map(readFault);
  const to = values.to === undefined ? shanghaiDayAt(new Date()) : calendarDayOf(values.to);
  const from = TradingCalendar.published().openDaysBefore(addDays(to, 1), Number(values.days))[0];
  const market = await openMarket(values.market, values.names, {
    to,
    ...(from === undefined ? {} : { from }),
    ...(values.stocks === undefined ? {} : { stocks: Number(values.stocks) }),
    exRightPreviousClose: !values['no-ex-right'],
    beijingCodesFrom: BEIJING_CODES_FROM,
  });
  const site = await FakeTdxSite.start({
    market,
    port: Number(values.port),
    publishedAt: (day) => epochDayOf(day) * 24 * HOUR_MS + OUT_AT_MS,
  });
  const quotes = await FakeQuoteServer.start({ market, port: Number(values['quote-port']) });
  for (const { fault, day } of faults) site.fail(fault, day === undefined ? {} : { day });
  const settings = { MARKET_SOURCE: 'tdx', ...site.environment, ...quotes.environment };
  const span = `${market.days.length} days from ${market.days[0] ?? '-'} to ${market.days.at(-1) ?? '-'}`;
  console.log(`Serves ${market.symbols.length} stocks on ${span}. Settings to use:\n`);
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  );
  console.log('\nCtrl-C ends it.');
  const close = (): void => void Promise.all([site.close(), quotes.close()]);
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
}

interface MarketSpan extends ServedMarketOptions {
  readonly from?: CalendarDay;
  readonly to: CalendarDay;
  readonly stocks?: number;
}

function openMarket(place: string, names: string | undefined, span: MarketSpan): Promise<ServedMarket> {
  if (place === 'demo') return Promise.resolve(new DemoTdxMarket(span));
  return FilesTdxMarket.read({ path: place, ...(names === undefined ? {} : { names }), ...span });
}

/** `NAME`, or `NAME@YYYY-MM-DD` for one day alone. */
function readFault(text: string): { fault: PackageFault['kind']; day?: CalendarDay } {
  const [name, day] = text.split('@');
  const kinds = [...CONTENT_FAULTS, ...TRANSPORT_FAULTS];
  const fault = kinds.find((kind) => kind === name);
  if (fault === undefined) throw new Error(`no fault ${text}; there are ${kinds.join(', ')}`);
  return day === undefined ? { fault } : { fault, day: calendarDayOf(day) };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar, VendorError } from '#lib/market-data';
import { QuoteHosts } from '#lib/vendors/testing';
import { FakeQuoteServer } from '../../support/fakes/tdx/fake-quote-server';
import { inventedLife } from '../../support/fakes/tdx/invented-life';
import type { QuoteMode } from '../../support/fakes/tdx/quote-connection';
import { QUOTE_TYPES } from '../../support/fakes/tdx/quote-frames';
import { ServedMarket } from '../../support/fakes/tdx/served-market';
import { ShanghaiClock } from '../../support/worlds/sync-world';

const days = TradingCalendar.published().openDaysBetween(calendarDayOf('2026-11-02'), calendarDayOf('2026-11-20'));
const STOCK = { code: '000001', exchange: 'SZSE' } as const;
const UNKNOWN = { code: '000002', exchange: 'SZSE' } as const;
const market = new ServedMarket(days, [inventedLife({ symbol: 'sz000001', name: '平安银行', days })], {});
const signal = new AbortController().signal;

describe('quote servers', () => {
  let servers: FakeQuoteServer[] = [];
  const clock = new ShanghaiClock();
  let paceMs = 20;
  let responseMs: number | undefined;

  beforeEach(async () => {
    paceMs = 20;
    responseMs = undefined;
    clock.set('2026-11-20T17:00:00');
    servers = [await FakeQuoteServer.start({ market }), await FakeQuoteServer.start({ market })];
  });
  afterEach(() => Promise.all(servers.map((server) => server.close())));

  const open = (stored = 0) =>
    new QuoteHosts({
      settings: { quoteHosts: servers.map(({ host }) => host), paceMs },
      clock,
      ...(responseMs !== undefined && { responseMs }),
      selectProbeBars: (count) =>
        Promise.resolve(
          (stored === 0 ? [] : days.slice(-stored))
            .reverse()
            .slice(0, count)
            .map((day) => ({ day, close: 11, volume: 1_000_000 })),
        ),
    });
  const [first, second] = [() => server(0), () => server(1)];
  const server = (at: number): FakeQuoteServer => {
    const one = servers[at];
    if (one === undefined) throw new Error(`no server ${at}`);
    return one;
  };

  it.each<[mode: QuoteMode, error: string | undefined]>([
    ['normal', undefined],
    ['lots', undefined],
    ['slow', undefined],
    ['garbage', undefined],
    ['old-client', 'it has no bars'],
    ['empty', 'it has no bars'],
    ['closes', 'the server closed the connection'],
    ['hang', 'no response within 2 s'],
  ])('that are %s give records and bars in shares, or the next one does', async (mode, error) => {
    first().mode = mode;
    first().slowMs = 50;
    if (mode === 'hang') responseMs = 2000;
    const hosts = open();
    const records = await hosts.fetchRecords(STOCK, signal);
    expect(records.rows).toMatchObject([{ code: '000001', day: days[0], category: 5 }]);
    expect((await hosts.fetchBars(STOCK, 3, signal)).rows).toEqual(market.barsOf('sz000001').slice(-3));
    expect(first().count(QUOTE_TYPES.records)).toBe(error === undefined ? 1 : 0);
    expect(second().count(QUOTE_TYPES.records)).toBe(error === undefined ? 0 : 1);
    if (error === undefined) return;
    second().mode = mode === 'hang' ? 'closes' : mode;
    second().disconnect();
    await expect(hosts.fetchRecords(STOCK, signal)).rejects.toMatchObject({
      reason: 'vendor',
      retryAfterSeconds: 600,
      message: expect.stringContaining(`${first().host}: ${error}`) as string,
    });
  });

  it.each(['split', 'joined'] as const)('may send frames that are %s', async (wire) => {
    first().wire = wire;
    const hosts = open();
    expect((await hosts.fetchRecords(STOCK, signal)).rows).toHaveLength(1);
    expect((await hosts.fetchBars(STOCK, 800, signal)).rows).toHaveLength(days.length);
    expect(second().connections).toBe(0);
  });

  it('get one request at a time, 100 ms apart, on one connection', async () => {
    paceMs = 1000;
    const hosts = open();
    await Promise.all([1, 2, 3].map(() => hosts.fetchRecords(STOCK, signal)));
    const at = first().calls.map((call) => call.at);
    const gaps = at.slice(2).map((time, index) => time - (at[index + 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(98);
    expect(first()).toMatchObject({ mostAtOnce: 1, connections: 1 });
  });

  it('are left alone for ten minutes after a failure', async () => {
    first().mode = 'empty';
    const hosts = open();
    await hosts.fetchRecords(STOCK, signal);
    first().mode = 'normal';
    second().disconnect();
    clock.set('2026-11-20T17:09:59');
    await hosts.fetchRecords(STOCK, signal);
    expect(first().connections).toBe(1);
    second().disconnect();
    clock.set('2026-11-20T17:10:01');
    await hosts.fetchRecords(STOCK, signal);
    expect(first().connections).toBe(2);
  });

  it('that drop a connection in the middle are retried once', async () => {
    const hosts = open();
    await hosts.fetchRecords(STOCK, signal);
    first().disconnect();
    expect((await hosts.fetchRecords(STOCK, signal)).rows).toHaveLength(1);
    expect([first().connections, second().connections]).toEqual([2, 0]);
  });

  it('that turn empty in the middle are told from a stock without records', async () => {
    const hosts = open();
    expect(await hosts.fetchRecords(UNKNOWN, signal)).toMatchObject({ rows: [] });
    first().mode = 'empty';
    expect((await hosts.fetchRecords(STOCK, signal)).rows).toHaveLength(1);
    expect(second().count(QUOTE_TYPES.records)).toBe(1);
  });

  it('are compared with the store by their bars', async () => {
    await expect(open(5).findHost(signal)).rejects.toThrow(/its bar of 2026-11-16 is not the store's/);
  });

  it("give today's bar from 15:05 on", async () => {
    for (const one of servers) one.unfinishedDay = calendarDayOf('2026-11-23');
    const lastDay = async (at: string) => {
      clock.set(at);
      return (await open().fetchBars(STOCK, 2, signal)).rows.at(-1)?.day;
    };
    expect(await lastDay('2026-11-23T15:04:59')).toBe('2026-11-20');
    expect(await lastDay('2026-11-23T15:05:00')).toBe('2026-11-23');
  });

  it('are left when nobody waits for them any more', async () => {
    for (const one of servers) one.mode = 'hang';
    const nobody = new AbortController();
    const waiting = open().fetchRecords(STOCK, nobody.signal);
    setTimeout(() => nobody.abort(new Error('enough')), 50);
    await expect(waiting).rejects.toThrow('enough');
    expect(second().connections).toBe(0);
  });

  it('are none if nothing listens', async () => {
    const hosts = open();
    await Promise.all(servers.map((one) => one.close()));
    await expect(hosts.fetchRecords(STOCK, signal)).rejects.toThrow(VendorError);
    servers = [];
  });
});

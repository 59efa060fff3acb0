import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { FakeQuoteServer } from '../../support/fakes/tdx/fake-quote-server';
import { inventedLife } from '../../support/fakes/tdx/invented-life';
import { QuoteClient, type QuoteFrame } from '../../support/fakes/tdx/quote-client';
import { QUOTE_TYPES } from '../../support/fakes/tdx/quote-frames';
import { ServedMarket } from '../../support/fakes/tdx/served-market';
import { BARS_REQUEST, CONNECT_REQUEST, HEARTBEAT_REQUEST, RECORDS_REQUEST } from '../../support/fakes/tdx/vectors';
import { until } from '../../support/until';

/** The quote protocol over TCP, and each way to fail. */
const days = TradingCalendar.published().openDaysBetween(calendarDayOf('2021-01-04'), calendarDayOf('2024-12-31'));
const market = new ServedMarket(
  days,
  [
    inventedLife({ symbol: 'sz000001', name: '平安银行', days }),
    inventedLife({ symbol: 'sh600519', name: '贵州茅台', days }),
  ],
  {},
);
const BOUND_MS = 5000;

let server: FakeQuoteServer;
let client: QuoteClient;
beforeEach(async () => {
  server = await FakeQuoteServer.start({ market });
  client = await QuoteClient.open(server.host);
});
afterEach(async () => {
  client.close();
  await server.close();
});

/** A request for bars, made from the vector by its offsets. */
function barsRequest(change: {
  exchange?: number;
  code?: string;
  category?: number;
  start?: number;
  count?: number;
}): Buffer {
  const { exchange = 0, code = '000001', category = 4, start = 0, count = 5 } = change;
  const request = Buffer.from(BARS_REQUEST);
  request.writeUInt8(exchange, 12);
  request.write(code, 14, 'ascii');
  for (const [at, value] of [category, 1, start, count].entries()) request.writeUInt16LE(value, 20 + 2 * at);
  return request;
}

/** Sends a request, and waits for as many frames as there are after it. */
async function frameAfter(request: Uint8Array, count = 1): Promise<QuoteFrame> {
  const before = client.frames().length;
  client.send(request);
  await until('a frame', BOUND_MS, () => client.frames().length >= before + count);
  const frame = client.frames().at(-1);
  if (frame === undefined) throw new Error('no frame');
  return frame;
}

const rowsIn = ({ body }: QuoteFrame): number => body.readUInt16LE(0);
/** Of a response of one row, which ends with f32 volume and f32 amount. */
const volumeIn = ({ body }: QuoteFrame): number => body.readFloatLE(body.length - 8);

it('a connection begins with one packet, and responses have id and type of their requests', async () => {
  expect(await frameAfter(CONNECT_REQUEST)).toMatchObject({ id: 0x0093_1802, type: QUOTE_TYPES.connect });
  expect(await frameAfter(HEARTBEAT_REQUEST)).toMatchObject({ id: 2, type: QUOTE_TYPES.heartbeat });
  expect(await frameAfter(RECORDS_REQUEST)).toMatchObject({ id: 3, type: QUOTE_TYPES.records });
  expect(server.calls.map(({ type, symbol }) => [type, symbol])).toEqual([
    [QUOTE_TYPES.connect, undefined],
    [QUOTE_TYPES.heartbeat, undefined],
    [QUOTE_TYPES.records, 'sz000001'],
  ]);
  expect(server.count(QUOTE_TYPES.records, 'sz000001')).toBe(1);
});

it('bars come from the newest back, 800 at most, compressed if that is smaller', async () => {
  expect(rowsIn(await frameAfter(barsRequest({ count: 1000 })))).toBe(800);
  expect(client.received.readUInt16LE(12)).toBeLessThan(client.received.readUInt16LE(14));
  const last = await frameAfter(barsRequest({ start: 800, count: 800 }));
  expect(rowsIn(last)).toBe(days.length - 800);
  expect(last.body.readUInt32LE(2)).toBe(20_210_104);
  expect(rowsIn(await frameAfter(barsRequest({ start: days.length })))).toBe(0);
  // The same code on another exchange is another instrument.
  expect(rowsIn(await frameAfter(barsRequest({ exchange: 1 })))).toBe(0);
});

it('category 4 has shares and category 9 lots, unless a server has lots in both', async () => {
  const shares = market.barsOf('sz000001').at(-1)?.volume ?? 0;
  expect(volumeIn(await frameAfter(barsRequest({ count: 1 })))).toBe(shares);
  expect(volumeIn(await frameAfter(barsRequest({ count: 1, category: 9 })))).toBe(shares / 100);
  server.mode = 'lots';
  expect(volumeIn(await frameAfter(barsRequest({ count: 1 })))).toBe(shares / 100);
  expect(rowsIn(await frameAfter(barsRequest({ category: 5 })))).toBe(0);
});

it('a request without the 1 after its category gets no bars', async () => {
  const request = barsRequest({});
  request.writeUInt16LE(0, 22);
  expect(rowsIn(await frameAfter(request))).toBe(0);
});

it('the stock of probes has bars where the market has it not, and a day may be unfinished', async () => {
  expect(rowsIn(await frameAfter(BARS_REQUEST))).toBe(5);
  server.unfinishedDay = calendarDayOf('2025-01-02');
  const { body } = await frameAfter(barsRequest({ count: 1 }));
  expect(body.readUInt32LE(2)).toBe(20_250_102);
});

it('frames are split over chunks, or come together with one that nobody requested', async () => {
  server.wire = 'split';
  expect(rowsIn(await frameAfter(barsRequest({ count: 800 })))).toBe(800);
  expect(client.chunks).toBeGreaterThan(1);
  server.wire = 'joined';
  const before = client.frames().length;
  await frameAfter(HEARTBEAT_REQUEST, 2);
  expect(
    client
      .frames()
      .slice(before)
      .map(({ id }) => id),
  ).toEqual([0xffff_fffe, 2]);
});

it('an old client is refused in GBK and gets no bars, but records', async () => {
  server.mode = 'old-client';
  const refusal = await frameAfter(CONNECT_REQUEST);
  expect(new TextDecoder('gbk').decode(refusal.body)).toBe('客户端与行情主站不匹配,不能使用!');
  expect(rowsIn(await frameAfter(BARS_REQUEST))).toBe(0);
  expect((await frameAfter(RECORDS_REQUEST)).body.readUInt16LE(9)).toBe(1);
  server.mode = 'empty';
  expect((await frameAfter(RECORDS_REQUEST)).body.readUInt16LE(9)).toBe(0);
  expect(rowsIn(await frameAfter(BARS_REQUEST))).toBe(0);
});

it('a connection is starved from the third packet of old clients on', async () => {
  expect(rowsIn(await frameAfter(BARS_REQUEST))).toBe(5);
  const setup = Buffer.from(CONNECT_REQUEST);
  setup.writeUInt16LE(QUOTE_TYPES.setup, 10);
  await frameAfter(setup);
  expect(rowsIn(await frameAfter(BARS_REQUEST))).toBe(0);
});

it('responses are slow, have garbage before them, never come, or the connection closes', async () => {
  server.mode = 'slow';
  server.slowMs = 60;
  const started = performance.now();
  await frameAfter(CONNECT_REQUEST);
  expect(performance.now() - started).toBeGreaterThan(55);
  server.mode = 'garbage';
  const before = client.received.length;
  await frameAfter(BARS_REQUEST);
  expect(client.received.toString('hex', before, before + 4)).not.toBe('b1cb7400');
  server.mode = 'closes';
  client.send(BARS_REQUEST);
  await until('closed', BOUND_MS, () => client.isClosed);
  client = await QuoteClient.open(server.host);
  server.mode = 'hang';
  client.send(BARS_REQUEST);
  await until('the request', BOUND_MS, () => server.count(QUOTE_TYPES.bars) === 3);
  expect(client.chunks).toBe(0);
  expect(server.connections).toBe(2);
});

it('requests at once on a connection are counted, and what is no request closes it', async () => {
  server.mode = 'slow';
  server.slowMs = 20;
  await frameAfter(Buffer.concat([CONNECT_REQUEST, HEARTBEAT_REQUEST]), 2);
  expect(server.mostAtOnce).toBe(2);
  client.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  await until('closed', BOUND_MS, () => client.isClosed);
});

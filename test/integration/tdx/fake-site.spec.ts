import { type CalendarDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { FakeTdxSite } from '../../support/fakes/tdx/fake-tdx-site';
import { inventedLife } from '../../support/fakes/tdx/invented-life';
import type { PackageFault } from '../../support/fakes/tdx/package-fault';
import type { PackageRow } from '../../support/fakes/tdx/package-row';
import { readPackage } from '../../support/fakes/tdx/read-package';
import { ServedMarket } from '../../support/fakes/tdx/served-market';
import { unzipMembers } from '../../support/fakes/tdx/unzip-members';

/** Packages and snapshot over HTTP, and each fault: that it is what it says. */
const days = TradingCalendar.published().openDaysBetween(calendarDayOf('2026-09-21'), calendarDayOf('2026-09-24'));
const [BEFORE, DAY] = days.slice(-2) as [CalendarDay, CalendarDay];
const SYMBOLS = ['sh600000', 'sh688001', 'sz000001', 'sz300001', 'bj920001', 'sh600001', 'sz000002', 'sz002001'];
const market = new ServedMarket(
  days,
  SYMBOLS.map((symbol, at) => inventedLife({ symbol, name: '虚构股份', days, close: (day) => 10 + at + day / 10 })),
  {},
);

let site: FakeTdxSite;
beforeAll(async () => {
  site = await FakeTdxSite.start({ market });
});
afterEach(() => {
  site.clearFaults();
  site.packages.clear();
  site.snapshots.clear();
  site.publish(() => -Infinity);
});
afterAll(() => site.close());

const pathOf = (day: CalendarDay): string => `/products/data/data/g4day/${day.replaceAll('-', '')}.zip`;
const get = (path: string): Promise<Response> => fetch(site.url + path, { redirect: 'manual' });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const dayBytes = async (day: CalendarDay = DAY): Promise<Buffer> => bytesOf(await get(pathOf(day)));

/** The stocks among the rows of a package, by code. */
function stocksIn(zip: Buffer): PackageRow[] {
  const rows = readPackage(unzipMembers(zip));
  return byCode(rows.filter(({ market: exchange, code }) => SYMBOLS.includes(exchange + code)));
}

const byCode = (rows: readonly PackageRow[]): PackageRow[] => [...rows].sort((a, b) => Number(a.code) - Number(b.code));

/** The stocks of the package that the fault makes. */
async function stocksUnder(fault: PackageFault | PackageFault['kind']): Promise<PackageRow[]> {
  site.fail(fault, { times: 1 });
  return stocksIn(await dayBytes());
}

it('a day is served with its stocks, another one is not found', async () => {
  const response = await get(pathOf(DAY));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-zip-compressed']);
  const zip = await bytesOf(response);
  expect(unzipMembers(zip).every(({ isSound }) => isSound)).toBe(true);
  expect(stocksIn(zip)).toEqual(byCode(market.rowsOf(DAY)));
  for (const path of [pathOf(calendarDayOf('2026-09-20')), '/products/data/data/g4day/20260931.zip', '/']) {
    expect((await get(path)).status).toBe(404);
  }
});

it('a day is not found before it is published', async () => {
  const published = epochDayOf(DAY) * 86_400_000;
  let now = published - 1;
  const early = await FakeTdxSite.start({ market, now: () => now, publishedAt: (day) => epochDayOf(day) * 86_400_000 });
  try {
    early.fail('cut', { times: 1 });
    expect((await fetch(early.url + pathOf(DAY))).status).toBe(404);
    expect((await fetch(early.url + pathOf(BEFORE))).status).toBe(200);
    now = published;
    expect((await fetch(early.url + pathOf(DAY))).status).toBe(200);
    expect(early.countDay(DAY)).toBe(2);
  } finally {
    await early.close();
  }
});

it('faults hold for a day or all, for some times or until they are cleared', async () => {
  site.fail('server-error', { day: DAY, times: 2 });
  site.fail('html');
  const statuses: [number, string | null][] = [];
  for (const day of [DAY, BEFORE, DAY, DAY]) {
    const response = await get(pathOf(day));
    statuses.push([response.status, response.headers.get('content-type')]);
    await response.arrayBuffer();
  }
  const html = 'text/html; charset=utf-8';
  expect(statuses).toEqual([
    [502, html],
    [200, html],
    [502, html],
    [200, html],
  ]);
  site.clearFaults();
  expect((await dayBytes()).toString('latin1', 0, 2)).toBe('PK');
  expect(site.packages.requests.map(({ fault }) => fault)).toEqual([
    'server-error',
    'html',
    'server-error',
    'html',
    undefined,
  ]);
});

it('requests are counted with times, headers and how many there were at once', async () => {
  await fetch(site.url + pathOf(DAY), { headers: { 'user-agent': 'test/1', referer: 'https://example.org' } });
  await new Promise((resolve) => setTimeout(resolve, 30));
  await dayBytes(BEFORE);
  expect(site.countDay(DAY)).toBe(1);
  expect(site.packages.requests[0]?.headers).toMatchObject({ 'user-agent': 'test/1', referer: 'https://example.org' });
  expect(site.packages.mostAtOnce).toBe(1);
  expect(site.packages.gaps()[0]).toBeGreaterThanOrEqual(15);
  site.fail({ kind: 'slow', beforeMs: 100 });
  await Promise.all([dayBytes(), dayBytes(), dayBytes()]);
  expect(site.packages.mostAtOnce).toBe(3);
});

it('pages come instead of a package', async () => {
  site.fail('not-found', { times: 1 });
  expect((await get(pathOf(DAY))).status).toBe(404);
  site.fail('javascript-challenge', { times: 1 });
  const challenge = await (await get(pathOf(DAY))).text();
  expect(challenge).toContain('<script>');
  expect(challenge).toContain('_0x649a');
  expect(Math.abs(challenge.length - 988)).toBeLessThan(300);
  site.fail({ kind: 'redirect', location: 'http://127.0.0.1:1/day.zip' }, { times: 1 });
  const redirect = await get(pathOf(DAY));
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/day.zip']);
});

it('a response is cut, truncated, slow or never comes', async () => {
  const whole = await dayBytes();
  site.fail('cut', { times: 1 });
  await expect(dayBytes()).rejects.toThrow();
  site.fail('truncated', { times: 1 });
  const half = await dayBytes();
  expect(half).toHaveLength(Math.floor(whole.length / 2));
  expect(() => unzipMembers(half)).toThrow('no end');
  site.fail({ kind: 'slow', beforeMs: 60, duringMs: 60 }, { times: 1 });
  const started = performance.now();
  expect((await dayBytes()).equals(whole)).toBe(true);
  expect(performance.now() - started).toBeGreaterThan(110);
  site.fail('hang', { times: 1 });
  await expect(fetch(site.url + pathOf(DAY), { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
});

it('a package has the content of another day, under its names or those of the day', async () => {
  site.fail('wrong-day', { times: 1 });
  const zip = await dayBytes();
  const other = unzipMembers(zip);
  expect(other.map(({ name }) => name)).toContain('sh260923.cod');
  expect(stocksIn(zip)).toEqual(byCode(market.rowsOf(BEFORE)));
  site.fail({ kind: 'wrong-day', sameNames: true }, { times: 1 });
  const renamed = unzipMembers(await dayBytes());
  expect(renamed.map(({ name }) => name)).toContain('sh260924.cod');
  expect(renamed.every(({ content }, index) => other[index]?.content.equals(content) === true)).toBe(true);
});

it('members are damaged in size or checksum, and only those of Shanghai', async () => {
  site.fail('wrong-size', { times: 1 });
  const sizes = unzipMembers(await dayBytes()).filter(({ name }) => name.endsWith('.md1'));
  expect(sizes.map(({ content }) => content.length % 512 === 0)).toEqual([false, true, true]);
  site.fail('bad-crc', { times: 1 });
  const sums = unzipMembers(await dayBytes());
  expect(sums.filter(({ isSound }) => !isSound).map(({ name }) => name)).toEqual(['sh260924.md1']);
});

it('there are too few rows, half of the stocks, or no market of Beijing', async () => {
  site.fail('too-few', { times: 1 });
  expect(readPackage(unzipMembers(await dayBytes()))).toHaveLength(SYMBOLS.length);
  expect(await stocksUnder('half-the-stocks')).toHaveLength(SYMBOLS.length / 2);
  site.fail('missing-market', { times: 1 });
  const names = unzipMembers(await dayBytes()).map(({ name }) => name.slice(0, 2));
  expect(new Set(names)).toEqual(new Set(['sh', 'sz']));
});

it('prices contradict each other, or volumes are in lots', async () => {
  const isBad = ({ high, close }: PackageRow): boolean => high < close;
  expect((await stocksUnder('bad-prices')).filter(isBad)).toHaveLength(5);
  const inLots = await stocksUnder('volume-in-lots');
  expect(inLots).toHaveLength(SYMBOLS.length);
  for (const { amount, volume, close } of inLots) expect(amount / volume / close / 100).toBeCloseTo(1, 3);
});

it('members leave the folder, are too many, lie in a folder with a backslash, or unpack to 260 MiB', async () => {
  const namesUnder = async (fault: PackageFault['kind']): Promise<string[]> => {
    site.fail(fault, { times: 1 });
    return unzipMembers(await dayBytes()).map(({ name }) => name);
  };
  expect(await namesUnder('zip-slip')).toContain('../x');
  expect(await namesUnder('many-members')).toHaveLength(26);
  expect(await namesUnder('backslashes')).toContain('g4day\\sh260924.md1');
  site.fail('zip-bomb', { times: 1 });
  const zip = await dayBytes();
  expect(zip.length).toBeLessThan(4_000_000);
  const bomb = unzipMembers(zip).find(({ name }) => name === 'sh260924.md1');
  expect([bomb?.content.length, bomb?.isSound]).toEqual([260 * 1_048_576, true]);
  site.fail({ kind: 'zip-bomb', claimsLess: true }, { times: 1 });
  expect(unzipMembers(await dayBytes()).find(({ name }) => name === 'sh260924.md1')?.isSound).toBe(false);
});

async function snapshot(symbols: readonly string[]): Promise<Map<string, string[]>> {
  const response = await get(`/q=${symbols.join(',')}`);
  const text = new TextDecoder('gbk').decode(await response.arrayBuffer());
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(2, line.indexOf('=')), line.slice(line.indexOf('"') + 1).split('~')]));
}

it('the snapshot has the last published day, in lines of 88 fields', async () => {
  const lines = await snapshot(['sh600000', 'sz999999', 'bj920001']);
  expect([...lines.keys()]).toEqual(['sh600000', 'bj920001']);
  const fields = lines.get('sh600000') ?? [];
  expect(fields).toHaveLength(88);
  expect(fields.slice(0, 7)).toEqual(['1', '虚构股份', '600000', '10.30', '10.20', '10.30', '10003']);
  expect(fields[30]).toBe('20260924161402');
  expect([fields[47], fields[48], fields[72]]).toEqual(['11.22', '9.18', '100000000']);
  site.publish((day) => (day === DAY ? Infinity : -Infinity));
  expect((await snapshot(['sh600000'])).get('sh600000')?.[30]).toBe('20260923161402');
  site.snapshotDay = days[0];
  expect((await snapshot(['sh600000'])).get('sh600000')?.[3]).toBe('10.00');
  site.snapshotDay = undefined;
});

it('the snapshot tells what it does not know, and takes 500 codes at most', async () => {
  expect(await (await get('/q=sh999999')).text()).toBe('v_pv_none_match="1";\n');
  const codes = Array.from({ length: 501 }, (_, index) => `sh${String(600_000 + index)}`);
  expect((await get(`/q=${codes.slice(0, 500).join(',')}`)).status).toBe(200);
  expect((await get(`/q=${codes.join(',')}`)).status).toBe(400);
  expect(site.snapshots.requests).toHaveLength(3);
});

it('the snapshot is wrong by a fen, old, incomplete, a page, an error or slow', async () => {
  const priceUnder = async (symbol: string): Promise<string | undefined> => (await snapshot(SYMBOLS)).get(symbol)?.[3];
  site.failSnapshot({ kind: 'off-by-one-fen', symbols: ['sh600000'] }, { times: 2 });
  expect([await priceUnder('sh600000'), await priceUnder('sh688001')]).toEqual(['10.31', '11.30']);
  site.failSnapshot('stale', { times: 1 });
  expect((await snapshot(SYMBOLS)).get('sh600000')?.[30]).toBe('20260923161402');
  site.failSnapshot({ kind: 'missing', symbols: ['sh600000', 'sz000001'] }, { times: 1 });
  expect((await snapshot(SYMBOLS)).size).toBe(SYMBOLS.length - 2);
  site.failSnapshot('html', { times: 1 });
  expect(await (await get('/q=sh600000')).text()).toContain('<html>');
  site.failSnapshot('server-error', { times: 1 });
  expect((await get('/q=sh600000')).status).toBe(502);
  site.failSnapshot({ kind: 'slow', ms: 60 }, { times: 1 });
  const started = performance.now();
  await snapshot(SYMBOLS);
  expect(performance.now() - started).toBeGreaterThan(55);
});

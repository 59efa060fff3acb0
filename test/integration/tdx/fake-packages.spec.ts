import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TradingCalendar } from '#lib/market-data';
import { addDays, calendarDayOf } from '#lib/kernel';
import { dayPackage } from '../../support/fakes/tdx/day-package';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import type { PackageRow } from '../../support/fakes/tdx/package-row';
import { readPackage } from '../../support/fakes/tdx/read-package';
import { unzipMembers } from '../../support/fakes/tdx/unzip-members';

/** Packages of the demo market, unpacked by other code. */
const TO = calendarDayOf('2023-12-29');
const FROM = calendarDayOf('2023-05-08');
const CODES_FROM = calendarDayOf('2023-10-09');
const A_SHARE = /^(?:sh(?:600|601|603|605|688|689)|sz(?:000|001|002|003|300|301|302)|bj(?:43|83|87|88|920))\d+$/;

let market: DemoTdxMarket;
beforeAll(() => {
  market = new DemoTdxMarket({ to: TO, from: FROM, beijingCodesFrom: CODES_FROM });
}, 60_000);

const symbolOf = ({ market: exchange, code }: PackageRow): string => exchange + code;
const rowsOf = (day: string): PackageRow[] =>
  readPackage(unzipMembers(dayPackage(calendarDayOf(day), market.rowsOf(calendarDayOf(day)))));

it('a package has the counts of a real day, and its A-shares are the stocks of the market', () => {
  const rows = rowsOf(TO);
  const priced = rows.filter(({ close }) => close > 0);
  const count = (exchange: string): number => priced.filter((row) => row.market === exchange).length;
  expect(count('sh')).toBeGreaterThanOrEqual(10_000);
  expect(count('sz')).toBeGreaterThanOrEqual(3000);
  expect(count('bj')).toBeGreaterThanOrEqual(50);
  expect(new Set(rows.map(symbolOf)).size).toBe(rows.length);
  const shares = rows.filter((row) => A_SHARE.test(symbolOf(row)));
  const bySymbol = (a: PackageRow, b: PackageRow): number => (symbolOf(a) < symbolOf(b) ? -1 : 1);
  expect(shares.sort(bySymbol)).toEqual([...market.rowsOf(TO)].sort(bySymbol));
  expect(shares.length).toBeGreaterThan(700);
});

it('a code may be an index of Shanghai and a stock of Shenzhen, and indices of TongDaXin have no price', () => {
  const rows = rowsOf(TO);
  const stocks = new Set(rows.filter((row) => row.market === 'sz').map(({ code }) => code));
  const twins = rows.filter((row) => row.market === 'sh' && row.code.startsWith('003') && stocks.has(row.code));
  expect(twins.length).toBeGreaterThan(10);
  expect(rows.filter(({ code, close }) => /^88[01]/.test(code) && close === 0).length).toBeGreaterThan(200);
});

it('the archive is sound for unzip, and a day is fast and small', () => {
  const known = market.rowsOf(TO);
  const rows = Array.from({ length: 10 }, () => known)
    .flat()
    .slice(0, 5500)
    .map((row, index) => ({ ...row, code: String(600_000 + index) }));
  const runs = Array.from({ length: 3 }, () => {
    const started = performance.now();
    const zip = dayPackage(TO, rows);
    return { zip, ms: performance.now() - started };
  });
  const zip = runs[0]?.zip ?? Buffer.alloc(0);
  // A tenth of that without other work on the machine.
  expect(Math.min(...runs.map(({ ms }) => ms))).toBeLessThan(500);
  expect(zip.length).toBeLessThan(4_000_000);
  expect(unzipMembers(zip).every(({ isSound }) => isSound)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'tdx-'));
  writeFileSync(join(folder, 'day.zip'), zip);
  const unzip = (): string => execFileSync('unzip', ['-tq', join(folder, 'day.zip')], { encoding: 'utf8' });
  try {
    expect(unzip()).toContain('No errors detected');
  } catch (error) {
    // Not every machine has the program.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a suspended stock has its last close and nothing traded', () => {
  const days = market.days.slice(1);
  const suspended = days.flatMap((day) => market.rowsOf(day).filter(({ volume }) => volume === 0));
  expect(suspended.length).toBeGreaterThan(100);
  const isFlat = ({ close, previousClose, open, high, low, amount }: PackageRow): boolean =>
    [previousClose, open, high, low].every((price) => price === close) && amount === 0;
  expect(suspended.filter((row) => !isFlat(row))).toEqual([]);
});

it('the previous close is the ex-right one, and the records lead to it', () => {
  let exRights = 0;
  for (const [index, day] of market.days.entries()) {
    const before = new Map(market.rowsOf(market.days[index - 1] ?? day).map((row) => [row.code, row.close]));
    for (const row of index === 0 ? [] : market.rowsOf(day)) {
      const last = before.get(row.code);
      // Records of Beijing's stocks come under their codes of the last day.
      if (last === undefined || last === row.previousClose || row.market === 'bj') continue;
      exRights += 1;
      const record = market.recordsOf(symbolOf(row)).find((one) => one.day === day && one.category === 1);
      const [cash = 0, , bonus = 0] = record?.values ?? [];
      expect(row.previousClose).toBeCloseTo(Math.round(((last * 10 - cash) / (10 + bonus)) * 100 + 1e-6) / 100, 6);
      // A newcomer may go ex-right in its first days; it keeps their mark.
      expect(row.name).toMatch(bonus === 0 ? /^(?:XD|C)/ : /^(?:XR|DR|C)/);
    }
  }
  expect(exRights).toBeGreaterThan(200);
});

it('without ex-right closes the previous close is the last close', () => {
  const plain = new DemoTdxMarket({ to: TO, from: FROM, stocks: 40, exRightPreviousClose: false });
  expect(plain.symbols).toHaveLength(40);
  const closes = new Map<string, number>();
  const different: string[] = [];
  for (const day of plain.days) {
    for (const row of plain.rowsOf(day)) {
      const last = closes.get(row.code);
      if (last !== undefined && row.previousClose !== last) different.push(`${day} ${row.code}`);
      closes.set(row.code, row.close);
    }
  }
  expect(different).toEqual([]);
}, 60_000);

it('newcomers are N and then C, special treatment is ST, and names fit into eight bytes', () => {
  const seen = new Set<string>();
  for (const day of market.days) {
    for (const { name } of market.rowsOf(day)) {
      if (/^[NC][^A-Z]/.test(name)) seen.add(name.charAt(0));
      if (name.startsWith('ST')) seen.add('ST');
      if (name.replace(/[^ -~]/g, '**').length > 8) seen.add(name);
    }
  }
  expect([...seen].sort()).toEqual(['C', 'N', 'ST']);
});

it("Beijing's codes change on the given day, and nothing else of a stock does", () => {
  const before = market.days[market.days.indexOf(CODES_FROM) - 1] ?? CODES_FROM;
  const beijing = (day: typeof TO): PackageRow[] => market.rowsOf(day).filter((row) => row.market === 'bj');
  const [old, fresh] = [beijing(before), beijing(CODES_FROM)];
  expect(old.every(({ code }) => /^(?:43|83|87)/.test(code))).toBe(true);
  expect(fresh.every(({ code }) => code.startsWith('920'))).toBe(true);
  expect(new Set(old.map(({ code }) => code)).size).toBe(old.length);
  expect(fresh.map(({ previousClose }) => previousClose)).toEqual(old.map(({ close }) => close));
  expect(market.recordsOf(`bj${fresh[0]?.code ?? ''}`)).not.toEqual([]);
  expect(market.recordsOf(`bj${old[0]?.code ?? ''}`)).toEqual([]);
});

it('float and total shares follow from the records', () => {
  const symbol = market.symbols.find((one) => market.recordsOf(one).some(({ category }) => category === 3)) ?? '';
  const changes = market.recordsOf(symbol).filter(({ category }) => category !== 1);
  expect(changes[0]?.values.slice(0, 2)).toEqual([0, 0]);
  for (const [index, { day, values }] of changes.entries()) {
    if (index > 0) expect(values.slice(0, 2)).toEqual(changes[index - 1]?.values.slice(2));
    expect(values[2]).toBeLessThanOrEqual(values[3]);
    if (changes[index + 1]?.day !== day) {
      expect(market.sharesOf(symbol, day)?.float).toBe(Math.round(values[2] * 10_000));
    }
  }
  const listed = changes[0]?.day ?? TO;
  expect(market.sharesOf(symbol, addDays(listed, -1))).toBeUndefined();
});

it('days that are closed, and days beyond the market, have no rows', () => {
  const open = TradingCalendar.published().openDaysBetween(FROM, TO);
  expect(market.days).toEqual(open);
  expect(market.rowsOf(addDays(TO, 7))).toEqual([]);
});

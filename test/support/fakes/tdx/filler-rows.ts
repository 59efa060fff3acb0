import type { PackageRow, TdxExchange } from './package-row';

/** A run of codes that are no A-shares, and how their prices look. */
interface Run {
  readonly first: number;
  readonly count: number;
  readonly name: string;
  /** Yuan. */
  readonly price: number;
  /** Index values are no prices: their volume counts lots, and amount by volume is no price. */
  readonly isIndex?: true;
}

/** Over the counts that a real day has: 10,000 priced rows of Shanghai, 3,000 of Shenzhen, 50 of Beijing. */
const RUNS: Readonly<Record<TdxExchange, readonly Run[]>> = {
  sh: [
    { first: 1, count: 500, name: '虚指', price: 3100, isIndex: true },
    { first: 10_000, count: 1500, name: '国债', price: 101.2 },
    { first: 110_000, count: 1000, name: '转债', price: 118.4 },
    { first: 204_001, count: 9, name: '逆回购', price: 1.8 },
    { first: 240_000, count: 4000, name: '企债', price: 100.4 },
    { first: 510_000, count: 2000, name: '基金', price: 1.234 },
    { first: 560_000, count: 1200, name: '指数基金', price: 0.987 },
    { first: 900_901, count: 50, name: '虚构Ｂ股', price: 0.512 },
  ],
  sz: [
    { first: 100_000, count: 900, name: '国债', price: 100.9 },
    { first: 123_000, count: 600, name: '转债', price: 121.7 },
    { first: 159_001, count: 900, name: '基金', price: 1.071 },
    { first: 200_011, count: 45, name: '虚构Ｂ股', price: 3.45 },
    { first: 399_001, count: 700, name: '虚指', price: 10_050, isIndex: true },
  ],
  bj: [
    { first: 810_001, count: 50, name: '定转', price: 104.1 },
    { first: 821_001, count: 25, name: '国债', price: 100.2 },
    { first: 899_050, count: 2, name: '虚指', price: 1450, isIndex: true },
  ],
};

/** TongDaXin's own indices, of sectors: a code and a name, and no price. */
const OWN_INDICES: readonly Run[] = [
  { first: 880_001, count: 200, name: '板块', price: 0 },
  { first: 881_001, count: 100, name: '行业', price: 0 },
];

/** Index, fund, bond and B-share rows of an exchange, the same on every day. */
export function fillerRows(market: TdxExchange): PackageRow[] {
  const runs = market === 'sh' ? [...RUNS.sh, ...OWN_INDICES] : RUNS[market];
  return runs.flatMap((run) => Array.from({ length: run.count }, (_, index) => fillerRow(market, run, index)));
}

/** An index row of Shanghai with the code of a stock of Shenzhen, as 000001 is on both. */
export function indexTwinOf(code: string): PackageRow {
  const run: Run = { first: Number(code), count: 1, name: '虚指', price: 3100, isIndex: true };
  return fillerRow('sh', run, 0);
}

function fillerRow(market: TdxExchange, { first, name, price, isIndex }: Run, index: number): PackageRow {
  const code = String(first + index).padStart(6, '0');
  const row = { market, code, name: `${name}${code.slice(-3)}`, previousClose: price };
  if (price <= 0) return { ...row, open: 0, high: 0, low: 0, close: 0, volume: 0, amount: 0 };
  const volume = 100 * (1000 + ((index * 7919) % 9000));
  const close = thousandths(price * (1 + ((index % 21) - 10) / 1000));
  const range = { high: Math.max(price, close), low: Math.min(price, close) };
  const amount = thousandths(volume * (isIndex === true ? 900 : (range.high + range.low) / 2));
  return { ...row, open: price, ...range, close, volume, amount };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

import {
  type MarketBar,
  type MarketStock,
  matrixDay,
  matrixOf,
} from '../../../../test/support/inputs/studies/matrix-of';
import { DEFAULT_COSTS } from '#lib/outcomes';
import { seededRandom } from '../domain/statistics/seeded-random';
import { computeStudy } from './compute-study';
import type { StudyTask } from './study-task';

const DAYS = 420;
const STOCKS = 60;
const FILTERS = {
  ...{ excludeSt: false, excludeLocked: false, minListDays: 0, minAmount20: 0 },
  ...{ boards: ['main' as const], circMktMinYi: null, circMktMaxYi: null },
};

/** Prices that walk at random; a stock's last bar may come early. */
function walk(seed: number, last = DAYS): MarketBar[] {
  const random = seededRandom(seed);
  const floatCap = 1e9 + random() * 1e11;
  let close = 10;
  return Array.from({ length: last }, (_, day) => {
    const open = close;
    close = Math.max(1, open * (1 + (random() - 0.5) * 0.06));
    const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99];
    return { day, open, high, low, close, floatCap };
  });
}

const MARKET: readonly MarketStock[] = Array.from({ length: STOCKS }, (_, index) => {
  const left = index === 0 ? { delistDate: matrixDay(300) } : {};
  return { code: String(600_000 + index), bars: walk(index + 1, index === 0 ? 300 : DAYS), ...left };
});

/** A hit of each third stock on each fifth day, and of the one that left. */
function hits(): StudyTask['signals'] {
  const found: [stockNo: number, dayNo: number][] = [[0, 290]];
  for (let dayNo = 150; dayNo < 400; dayNo += 5) {
    for (let stockNo = 1; stockNo < STOCKS; stockNo += 3) found.push([stockNo, dayNo]);
  }
  return {
    stockNos: Int32Array.from(found, ([stockNo]) => stockNo),
    dayNos: Int32Array.from(found, ([, dayNo]) => dayNo),
    ranks: Int32Array.from(found, ([stockNo]) => stockNo + 1),
  };
}

const TASK: Omit<StudyTask, 'matrix'> = {
  ...{ signals: hits(), from: 150, to: 399, filters: FILTERS, horizons: [5, 20], costs: DEFAULT_COSTS },
  ...{ overlap: 'all', variants: 1, seed: 'study 1' },
};
const compute = (changed: Partial<typeof TASK> = {}, market = MARKET) =>
  computeStudy({ ...TASK, ...changed }, matrixOf(market, DAYS));

it('is the same for the same seed; another seed moves what is drawn, and nothing else', () => {
  const [one, same, other] = [compute(), compute(), compute({ seed: 'study 2' })];
  expect(same).toEqual(one);
  expect(other.cases).toEqual(one.cases);
  const exact = ({ horizons }: typeof one.result) =>
    horizons.map(({ meanExcessPct, hitRatePct }) => [meanExcessPct, hitRatePct]);
  expect(exact(other.result)).toEqual(exact(one.result));
  expect(other.result.horizons).not.toEqual(one.result.horizons);
});

it('compares a case with the median stock of its days', () => {
  const { cases } = compute();
  const [first] = cases;
  const [exit] = first?.exits ?? [];
  const round = (price: number) => Math.round(price * 10_000) / 10_000;
  const exact = MARKET.map(({ bars }) => round(bars[156]?.close ?? NaN) / round(bars[151]?.open ?? NaN) - 1);
  const sorted = exact.toSorted((a, b) => a - b);
  const median = ((sorted[29] ?? NaN) + (sorted[30] ?? NaN)) / 2;
  expect(first).toMatchObject({ code: '600001', signalDate: matrixDay(150), entryDate: matrixDay(151), rank: 2 });
  expect(exit).toMatchObject({ horizon: 5, exitDate: matrixDay(156) });
  expect(exit?.grossPct).toBeCloseTo((exact[1] ?? NaN) * 100, 9);
  expect(exit?.excessPct).toBeCloseTo(((exact[1] ?? NaN) - median) * 100, 9);
});

it('sells a stock that leaves the exchange at its last close', () => {
  const { cases, result } = compute();
  expect(result.delisted).toBe(1);
  expect(cases.find(({ code }) => code === '600000')?.exits.at(-1)).toMatchObject({
    horizon: 20,
    exitDate: matrixDay(299),
  });
});

it('no later day changes a case that had ended before', () => {
  const known = MARKET.map((stock) => ({ ...stock, bars: stock.bars.filter(({ day }) => day < 330) }));
  const all = compute({ to: 300, signals: upTo(300) });
  const early = computeStudy({ ...TASK, to: 300, signals: upTo(300) }, matrixOf(known, 330));
  expect(early.cases).toEqual(all.cases);
});

it('leaves the bounds of the market cap out of the universe', () => {
  const bounded = compute({ filters: { ...FILTERS, circMktMinYi: 1e6 } });
  expect(bounded.cases).toEqual(compute().cases);
});

it('says that luck does as well where hits are drawn', () => {
  const random = seededRandom(77);
  const signals = hits();
  const drawn = { ...signals, stockNos: signals.stockNos.map(() => 1 + Math.floor(random() * (STOCKS - 1))) };
  for (const { randomListP, meanExcessLowPct, meanExcessHighPct } of compute({ signals: drawn }).result.horizons) {
    expect(randomListP).toBeGreaterThan(0.01);
    expect(randomListP).toBeLessThan(0.99);
    expect(meanExcessLowPct).toBeLessThan(meanExcessHighPct ?? NaN);
  }
});

function upTo(dayNo: number): StudyTask['signals'] {
  const { stockNos, dayNos, ranks } = hits();
  const keep = (values: Int32Array) => values.filter((_, index) => (dayNos[index] ?? 0) <= dayNo);
  return { stockNos: keep(stockNos), dayNos: keep(dayNos), ranks: keep(ranks) };
}

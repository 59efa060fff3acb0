import { readFileSync } from 'node:fs';
import {
  type ChipBars,
  type ChipGrid,
  computeCoverage,
  eastmoneyChips,
  computeChipFigures,
  fullHistoryChips,
  MarketChips,
  windowUpTo,
} from '#lib/chips/testing';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';

/** The bars of the six published examples: code and last day. */
const EXAMPLES = [
  '000001_2024-01-11',
  '000001_2025-12-30',
  '002027_2025-12-30',
  '600000_2025-12-30',
  '601001_2025-12-30',
  '688033_2025-12-30',
];

type Row = Record<string, string>;

function rowsOf(file: string): Row[] {
  const [header, ...lines] = readFileSync(sharedDataPath(`golden/${file}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/);
  const names = (header ?? '').split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

function barsOf(rows: readonly Row[], turnoverPct: (row: Row) => number): ChipBars {
  const column = (name: string): Float64Array => Float64Array.from(rows, (row) => Number(row[name]));
  return {
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    turnoverPct: Float64Array.from(rows, turnoverPct),
  };
}

/** The numbers as the published program prints them: shares in full, prices to the fen. */
function printed(grid: ChipGrid, close: number): Row {
  const figures = computeChipFigures(grid, close);
  const { weights } = grid;
  let total = 0;
  let below = 0;
  weights.forEach((weight, bucket) => {
    total += weight;
    if (close >= grid.lowest + bucket * grid.step) below += weight;
  });
  expect(figures.winnerRate).toBe((below / total) * 100);
  return {
    benefit_part: String(total === 0 ? 0 : below / total),
    avg_cost: figures.cost50.toFixed(2),
    c90_low: figures.cost5.toFixed(2),
    c90_high: figures.cost95.toFixed(2),
    c90_conc: String(figures.concentration90),
    c70_low: figures.cost15.toFixed(2),
    c70_high: figures.cost85.toFixed(2),
    c70_conc: String(figures.concentration70),
  };
}

const FORMS: [string, (bars: ChipBars, span: { from: number; last: number }) => ChipGrid][] = [
  ['the published form', eastmoneyChips],
  ['the form for the whole market', (bars, span) => new MarketChips().of(bars, span)],
];

describeWithSharedData('chip distributions against what East Money and Tushare print', () => {
  describe.each(EXAMPLES)('%s', (example) => {
    const inputs = rowsOf(`em_input_${example}`);
    const bars = barsOf(inputs, (row) => Number(row['hsl_pct']));
    const indexOf = new Map(inputs.map((row, index) => [row['date'], index]));
    const expected = rowsOf(`em_cyq_expected_${example}`);

    it.each(FORMS)('match in %s every printed digit, with all bars and with the last 120', (_, form) => {
      expect(expected).toHaveLength(180);
      for (const { date, mode, ...numbers } of expected) {
        const index = indexOf.get(date) ?? Number.NaN;
        const span = windowUpTo(index, mode === 'range120' ? 120 : undefined);
        expect({ date, mode, ...printed(form(bars, span), bars.close[index] ?? 0) }).toEqual({
          date,
          mode,
          ...numbers,
        });
      }
    });

    it('have the same buckets in both forms, bit by bit', () => {
      for (let index = 0; index < inputs.length; index += 7) {
        for (const range of [120, undefined]) {
          const span = windowUpTo(index, range);
          expect(new MarketChips().of(bars, span)).toEqual(eastmoneyChips(bars, span));
        }
      }
    });
  });

  it("match the ten rows of akshare's documentation", () => {
    const inputs = rowsOf('em_input_000001_2024-01-11');
    const bars = barsOf(inputs, (row) => Number(row['hsl_pct']));
    const documented = rowsOf('akshare_docs_stock_cyq_em_000001');
    expect(documented).toHaveLength(10);
    for (const row of documented) {
      const index = inputs.findIndex(({ date }) => date === row['date']);
      const all = printed(eastmoneyChips(bars, windowUpTo(index)), bars.close[index] ?? 0);
      const six = ['benefit_part', 'c90_conc', 'c70_conc'];
      const shown = Object.keys(row)
        .filter((name) => name !== 'date')
        .map((name) => [name, six.includes(name) ? Number(all[name]).toFixed(6) : all[name]]);
      expect({ date: row['date'], ...Object.fromEntries(shown) }).toEqual(row);
    }
  });

  it("come as near to Tushare's printed cyq_perf rows as the model is known: the whole history since 2000", () => {
    const inputs = rowsOf('input_600000_qfq_asof_2022-04-29');
    const bars = barsOf(inputs, (row) => Number(row['turnover_frac']) * 100);
    const apart = { cost: 0, average: 0, winners: 0, costsEqual: 0 };
    const documented = rowsOf('tushare_docs_cyq_perf_600000');
    expect(documented).toHaveLength(10);
    for (const row of documented) {
      const last = inputs.findIndex(({ date }) => date?.replaceAll('-', '') === row['trade_date']);
      const figures = computeChipFigures(fullHistoryChips(bars, windowUpTo(last)), bars.close[last] ?? 0);
      const low = Math.abs(figures.cost5 - Number(row['cost_5pct']));
      const high = Math.abs(figures.cost95 - Number(row['cost_95pct']));
      if (low < 1e-9 && high < 1e-9) apart.costsEqual += 1;
      apart.cost = Math.max(apart.cost, low, high);
      apart.average = Math.max(apart.average, Math.abs(figures.weightedAverage - Number(row['weight_avg'])));
      apart.winners = Math.max(apart.winners, Math.abs(figures.winnerRate - Number(row['winner_rate'])));
      expect(computeCoverage(bars, windowUpTo(last))).toBeGreaterThan(0.999);
    }
    expect(apart.costsEqual).toBeGreaterThanOrEqual(9);
    expect(apart.cost).toBeLessThan(0.021);
    expect(apart.average).toBeLessThan(0.0151);
    expect(apart.winners).toBeLessThan(0.485);
  });
});

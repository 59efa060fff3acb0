import { parseArgs } from 'node:util';
import { answerByRules } from '#lib/ai/testing';
import { calendarDayOf } from '#lib/kernel';
import { type CycleEvent, CYCLE_EVENT_NAMES } from '#lib/tracking';
import { type Case, clusteredShare } from './clustered-share';
import { measureOutcomes } from './market-outcomes';
import { readRealStocks, type RealStock } from './real-stocks';
import { spanOf, SPANS } from './spans';

/*
 * How often each event of the rules model fires, and how often the stock beat the market's median in the 20 days after.
 *
 *   npm run bench:rules -- [--every 1] [--json]
 */
const BARS_A_YEAR = 242.5;

const { values: options } = parseArgs({
  options: { every: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } },
});
const stocks = readRealStocks(Number(options.every));
const outcomes = measureOutcomes(stocks);
const cases = new Map<string, Case[]>();
const fires = new Map<string, number>();

stocks.forEach((stock, index) => {
  for (const { date, judgement } of judgeAll(stock)) {
    const outcome = outcomes.beats(index, date);
    for (const event of judgement.cycleEvents) {
      const key = keyOf(spanOf(date), event);
      fires.set(key, (fires.get(key) ?? 0) + 1);
      if (outcome === null) continue;
      const known = cases.get(key) ?? [];
      known.push({ month: date.slice(0, 7), ...outcome });
      cases.set(key, known);
    }
  }
});
for (const { name, from, to } of SPANS) {
  const bars = stocks.reduce((sum, stock) => sum + barsWithin(stock, from, to), 0);
  const years = bars / BARS_A_YEAR;
  process.stdout.write(`${name}: ${String(stocks.length)} stocks, ${String(bars)} bars\n`);
  for (const event of CYCLE_EVENT_NAMES) process.stdout.write(`${lineOf(name, event, years)}\n`);
}

function lineOf(span: string, event: CycleEvent, years: number): string {
  const key = keyOf(span, event);
  const perStockYear = (fires.get(key) ?? 0) / years;
  const known = cases.get(key) ?? [];
  const { n, share, low, high, base } = clusteredShare(known);
  if (options.json) {
    const figures = { n, perStockYear: +perStockYear.toFixed(3), share: +share.toFixed(1) };
    return JSON.stringify({ event, ...figures, low: +low.toFixed(1), high: +high.toFixed(1), base: +base.toFixed(1) });
  }
  const numbers = [perStockYear.toFixed(2), String(n), share.toFixed(1), `${low.toFixed(1)}–${high.toFixed(1)}`];
  return `  ${event.padEnd(7)} ${numbers.join('  ')}  base ${base.toFixed(1)}`;
}

function keyOf(span: string | null, event: CycleEvent): string {
  return `${span ?? ''} ${event}`;
}

function barsWithin({ bars }: RealStock, from: string, to: string): number {
  return bars.filter(({ tradeDate }) => tradeDate >= from && tradeDate <= to).length;
}

function judgeAll({ code, bars }: RealStock) {
  const days = bars.map(({ tradeDate }) => tradeDate);
  const dataThrough = days.at(-1) ?? calendarDayOf('2025-12-31');
  const session = {
    ...{ sessionId: 1, code, stockName: null, currentPrimaryPhase: null, summaryNote: null },
    entryDate: calendarDayOf('2021-01-04'),
  };
  return answerByRules({ kind: 'daily', session, dataThrough, days, bars, market: outcomes.changes }).judgements;
}

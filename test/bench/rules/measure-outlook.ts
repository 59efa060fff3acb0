import { parseArgs } from 'node:util';
import { answerByRules, barsNeededByRules } from '#lib/ai/testing';
import { calendarDayOf, mondayOf } from '#lib/kernel';
import { type Case, clusteredShare } from './clustered-share';
import { measureOutcomes } from './market-outcomes';
import { readRealStocks, type RealStock } from './real-stocks';
import { spanOf, SPANS } from './spans';

/*
 * How often the stock beat the market's median in the 20 days after the rules' outlook of a week, from as many bars as a fill has.
 *
 *   npm run bench:outlook -- [--every 4] [--without-market]
 */
/** Fewer are no phase. */
const FEWEST_BARS = 120;

const { values: options } = parseArgs({
  options: { every: { type: 'string', default: '4' }, 'without-market': { type: 'boolean', default: false } },
});
const stocks = readRealStocks(Number(options.every));
const outcomes = measureOutcomes(stocks);
const cases = new Map<string, Case[]>();

stocks.forEach((stock, index) => {
  for (const last of weekEndsOf(stock)) {
    const date = stock.bars[last]?.tradeDate;
    const outcome = date === undefined ? null : outcomes.beats(index, date);
    if (date === undefined || outcome === null) continue;
    const word = outlookAt(stock, last);
    const key = `${spanOf(date) ?? ''} ${word ?? ''}`;
    const known = cases.get(key) ?? [];
    known.push({ month: date.slice(0, 7), ...outcome });
    cases.set(key, known);
  }
});
const words = [...new Set([...cases.keys()].map((key) => key.split(' ')[1] ?? ''))].sort();
for (const { name } of SPANS) {
  process.stdout.write(`${name}: ${String(stocks.length)} stocks\n`);
  for (const word of words) {
    const { n, share, low, high } = clusteredShare(cases.get(`${name} ${word}`) ?? []);
    process.stdout.write(`  ${word}  ${String(n)}  ${share.toFixed(1)}  ${low.toFixed(1)}–${high.toFixed(1)}\n`);
  }
}

/** Places of the last bars of the weeks that have enough bars before them. */
function weekEndsOf({ bars }: RealStock): number[] {
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1];
    const isLast = next === undefined || mondayOf(next.tradeDate) !== mondayOf(bar.tradeDate);
    return isLast && index >= FEWEST_BARS ? [index] : [];
  });
}

function outlookAt({ code, bars }: RealStock, last: number): string | null {
  const known = bars.slice(Math.max(0, last - barsNeededByRules), last + 1);
  const dataThrough = known.at(-1)?.tradeDate ?? calendarDayOf('2025-12-31');
  const session = {
    ...{ sessionId: 1, code, stockName: null, currentPrimaryPhase: null, summaryNote: null },
    entryDate: calendarDayOf('2021-01-04'),
  };
  return answerByRules({
    ...{ kind: 'weekly', session, dataThrough, weeks: [dataThrough], csvText: '', rows: [], bars: known },
    market: options['without-market'] ? [] : outcomes.changes,
  }).outlook;
}

import { parseArgs } from 'node:util';
import { mondayOf } from '#lib/kernel';
import { outlookOf } from '../../../libs/ai/src/domain/rules/direction';
import { readMarket } from '../../../libs/ai/src/domain/rules/market-reading';
import { DAILY } from '../../../libs/ai/src/domain/rules/thresholds';
import { type Case, clusteredShare } from './clustered-share';
import { measureOutcomes } from './market-outcomes';
import { readRealStocks } from './real-stocks';
import { spanOf, SPANS } from './spans';

/*
 * How often the stock beat the market's median in the 20 days after the rules' outlook of a week, and after each phase that they
 * read at its end.
 *
 *   npm run bench:outlook -- [--every 4] [--without-market]
 */
const { values: options } = parseArgs({
  options: { every: { type: 'string', default: '4' }, 'without-market': { type: 'boolean', default: false } },
});
const stocks = readRealStocks(Number(options.every));
const outcomes = measureOutcomes(stocks);
const cases = new Map<string, Case[]>();

stocks.forEach(({ bars }, stock) => {
  const days = readMarket(bars, DAILY, options['without-market'] ? [] : outcomes.changes);
  days.forEach(({ date, phase: { phase } }, index) => {
    const next = days[index + 1];
    if (phase === 'unclassified' || (next !== undefined && mondayOf(next.date) === mondayOf(date))) return;
    const outcome = outcomes.beats(stock, date);
    if (outcome === null) return;
    for (const word of [outlookOf(days.slice(0, index + 1)), phase]) {
      const key = `${spanOf(date) ?? ''} ${word}`;
      const known = cases.get(key) ?? [];
      known.push({ month: date.slice(0, 7), ...outcome });
      cases.set(key, known);
    }
  });
});
const words = [...new Set([...cases.keys()].map((key) => key.split(' ')[1] ?? ''))].sort();
for (const { name } of SPANS) {
  process.stdout.write(`${name}: ${String(stocks.length)} stocks\n`);
  for (const word of words) {
    const { n, share, low, high } = clusteredShare(cases.get(`${name} ${word}`) ?? []);
    process.stdout.write(`  ${word}  ${String(n)}  ${share.toFixed(1)}  ${low.toFixed(1)}–${high.toFixed(1)}\n`);
  }
}

import type { EarlierOutcome, QuestionContext } from '../domain/question';
import { rounded } from './rounded-number';

/**
 * What is known in addition to the bars, a line a part; only numbers of ours and terms of the vocabulary. Empty if
 * there is nothing.
 */
export function contextText({ chips, strength, cost, verdicts: outcomes }: QuestionContext = {}): string {
  const lines: string[] = [];
  if (chips !== undefined) {
    lines.push(
      `chips（筹码，截至 ${chips.tradeDate}）: winner_pct=${rounded(chips.winnerRatePct, 1)} avg_cost=${rounded(chips.averageCost, 2)}` +
        ` range70=${range(chips.range70)} range90=${range(chips.range90)}` +
        ` conc70=${rounded(chips.concentration70, 3)} conc90=${rounded(chips.concentration90, 3)}`,
    );
  }
  if (strength !== undefined) {
    lines.push(
      `strength（相对全市场中位数，百分点，截至 ${strength.tradeDate}）: rs20=${known(strength.rs20)} rs60=${known(strength.rs60)}`,
    );
  }
  if (cost !== undefined) {
    lines.push(
      `cost（持仓成本，不得写入 evidence_note）: cost=${rounded(cost.cost, 2)} profit_pct=${rounded(cost.profitPct, 1)}`,
    );
  }
  if (outcomes !== undefined && outcomes.length > 0) {
    lines.push(`verdicts（此前的判断，可能有误）: ${outcomes.map(outcomeText).join('; ')}`);
  }
  return lines.length === 0 ? '' : `\nbackground（背景，判断其日期之前的日子时不得使用）:\n${lines.join('\n')}`;
}

const range = ([low, high]: readonly [number, number]): string => `${rounded(low, 2)}..${rounded(high, 2)}`;
const known = (value: number | null): string => (value === null ? 'null' : rounded(value, 1));

function outcomeText({ kind, date, phase, events }: EarlierOutcome): string {
  return `${kind} ${date} ${phase ?? 'null'}${events.length === 0 ? '' : ` ${events.join('+')}`}`;
}

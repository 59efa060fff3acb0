import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent, EvidencedEvent, EvidencedRange, Judgement, RecordEvidence } from '#lib/tracking';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import type { BarFigures } from './bar-figures';
import { PHASE_NAMES } from './evidence-note';
import { type FiredEvent, rounded, roundedAll, shown } from './fired-event';
import { type DayReading, readMarket } from './market-reading';
import type { PhaseReading, RangePhaseTag } from './phase-reader';
import { spanOf } from './question-span';
import { PHASE_RULES, RULES, RULES_VERSION } from './thresholds';
import type { TradingRange } from './trading-range';

/** What of a record its evidence speaks of. */
export type EvidencedJudgement = Pick<Judgement, 'cycleEvents' | 'primaryPhaseHint'>;

/**
 * Reads a question's bars once, for the evidence of each record that comes of it, whatever model judged.
 * @returns What a record of a day or week rests on, from the bars up to it; null where it has no bar.
 */
export function readEvidence(
  question: DailyQuestion | WeeklyQuestion,
): (date: CalendarDay, judgement: EvidencedJudgement) => RecordEvidence | null {
  const days = readMarket(question.bars);
  return (date, judgement) => recordEvidence(days, spanOf(days, question.kind, date), judgement);
}

/**
 * What a record rests on. An event that the rules saw too has their figures; one that only a model named stands at the close.
 * @param days All readings of the stock: prices are as of the last. None after the span counts.
 * @param span Those of the record's day or week.
 */
function recordEvidence(
  days: readonly DayReading[],
  span: readonly DayReading[],
  { cycleEvents, primaryPhaseHint }: EvidencedJudgement,
): RecordEvidence | null {
  const [today, asOf] = [span.at(-1), days.at(-1)?.date];
  if (today === undefined || asOf === undefined) return null;
  const until = days.slice(0, today.bar.index + 1);
  const fired = cycleEvents.map((event) => firedIn(span, event));
  const events = cycleEvents.map((event, index) => evidencedEvent(event, fired[index] ?? null, today));
  const ranges = [today.events.range, today.phase.range, ...fired.map((found) => found?.event.range ?? null)];
  return {
    ...{ version: RULES_VERSION, asOf, events },
    ranges: distinct(ranges).map((range) => evidencedRange(range, until)),
    phase: evidencedPhase(until, today, primaryPhaseHint),
    invalidation: invalidationOf(today.phase),
    nextLook: nextLookOf(today),
  };
}

interface Found {
  readonly event: FiredEvent;
  readonly recognisedOn: CalendarDay;
}

function firedIn(span: readonly DayReading[], name: CycleEvent): Found | null {
  for (const { date, events } of span.toReversed()) {
    const event = events.events.find((fired) => fired.event === name);
    if (event !== undefined) return { event, recognisedOn: date };
  }
  return null;
}

function evidencedEvent(event: CycleEvent, found: Found | null, { date, bar }: DayReading): EvidencedEvent {
  if (found === null) {
    return {
      ...{ event, recognisedOn: date, happenedOn: date, price: roundedPrice(bar.close) },
      ...{ rangeId: null, figures: barMeasures(bar) },
    };
  }
  const { happenedOn, price, range, measures } = found.event;
  return {
    ...{ event, recognisedOn: found.recognisedOn, happenedOn, price: roundedPrice(price) },
    ...{ rangeId: range?.id ?? null, figures: measures },
  };
}

/** A bar near the beginning of its stock's bars has fewer. */
function barMeasures({ rv, clv, tr, atr }: BarFigures): Readonly<Record<string, number>> {
  return roundedAll({ clv, ...(rv === null ? {} : { rv }), ...(atr === null ? {} : { trAtr: tr / atr }) });
}

function distinct(ranges: readonly (TradingRange | null)[]): TradingRange[] {
  const byId = new Map<string, TradingRange>();
  for (const range of ranges) if (range !== null && !byId.has(range.id)) byId.set(range.id, range);
  return [...byId.values()];
}

function evidencedRange(range: TradingRange, until: readonly DayReading[]): EvidencedRange {
  const { id, firstDay: from, support, resistance, side, origin } = range;
  const last = until.findLast(({ events, phase }) => events.range?.id === id || phase.range?.id === id);
  return {
    ...{ id, from, to: last === undefined || last === until.at(-1) ? null : last.date },
    ...{ support: roundedPrice(support), resistance: roundedPrice(resistance), side, origin },
  };
}

function evidencedPhase(
  until: readonly DayReading[],
  { date, bar, phase: { phase, age, letter, reason } }: DayReading,
  hint: EvidencedJudgement['primaryPhaseHint'],
): RecordEvidence['phase'] {
  const differs = hint !== null && hint !== phase;
  return {
    since: until[bar.index - age]?.date ?? date,
    letter: letter === null ? null : LETTERS[letter],
    reason: differs ? `规则所读为${PHASE_NAMES[phase]}，与记录（${PHASE_NAMES[hint]}）不同：${reason}` : reason,
  };
}

const LETTERS = { phase_a: 'A', phase_b: 'B', phase_c: 'C', phase_d: 'D', phase_e: 'E' } as const satisfies Readonly<
  Record<RangePhaseTag, string>
>;

function invalidationOf({ phase, range, trendLine }: PhaseReading): RecordEvidence['invalidation'] {
  const falls = phase === 'accumulation' || phase === 'markup';
  const isRange = phase === 'accumulation' || phase === 'distribution';
  const price = isRange ? (falls ? range?.support : range?.resistance) : trendLine;
  if (price === undefined || price === null) return null;
  const line = isRange ? (falls ? ' S' : ' R') : '趋势线';
  const side = falls ? '之下' : '之上';
  const rule = `${PHASE_NAMES[phase]}：连续 ${String(PHASE_RULES.closes)} 日收于${line} ${shown(price)} ${side}则失效`;
  return { rule, price: roundedPrice(price) };
}

/** What the rules would read next, were the phase to go its usual way. */
function nextLookOf({ bar, phase: { phase, letter, range } }: DayReading): string | null {
  const closes = `连续 ${String(PHASE_RULES.closes)} 日`;
  if (phase === 'unclassified') return `日线满 ${String(PHASE_RULES.minBars)} 根后再判`;
  if (phase === 'transition') return '区间内出现强弱信号，或' + closes + '收在走平转向的 60 日均线同侧';
  if (phase === 'markup') return `回踩不破${meanOf(bar)}后再创新高`;
  if (phase === 'markdown') return `反弹不过${meanOf(bar)}后再创新低`;
  if (range === null) return null;
  const up = phase === 'accumulation';
  const [near, far] = up ? [range.support, range.resistance] : [range.resistance, range.support];
  const [edge, other] = up ? ['S', 'R'] : ['R', 'S'];
  const signAt = near + (up ? 1 : -1) * RULES.sign.atH * range.height;
  const sign = `放量收于 ${shown(signAt)} ${up ? '之上（SOS）' : '之下（SOW）'}`;
  if (letter === 'phase_a') return `缩量回测 ${edge} ${shown(near)}（ST）`;
  if (letter === 'phase_b') {
    const beyond = up ? '下破后收回（SPRING）' : '上冲后收回（UTAD）';
    return `${edge} ${shown(near)} ${beyond}，或${sign}`;
  }
  if (letter === 'phase_c') return sign;
  return `${closes}收于 ${other} ${shown(far)} ${up ? '之上，转入上涨' : '之下，转入下跌'}`;
}

function meanOf({ mean60 }: BarFigures): string {
  return mean60 === null ? ' 60 日均线' : ` 60 日均线 ${shown(mean60)} `;
}

function roundedPrice(price: number): number {
  return rounded(price, 3);
}

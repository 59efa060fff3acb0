import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent, EvidencedEvent, EvidencedRange, Judgement, RecordEvidence } from '#lib/tracking';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import type { BarMetrics } from './bar-metrics';
import { PHASE_NAMES } from './evidence-note';
import { type FiredEvent, type Measures, rounded, roundedAll, shown } from './fired-event';
import type { BarAnalysis } from './bar-analysis';
import type { PhaseState, RangePhaseTag } from './phase-reader';
import { type PeriodAnalysis, analyseQuestion } from './question-analysis';
import { RULES_VERSION, type Timeframe } from './thresholds';
import type { TradingRange } from './trading-range';

/** The fields of a record that its evidence explains. */
export type EvidencedJudgement = Pick<Judgement, 'cycleEvents' | 'primaryPhaseHint'>;

/**
 * Analyses a question's bars once, for the evidence of each of its records, whichever model answered.
 * @returns What a record of a day or week rests on, from the bars up to it; null if it has no bar.
 */
export function readEvidence(
  question: DailyQuestion | WeeklyQuestion,
): (date: CalendarDay, judgement: EvidencedJudgement) => RecordEvidence | null {
  const { frame, days, read } = analyseQuestion(question);
  const asOf = days.at(-1)?.date;
  return (date, judgement) => {
    const period = read(date);
    return period === null || asOf === undefined ? null : recordEvidence(asOf, period, frame, judgement);
  };
}

/** An event that the rules recognise too has their values; one that only a model named has those of the close. */
function recordEvidence(
  asOf: CalendarDay,
  { analyses, analysis }: PeriodAnalysis,
  frame: Timeframe,
  { cycleEvents, primaryPhaseHint }: EvidencedJudgement,
): RecordEvidence {
  const until = analyses.slice(0, analysis.bar.index + 1);
  const fired = [...analysis.events.events, ...analysis.events.leftOut];
  const recognised = cycleEvents.map((name) => fired.find(({ event }) => event === name));
  const events = cycleEvents.map((event, index) => evidencedEvent(event, recognised[index], analysis));
  const ranges = [analysis.events.range, analysis.phase.range, ...recognised.map((event) => event?.range ?? null)];
  return {
    ...{ version: RULES_VERSION, asOf, events },
    ranges: distinct(ranges).map((range) => evidencedRange(range, until)),
    phase: evidencedPhase(until, analysis, primaryPhaseHint),
    invalidation: buildInvalidation(analysis.phase, frame),
    nextLook: buildNextLook(analysis, frame),
  };
}

function evidencedEvent(event: CycleEvent, fired: FiredEvent | undefined, { date, bar }: BarAnalysis): EvidencedEvent {
  if (fired === undefined) {
    return {
      ...{ event, recognisedOn: date, happenedOn: date, price: roundedPrice(bar.close) },
      ...{ rangeId: null, figures: barMeasures(bar) },
    };
  }
  const { happenedOn, price, range, measures } = fired;
  return {
    ...{ event, recognisedOn: date, happenedOn, price: roundedPrice(price) },
    ...{ rangeId: range?.id ?? null, figures: measures },
  };
}

/** A bar near the beginning of its stock's bars has fewer. */
function barMeasures({ rv, clv, tr, atr, rs }: BarMetrics): Measures {
  const known = { rv, clv, trAtr: atr === null ? null : tr / atr, rs20: rs };
  return roundedAll(
    Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  );
}

function distinct(ranges: readonly (TradingRange | null)[]): TradingRange[] {
  const byId = new Map<string, TradingRange>();
  for (const range of ranges) if (range !== null && !byId.has(range.id)) byId.set(range.id, range);
  return [...byId.values()];
}

function evidencedRange(range: TradingRange, until: readonly BarAnalysis[]): EvidencedRange {
  const { id, firstDay: from, support, resistance, side, origin } = range;
  const last = until.findLast(({ events, phase }) => events.range?.id === id || phase.range?.id === id);
  return {
    ...{ id, from, to: last === undefined || last === until.at(-1) ? null : last.date },
    ...{ support: roundedPrice(support), resistance: roundedPrice(resistance), side, origin },
  };
}

function evidencedPhase(
  until: readonly BarAnalysis[],
  { date, bar, phase: { phase, age, letter, reason } }: BarAnalysis,
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

function buildInvalidation(
  { phase, range, trendLine }: PhaseState,
  { events, phases }: Timeframe,
): RecordEvidence['invalidation'] {
  const falls = phase === 'accumulation' || phase === 'markup';
  const isRange = phase === 'accumulation' || phase === 'distribution';
  const price = isRange ? (falls ? range?.support : range?.resistance) : trendLine;
  if (price === undefined || price === null) return null;
  const line = isRange ? (falls ? ' S' : ' R') : '趋势线';
  const side = falls ? '之下' : '之上';
  const rule = `${PHASE_NAMES[phase]}：连续 ${String(phases.closes)} ${events.unit}收于${line} ${shown(price)} ${side}则失效`;
  return { rule, price: roundedPrice(price) };
}

/** What the rules expect next if the phase takes its usual course. */
function buildNextLook(
  { bar, phase: { phase, letter, range } }: BarAnalysis,
  { events: rules, phases }: Timeframe,
): string | null {
  const closes = `连续 ${String(phases.closes)} ${rules.unit}`;
  const mean = ` ${String(rules.extremeBars)} ${rules.unit}均线`;
  if (phase === 'unclassified') return `${rules.unit}线满 ${String(phases.minBars)} 根后再判`;
  if (phase === 'transition') {
    return `区间内先后两个同向事件，或${closes}收在上升的${mean}之上、下降的${mean}之下`;
  }
  if (phase === 'markup') return `回踩不破${mean}${formatPrice(bar.meanClose)}后再创新高`;
  if (phase === 'markdown') return `反弹不过${mean}${formatPrice(bar.meanClose)}后再创新低`;
  if (range === null) return null;
  const up = phase === 'accumulation';
  const [near, far] = up ? [range.support, range.resistance] : [range.resistance, range.support];
  const [edge, other] = up ? ['S', 'R'] : ['R', 'S'];
  const signAt = near + (up ? 1 : -1) * rules.sign.atH * range.height;
  const sign = `放量收于 ${shown(signAt)} ${up ? '之上（SOS）' : '之下（SOW）'}`;
  if (letter === 'phase_a') return `缩量回测 ${edge} ${shown(near)}（ST）`;
  if (letter === 'phase_b') {
    const beyond = up ? '下破后收回（SPRING）' : '上冲后收回（UTAD）';
    return `${edge} ${shown(near)} ${beyond}，或${sign}`;
  }
  if (letter === 'phase_c') return sign;
  return `${closes}收于 ${other} ${shown(far)} ${up ? '之上，转入上涨' : '之下，转入下跌'}`;
}

function formatPrice(price: number | null): string {
  return price === null ? '' : ` ${shown(price)} `;
}

function roundedPrice(price: number): number {
  return rounded(price, 3);
}

import { addDays, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { Judgement, PrimaryPhase } from '#lib/tracking';
import type { AnswerFault, DatedJudgement, ModelAnswer } from '../answer';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { tagsOf } from './bar-tags';
import { alignFlagOf, outlookOf, supplyDemandOf } from './direction';
import { strongest } from './event-reader';
import { type DatedEvent, evidenceNote } from './evidence-note';
import { type DayReading, readMarket } from './market-reading';
import { MAX_TAGS_A_DAY } from './thresholds';

/**
 * The `rules` model: judges every asked day or week from the bars up to it (docs/rules-model.md). Deterministic.
 * A day without a bar, or a week without any, gets no judgement but an entry in `errors`.
 */
export function answerByRules(question: DailyQuestion | WeeklyQuestion): ModelAnswer {
  const { kind, session, bars } = question;
  const days = readMarket(bars);
  const judgements: DatedJudgement[] = [];
  const errors: AnswerFault[] = [];
  for (const date of kind === 'daily' ? question.days : question.weeks) {
    const from = kind === 'daily' ? date : addDays(date, 1 - isoWeekday(date));
    const span = spanOf(days, from, date);
    const judgement = judge(days, span, kind, session.currentPrimaryPhase);
    if (judgement === null)
      errors.push({ date, field: null, error: `no bar ${from === date ? 'on' : 'in the week to'} ${date}` });
    else judgements.push({ date, judgement });
  }
  return { judgements, outlook: kind === 'weekly' ? outlookOf(days) : null, items: [], errors };
}

/** The readings from one day to another, both inclusive. */
function spanOf(days: readonly DayReading[], from: CalendarDay, to: CalendarDay): DayReading[] {
  return days.slice(firstFrom(days, from), firstFrom(days, addDays(to, 1)));
}

/** Index of the first reading not before a day. */
function firstFrom(days: readonly DayReading[], day: CalendarDay): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.date ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function judge(
  days: readonly DayReading[],
  span: readonly DayReading[],
  kind: 'daily' | 'weekly',
  sessionPhase: PrimaryPhase | null,
): Judgement | null {
  const day = span.at(-1);
  if (day === undefined) return null;
  const fired: DatedEvent[] = span.flatMap(({ date, events: { events } }) =>
    events.map((event) => ({ ...event, recognisedOn: date })),
  );
  // No event stands in a week twice: the refractory time is longer.
  const events = strongest(fired);
  const names = events.map(({ event }) => event);
  const supplyDemand = supplyDemandOf(day);
  const align = alignFlagOf(sessionPhase, day.phase.phase, names);
  const tags = new Set(span.toReversed().flatMap((tagged) => tagsOf(days, tagged)));
  return {
    supplyDemand,
    alignFlag: align,
    primaryPhaseHint: day.phase.phase,
    cycleSubTags: [...tags].slice(0, MAX_TAGS_A_DAY),
    cycleEvents: names,
    evidenceNote: evidenceNote({ kind, events, day, supplyDemand, align, bars: span.length }),
  };
}

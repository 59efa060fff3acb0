import type { Judgement, PrimaryPhase } from '#lib/tracking';
import type { AnswerFault, DatedJudgement, ModelAnswer } from '../answer';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { tagsOf } from './bar-tags';
import { alignFlagOf, outlookOf, supplyDemandOf } from './direction';
import { strongest } from './event-reader';
import { type DatedEvent, evidenceNote } from './evidence-note';
import { type DayReading, readMarket } from './market-reading';
import { spanOf } from './question-span';
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
    const span = spanOf(days, kind, date);
    const judgement = judge(days, span, kind, session.currentPrimaryPhase);
    if (judgement === null)
      errors.push({ date, field: null, error: `no bar ${kind === 'daily' ? 'on' : 'in the week to'} ${date}` });
    else judgements.push({ date, judgement });
  }
  return { judgements, outlook: kind === 'weekly' ? outlookOf(days) : null, items: [], errors };
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

import type { CalendarDay } from '#lib/kernel';
import type { ModelAnswer } from '../answer';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { getDirection, type JudgementKind } from './direction';

/** A judgement of direction within an answer. */
export interface DirectedJudgement {
  kind: JudgementKind;
  period: 'day' | 'week';
  /** The day, or the week's end date. */
  periodEnd: CalendarDay;
  value: string;
}

/**
 * The judgements of an answer about the direction of the price. A period that had not ended when the model was called is left
 * out: its judgement comes when it has. The outlook belongs to the newest week.
 */
export function extractJudgements(question: DailyQuestion | WeeklyQuestion, answer: ModelAnswer): DirectedJudgement[] {
  const period: DirectedJudgement['period'] = question.kind === 'daily' ? 'day' : 'week';
  const ended = answer.judgements.filter(({ date }) => date <= question.dataThrough);
  const found = ended.flatMap(({ date, judgement }): DirectedJudgement[] => [
    ...(judgement.primaryPhaseHint === null
      ? []
      : [{ kind: 'phase' as const, period, periodEnd: date, value: judgement.primaryPhaseHint }]),
    ...judgement.cycleEvents.map((value) => ({ kind: 'event' as const, period, periodEnd: date, value })),
  ]);
  const newest = question.kind === 'weekly' ? question.weeks.at(-1) : undefined;
  if (answer.outlook !== null && newest !== undefined && newest <= question.dataThrough) {
    found.push({ kind: 'outlook', period, periodEnd: newest, value: answer.outlook });
  }
  return found.filter(({ kind, value }) => getDirection(kind, value) !== undefined);
}

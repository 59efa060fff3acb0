import type { Judgement, PrimaryPhase } from '#lib/tracking';
import type { AnswerFault, DatedJudgement, ModelAnswer } from '../answer';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { tagsOf, tagsOfWeek } from './bar-tags';
import { alignFlagOf, outlookOf, supplyDemandOf } from './direction';
import { evidenceNote } from './evidence-note';
import { type AskedPeriod, type QuestionReading, readQuestion } from './question-reading';

/**
 * The `rules` model: judges every asked day or week from the bars up to it (docs/rules-model.md). Deterministic.
 * A day without a bar, or a week without any, gets no judgement but an entry in `errors`.
 */
export function answerByRules(question: DailyQuestion | WeeklyQuestion): ModelAnswer {
  const { kind, session } = question;
  const read = readQuestion(question);
  const judgements: DatedJudgement[] = [];
  const errors: AnswerFault[] = [];
  for (const date of kind === 'daily' ? question.days : question.weeks) {
    const period = read.read(date);
    if (period === null) {
      errors.push({ date, field: null, error: `no bar ${kind === 'daily' ? 'on' : 'in the week to'} ${date}` });
    } else {
      judgements.push({ date, judgement: judge(read, period, kind, session.currentPrimaryPhase) });
    }
  }
  return { judgements, outlook: kind === 'weekly' ? outlookOf(read.days) : null, items: [], errors };
}

function judge(
  { frame, days }: QuestionReading,
  period: AskedPeriod,
  kind: 'daily' | 'weekly',
  sessionPhase: PrimaryPhase | null,
): Judgement {
  const { reading, readings, days: own } = period;
  const { events } = reading.events;
  const names = events.map(({ event }) => event);
  const supplyDemand = supplyDemandOf(reading, frame.events);
  const align = alignFlagOf(sessionPhase, reading.phase.phase, names);
  const rs = own.at(-1)?.bar.rs ?? null;
  return {
    supplyDemand,
    alignFlag: align,
    primaryPhaseHint: reading.phase.phase,
    cycleSubTags: kind === 'daily' ? tagsOf(days, reading) : tagsOfWeek(days, own, readings, reading),
    cycleEvents: names,
    evidenceNote: evidenceNote({ kind, frame, reading, supplyDemand, align, rs, days: own.length }),
  };
}

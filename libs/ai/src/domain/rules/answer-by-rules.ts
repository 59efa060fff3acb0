import type { Judgement, PrimaryPhase } from '#lib/tracking';
import type { AnswerError, DatedJudgement, ModelAnswer } from '../answer';
import type { DailyQuestion, WeeklyQuestion } from '../question';
import { tagDay, tagWeek } from './bar-tags';
import { classifyAlignment, classifyOutlook, classifySupplyDemand } from './direction';
import { evidenceNote } from './evidence-note';
import { type PeriodAnalysis, type QuestionAnalysis, analyseQuestion } from './question-analysis';

/**
 * The `rules` model: evaluates every requested day or week from the bars up to it (docs/rules-model.md). Deterministic.
 * A day without a bar, or a week without any, gets no judgement but an entry in `errors`.
 */
export function answerByRules(question: DailyQuestion | WeeklyQuestion): ModelAnswer {
  const { kind, session } = question;
  const read = analyseQuestion(question);
  const judgements: DatedJudgement[] = [];
  const errors: AnswerError[] = [];
  for (const date of kind === 'daily' ? question.days : question.weeks) {
    const period = read.read(date);
    if (period === null) {
      errors.push({ date, field: null, error: `no bar ${kind === 'daily' ? 'on' : 'in the week to'} ${date}` });
    } else {
      judgements.push({ date, judgement: buildJudgement(read, period, kind, session.currentPrimaryPhase) });
    }
  }
  return { judgements, outlook: kind === 'weekly' ? classifyOutlook(read.days) : null, items: [], errors };
}

function buildJudgement(
  { frame, days }: QuestionAnalysis,
  period: PeriodAnalysis,
  kind: 'daily' | 'weekly',
  sessionPhase: PrimaryPhase | null,
): Judgement {
  const { analysis, analyses, days: own } = period;
  const { events } = analysis.events;
  const names = events.map(({ event }) => event);
  const supplyDemand = classifySupplyDemand(analysis, frame.events);
  const align = classifyAlignment(sessionPhase, analysis.phase.phase, names);
  const rs = own.at(-1)?.bar.rs ?? null;
  return {
    supplyDemand,
    alignFlag: align,
    primaryPhaseHint: analysis.phase.phase,
    cycleSubTags: kind === 'daily' ? tagDay(days, analysis) : tagWeek(days, own, analyses, analysis),
    cycleEvents: names,
    evidenceNote: evidenceNote({ kind, frame, analysis, supplyDemand, align, rs, days: own.length }),
  };
}

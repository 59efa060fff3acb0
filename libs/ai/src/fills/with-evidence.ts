import type { AiFill } from '#lib/tracking';
import type { DatedJudgement } from '../domain/answer';
import type { DailyQuestion, WeeklyQuestion } from '../domain/question';
import { readEvidence } from '../domain/rules/record-evidence';

/** Judgements with their evidence: read by the rules from the bars of the question, whichever model answered. */
export function withEvidence(
  question: DailyQuestion | WeeklyQuestion,
  judgements: readonly DatedJudgement[],
): AiFill['judged'] {
  if (judgements.length === 0) return [];
  const evidenceOf = readEvidence(question);
  return judgements.map(({ date, judgement }) => ({ day: date, judgement, evidence: evidenceOf(date, judgement) }));
}

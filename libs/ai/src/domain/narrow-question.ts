import type { AiQuestion } from './question';

/** The days, weeks or items of a question, in its order. */
export function listEntries(question: AiQuestion): readonly string[] {
  if (question.kind === 'daily') return question.days;
  return question.kind === 'weekly' ? question.weeks : question.items.map(({ key }) => key);
}

/** The same question about some of its entries. */
export function narrowQuestion(question: AiQuestion, entries: readonly string[]): AiQuestion {
  const wanted = new Set(entries);
  if (question.kind === 'daily') return { ...question, days: question.days.filter((day) => wanted.has(day)) };
  if (question.kind === 'weekly') return { ...question, weeks: question.weeks.filter((week) => wanted.has(week)) };
  return { ...question, items: question.items.filter(({ key }) => wanted.has(key)) };
}

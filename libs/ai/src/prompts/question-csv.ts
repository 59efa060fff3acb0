import type { AiQuestion } from '../domain/question';
import { dailyCsv } from './daily-csv';
import { weeklyCsv } from './weekly-csv';

/** The market data of a question as every model gets it, `rules` too. */
export function questionCsv(question: AiQuestion): string {
  if (question.kind === 'daily') return dailyCsv(question);
  return question.kind === 'weekly' ? weeklyCsv(question) : question.csvText;
}

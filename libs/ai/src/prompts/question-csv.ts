import type { AiQuestion } from '../domain/question';
import { dailyCsv } from './daily-csv';

/** The market data of a question as every model gets it, `rules` too. */
export function questionCsv(question: AiQuestion): string {
  return question.kind === 'daily' ? dailyCsv(question) : question.csvText;
}

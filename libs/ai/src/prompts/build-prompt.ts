import type { AiQuestion } from '../domain/question';
import { dailyPrompt1 } from './daily-1';
import { fundamentalPrompt1 } from './fundamental-1';
import type { Prompt } from './prompt';
import { weeklyPrompt1 } from './weekly-1';

/** The prompt of a question by the template in force for its kind. */
export function buildPrompt(question: AiQuestion): Prompt {
  switch (question.kind) {
    case 'daily':
      return dailyPrompt1(question);
    case 'weekly':
      return weeklyPrompt1(question);
    case 'fundamental':
      return fundamentalPrompt1(question);
  }
}

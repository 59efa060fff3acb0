import type { AiQuestion } from '../domain/question';
import { dailyPrompt2 } from './daily-2';
import { fundamentalPrompt2 } from './fundamental-2';
import type { Prompt } from './prompt';
import { weeklyPrompt2 } from './weekly-2';

/** The prompt of a question by the template in force for its kind. */
export function buildPrompt(question: AiQuestion): Prompt {
  switch (question.kind) {
    case 'daily':
      return dailyPrompt2(question);
    case 'weekly':
      return weeklyPrompt2(question);
    case 'fundamental':
      return fundamentalPrompt2(question);
  }
}

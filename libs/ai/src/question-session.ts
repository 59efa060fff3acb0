import { calendarDayOf } from '#lib/kernel';
import type { SessionDetail } from '#lib/tracking';
import type { QuestionSession } from './domain/question';

/** The part of a session that a question contains. */
export function toQuestionSession({ session }: Pick<SessionDetail, 'session'>): QuestionSession {
  const { id, code, stockName, entryDate, currentPrimaryPhase, summaryNote } = session;
  return { sessionId: id, code, stockName, entryDate: calendarDayOf(entryDate), currentPrimaryPhase, summaryNote };
}

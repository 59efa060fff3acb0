import { calendarDayOf } from '#lib/kernel';
import type { SessionDetail } from '#lib/tracking';
import type { JudgedSession } from './domain/question';

/** What models are told of a session. */
export function judgedSession({ session }: Pick<SessionDetail, 'session'>): JudgedSession {
  const { id, code, stockName, entryDate, currentPrimaryPhase, summaryNote } = session;
  return { sessionId: id, code, stockName, entryDate: calendarDayOf(entryDate), currentPrimaryPhase, summaryNote };
}

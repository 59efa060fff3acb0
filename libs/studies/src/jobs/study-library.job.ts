import { defineJob } from '#lib/queue';

/** The market says which days there are. */
export class StudyLibraryPayload {}

export type StudyLibraryResult = { studies: number };

/** Starts the studies of all built-in screens; an equal one on the same data is not run again. */
export const studyLibraryJob = defineJob<StudyLibraryPayload, StudyLibraryResult>({
  name: 'study.library',
  queue: 'study',
  payload: StudyLibraryPayload,
  dedupeKey: () => 'library',
  retry: { attempts: 3, backoffMs: 60_000, crashes: 5 },
});

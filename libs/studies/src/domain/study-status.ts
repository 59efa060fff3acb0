export const STUDY_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type StudyStatus = (typeof STUDY_STATUSES)[number];

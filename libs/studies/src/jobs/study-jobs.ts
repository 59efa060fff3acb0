import { runStudyJob } from './run-study.job';
import { studyLibraryJob } from './study-library.job';

export const STUDY_JOBS = [runStudyJob, studyLibraryJob];

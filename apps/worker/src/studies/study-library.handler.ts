import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import { studyLibraryJob, type StudyLibraryPayload, type StudyLibraryResult, StudyLibraryService } from '#lib/studies';

@Injectable()
@JobHandler(studyLibraryJob)
export class StudyLibraryHandler implements Handles<typeof studyLibraryJob> {
  constructor(private readonly library: StudyLibraryService) {}

  run(_payload: StudyLibraryPayload, { signal }: JobContext<StudyLibraryResult>): Promise<StudyLibraryResult> {
    return this.library.startAll(signal);
  }
}

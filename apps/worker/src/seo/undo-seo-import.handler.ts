import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import { SeoImportUndosService, undoSeoImportJob, type UndoSeoImportPayload, type UndoSeoImportResult } from '#lib/seo';

@Injectable()
@JobHandler(undoSeoImportJob)
export class UndoSeoImportHandler implements Handles<typeof undoSeoImportJob> {
  constructor(private readonly undos: SeoImportUndosService) {}

  run(payload: UndoSeoImportPayload, context: JobContext<UndoSeoImportResult>): Promise<UndoSeoImportResult> {
    return this.undos.run(payload, context);
  }
}

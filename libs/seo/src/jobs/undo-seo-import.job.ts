import { IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';

/** An import whose changes are taken back; its row in `seo_import` counts them. */
export class UndoSeoImportPayload {
  @IsInt()
  @Min(1)
  importId!: number;
}

// A type alias: only it is assignable to JsonValue.
export type UndoSeoImportResult = {
  importId: number;
  /** Rows that have the values from before the import. */
  restored: number;
  /** Rows that the import had made. */
  removed: number;
  /** Rows that were changed since, and stay. */
  kept: number;
};

export const undoSeoImportJob = defineJob<UndoSeoImportPayload, UndoSeoImportResult>({
  name: 'seo.undo',
  queue: 'seo',
  payload: UndoSeoImportPayload,
  dedupeKey: ({ importId }) => String(importId),
  retry: { attempts: 3, backoffMs: 2000, crashes: 5 },
});

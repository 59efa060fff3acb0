import { IsBoolean, IsInt, Matches, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { RejectedRow } from '../import/read-positions';

/** One uploaded file of positions. */
export class ImportPositionsPayload {
  @IsInt()
  @Min(1)
  uploadId!: number;

  /** SHA-256 of the file. */
  @Matches(/^[0-9a-f]{64}$/)
  digest!: string;

  @IsInt()
  @Min(1)
  userId!: number;

  @IsBoolean()
  dryRun!: boolean;
}

// A type alias, not an interface: only it is assignable to JsonValue.
export type PositionsImportReport = {
  created: number;
  updated: number;
  unchanged: number;
  duplicate: number;
  rejected: RejectedRow[];
  dryRun: boolean;
};

/** A caller waits for it. The same file of one caller in flight is one job, whichever upload brought it. */
export const importPositionsJob = defineJob<ImportPositionsPayload, PositionsImportReport>({
  name: 'positions.import',
  queue: 'user_batch',
  limitedPerUser: true,
  payload: ImportPositionsPayload,
  dedupeKey: ({ digest, dryRun }) => `${digest}/${dryRun ? 'dry' : 'wet'}`,
  retry: { attempts: 3, backoffMs: 300, crashes: 3 },
});

import { IsBoolean, IsInt, Matches, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { RejectedRow } from '../import/read-positions';
import type { PositionChange } from '../persistence/positions-upsert.query';

/** `merge`: positions that are not in the file stay. `replace`: the file is the whole account; they were sold. */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

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
  /** In `replace`: what the file has not, or with a quantity of 0. */
  removed: number;
  duplicate: number;
  rejected: RejectedRow[];
  /** What is created, updated and removed, in code order; the first of many. */
  changes: PositionChange[];
  /** How many changes are not listed. */
  changesLeftOut: number;
  mode: ImportMode;
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

/** The same for a file that is the whole account: a job of its own, so that no worker that knows merging alone runs it. */
export const replacePositionsJob = defineJob<ImportPositionsPayload, PositionsImportReport>({
  name: 'positions.replace',
  queue: 'user_batch',
  limitedPerUser: true,
  payload: ImportPositionsPayload,
  dedupeKey: ({ digest, dryRun }) => `${digest}/${dryRun ? 'dry' : 'wet'}`,
  retry: { attempts: 3, backoffMs: 300, crashes: 3 },
});

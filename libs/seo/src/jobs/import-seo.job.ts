import { IsInt, Matches, Min } from 'class-validator';
import { defineJob } from '#lib/queue';

/** One uploaded file of keywords, trends, backlinks or competitors; its row in `seo_import` has the rest. */
export class ImportSeoPayload {
  @IsInt()
  @Min(1)
  importId!: number;

  /** SHA-256 of the file and of how it is to be read. */
  @Matches(/^[0-9a-f]{64}$/)
  digest!: string;
}

// A type alias: only it is assignable to JsonValue.
export type ImportSeoResult = {
  importId: number;
  created: number;
  updated: number;
  unchanged: number;
  duplicate: number;
  rejected: number;
};

export const importSeoJob = defineJob<ImportSeoPayload, ImportSeoResult>({
  name: 'seo.import',
  queue: 'seo',
  payload: ImportSeoPayload,
  dedupeKey: ({ digest }) => digest,
  retry: { attempts: 3, backoffMs: 2000, crashes: 5 },
});

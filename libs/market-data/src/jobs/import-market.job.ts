import { IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';

/** One file of bars that was sent over HTTP. What to do with it stands in its row. */
export class ImportMarketPayload {
  @IsInt()
  @Min(1)
  importId!: number;

  /** Where the file waits. */
  @IsInt()
  @Min(1)
  uploadId!: number;
}

// A type alias, not an interface: only it is assignable to JsonValue.
export type ImportMarketResult = { importId: number };

export const importMarketJob = defineJob<ImportMarketPayload, ImportMarketResult>({
  name: 'market.import',
  queue: 'market',
  payload: ImportMarketPayload,
  dedupeKey: ({ importId }) => String(importId),
  retry: { attempts: 3, backoffMs: 1000, crashes: 3 },
  // A whole market takes minutes. The rest is for its turn, and for readers of the bars that take their time.
  maxRunMs: 3 * 3_600_000,
});

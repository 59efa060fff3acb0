import { defineJob } from '#lib/queue';

/** The folder and its form stand in the settings. */
export class ReadMarketFilesPayload {}

export type ReadMarketFilesResult = { files: number; refused: number; barsChanged: number };

/** Imports the folder of MARKET_FILES_DIR. Another import may be running, so it tries for a while. */
export const readMarketFilesJob = defineJob<ReadMarketFilesPayload, ReadMarketFilesResult>({
  name: 'market.read-files',
  queue: 'market',
  payload: ReadMarketFilesPayload,
  dedupeKey: () => 'one at a time',
  retry: { attempts: 10, backoffMs: 5000, crashes: 3 },
});

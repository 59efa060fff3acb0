import { Injectable } from '@nestjs/common';
import {
  MarketFolderService,
  readMarketFilesJob,
  type ReadMarketFilesPayload,
  type ReadMarketFilesResult,
} from '#lib/market-data';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(readMarketFilesJob)
export class ReadMarketFilesHandler implements Handles<typeof readMarketFilesJob> {
  constructor(private readonly folder: MarketFolderService) {}

  async run(
    _payload: ReadMarketFilesPayload,
    { signal }: JobContext<ReadMarketFilesResult>,
  ): Promise<ReadMarketFilesResult> {
    const { files, refused, bars } = await this.folder.read(signal);
    return { files, refused: refused.length, barsChanged: bars.inserted + bars.updated };
  }
}

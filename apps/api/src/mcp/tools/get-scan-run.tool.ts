import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { type ScanView, ScansService } from '#lib/scan';
import { argumentsOf, pageOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { rounded } from '../text-table';
import { answerPage, type ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { PAGE, type PageArguments, readPage } from './tool-arguments';

interface Given extends PageArguments {
  readonly scan_id?: number;
}

@Injectable()
export class GetScanRunTool extends AgentTool<Given> {
  readonly name = 'get_scan_run';
  readonly title = 'A scan of the whole market';
  readonly description =
    'A scan for one-year low volumes that was started on the server: status, progress, counts, options, and a page of its ' +
    'hits in code order. Volumes in shares, prices in yuan as traded, market caps in 亿 yuan. Descriptive, not advice.';
  readonly input = argumentsOf({
    scan_id: { type: 'integer', minimum: 1, description: 'Left out: the newest scan' },
    ...PAGE,
  });

  constructor(private readonly scans: ScansService) {
    super();
  }

  output(replies: ReplySchemas) {
    return pageOf(replies.get('ScanHitResponse'), { scan: replies.get('ScanResponse') });
  }

  async run({ scan_id: scanId, ...given }: Given): Promise<ToolAnswer> {
    const page = readPage(given);
    const { hits, total, scan } = await this.scans.hits(scanId ?? (await this.newest()).id, page);
    return answerPage({
      items: hits,
      ...{ total, offset: page.offset },
      more: { scan },
      heading: `Scan ${scan.id}, ${scan.startDate} to ${scan.endDate}: ${scan.status}, ${scan.matchedCount} hits`,
      columns: [
        { title: 'code', cell: ({ code }) => code },
        { title: 'name', cell: ({ stockName }) => stockName },
        { title: 'entry day', cell: ({ entryDate }) => entryDate },
        { title: 'volume 股', cell: ({ minVolume }) => minVolume },
        { title: 'close 元', cell: ({ close }) => rounded(close) },
        { title: 'cap 亿元', cell: ({ circulatingMarketCapYi }) => rounded(circulatingMarketCapYi) },
        { title: 'session', cell: ({ sessionId }) => sessionId },
      ],
    });
  }

  private async newest(): Promise<ScanView> {
    const { scans } = await this.scans.list({ limit: 1, offset: 0 });
    if (scans[0] === undefined) throw AppError.notFound('no scan was started yet');
    return scans[0];
  }
}

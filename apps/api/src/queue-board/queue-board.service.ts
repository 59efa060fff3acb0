import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { BullQueues } from '#lib/queue';
import { type BoardAnswer, CollectedBoard } from './collected-board';
import { boardPage } from './board-page';

export type BoardLanguage = 'zh-CN' | 'en-US';

/** Where the board stands; its page names its files from here. */
const BASE = '/api/admin/queues/';

/** BullMQ's queues as bull-board shows them: what waits in the store, on PostgreSQL or Redis alike. Nothing can be changed. */
@Injectable()
export class QueueBoardService {
  private made: CollectedBoard | undefined;

  constructor(private readonly queues: BullQueues) {}

  page(language: BoardLanguage): Promise<string> {
    return boardPage(this.board().pageValues(BASE, language));
  }

  /** @throws AppError `not_found`, or `queue_unavailable` where the store is away. */
  async answer(path: string, query: Record<string, unknown>): Promise<BoardAnswer> {
    const answer = await this.queues.read(() => this.board().answer(path, query));
    if (answer === undefined) throw AppError.notFound('the queue board has no such page');
    return answer;
  }

  private board(): CollectedBoard {
    if (this.made !== undefined) return this.made;
    const serverAdapter = new CollectedBoard();
    createBullBoard({
      // A retry or removal here would go round the rows that are the truth about jobs.
      queues: this.queues.all().map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, externalJobUrl })),
      serverAdapter,
      options: { uiConfig: { boardTitle: 'Stock Cycle', hideDocsLink: true, hideRedisDetails: false } },
    });
    this.made = serverAdapter;
    return serverAdapter;
  }
}

/** The console's page of the job that a wake-up is for. */
function externalJobUrl({ data }: { data: unknown }): { displayText: string; href: string } {
  const { jobId } = data as { jobId: number };
  return { displayText: `#${jobId}`, href: `/jobs?job=${jobId}` };
}

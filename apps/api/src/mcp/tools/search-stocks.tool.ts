import { Injectable } from '@nestjs/common';
import { StocksService } from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { argumentsOf, pageOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { rounded } from '../text-table';
import { answerPage, type ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { PAGE, type PageArguments, readPage } from './tool-arguments';

interface Given extends PageArguments {
  readonly query: string;
}

@Injectable()
export class SearchStocksTool extends AgentTool<Given> {
  readonly name = 'search_stocks';
  readonly title = 'Search stocks';
  readonly description =
    'Finds A-share stocks by the beginning of the code, a part of the Chinese name, or pinyin initials such as payh. ' +
    'Closes in yuan as traded.';
  readonly input = argumentsOf(
    { query: { type: 'string', maxLength: 100, description: 'Code, name or pinyin initials' }, ...PAGE },
    ['query'],
  );

  constructor(
    private readonly stocks: StocksService,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    return pageOf(replies.get('FoundStockResponse'));
  }

  async run({ query, ...given }: Given): Promise<ToolAnswer> {
    const page = readPage(given);
    const { items, total } = await this.stocks.search(query, page);
    const sessions = await this.sessions.openSessionIds(items.map(({ code }) => code));
    return answerPage({
      items: items.map((stock) => ({ ...stock, openSessionId: sessions.get(stock.code) ?? null })),
      ...{ total, offset: page.offset },
      columns: [
        { title: 'code', cell: ({ code }) => code },
        { title: 'name', cell: ({ stockName }) => stockName },
        { title: 'board', cell: ({ board }) => board },
        { title: 'close 元', cell: ({ latestClose }) => rounded(latestClose) },
        { title: 'day', cell: ({ latestTradeDate }) => latestTradeDate },
        { title: 'open session', cell: ({ openSessionId }) => openSessionId },
      ],
    });
  }
}

import { Injectable } from '@nestjs/common';
import { marketNotices, MarketStateService, StocksService } from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { argumentsOf, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderFacts, rounded } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { CODE } from './tool-arguments';

interface Given {
  readonly code: string;
}

/** Special treatment stands in the name: ST, *ST, S*ST. */
const SPECIAL_TREATMENT = /^S?\*?ST/;

@Injectable()
export class GetStockTool extends AgentTool<Given> {
  readonly name = 'get_stock';
  readonly title = 'One stock';
  readonly description =
    'A stock: name and names over time, board, industry, special treatment (ST), listing dates, latest close (yuan, as ' +
    'traded), circulating market cap (亿 yuan), and the id of its open tracking session.';
  readonly input = argumentsOf({ code: CODE }, ['code']);

  constructor(
    private readonly stocks: StocksService,
    private readonly sessions: SessionsService,
    private readonly market: MarketStateService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    return objectOf({
      ...replies.get('StockResponse').properties,
      isSt: { type: ['boolean', 'null'], description: 'By the name of today; null: it has none' },
      openSessionId: { type: ['integer', 'null'] },
    });
  }

  async run({ code }: Given): Promise<ToolAnswer> {
    const [stock, { source }] = await Promise.all([this.stocks.get(code), this.market.read()]);
    const sessions = await this.sessions.openSessionIds([stock.code]);
    const { stockName } = stock;
    const data = {
      ...stock,
      ...{ marketSource: source, warnings: marketNotices(source) },
      isSt: stockName === null ? null : SPECIAL_TREATMENT.test(stockName),
      openSessionId: sessions.get(stock.code) ?? null,
    };
    const { names, warnings, latestClose, circulatingMarketCapYi, ...facts } = data;
    return {
      data,
      text: renderFacts({
        ...facts,
        'latestClose 元': rounded(latestClose),
        'circulatingMarketCap 亿元': rounded(circulatingMarketCapYi),
        names: names.map(({ name, fromDate }) => `${name} (${fromDate})`).join(', '),
        warnings: warnings.join('; '),
      }),
      rows: 1,
    };
  }
}

import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError, epochDayOf } from '#lib/kernel';
import {
  marketNotices,
  MarketStateService,
  StockChartsService,
  StocksService,
  type StoredMarketSource,
} from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { ApiEnvelope, PathCode, Public } from '../http';
import { pagination } from '../http/pagination.response';
import { IfNoneMatch, MarketReads } from './market-reads';
import { StockBarsResponse, StockResponse, StockSearchResponse } from './stock.responses';
import { StockBarsQuery, StockSearchQuery } from './stock.requests';

const NO_STOCK = { 404: 'The market data has no such stock' };

@ApiTags('market')
@Controller('api/market/stocks')
@Public()
export class StocksController {
  constructor(
    private readonly stocks: StocksService,
    private readonly charts: StockChartsService,
    private readonly sessions: SessionsService,
    private readonly market: MarketStateService,
    private readonly reads: MarketReads,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Stocks by the beginning of the code, by name or by pinyin initials' })
  @ApiEnvelope(StockSearchResponse)
  async search(@Query() query: StockSearchQuery): Promise<StockSearchResponse> {
    const [{ items, total }, notices] = await Promise.all([this.stocks.search(query.query, query), this.notices()]);
    const sessions = await this.sessions.openSessionIds(items.map(({ code }) => code));
    return {
      items: items.map((stock) => ({ ...stock, openSessionId: sessions.get(stock.code) ?? null })),
      pagination: pagination(query, total),
      ...notices,
    };
  }

  @Get(':code')
  @ApiOperation({ summary: 'One stock: names over time, dates, latest close and market cap' })
  @ApiEnvelope(StockResponse, { errors: NO_STOCK })
  async get(@PathCode('code') code: string): Promise<StockResponse> {
    const [stock, notices] = await Promise.all([this.stocks.get(code), this.notices()]);
    return { ...stock, ...notices };
  }

  @Get(':code/bars')
  @ApiOperation({ summary: 'Bars of a stock by day, week or month, as traded or adjusted' })
  @IfNoneMatch()
  @ApiEnvelope(StockBarsResponse, { errors: NO_STOCK })
  async bars(
    @PathCode('code') code: string,
    @Query() query: StockBarsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StockBarsResponse | undefined> {
    requireOrder(query);
    return this.reads.answer(reply, { rows: barsIn(query) }, () => this.charts.chart(code, query));
  }

  private async notices(): Promise<{ marketSource: StoredMarketSource; warnings: string[] }> {
    const { source } = await this.market.readShown();
    return { marketSource: source, warnings: marketNotices(source) };
  }
}

function requireOrder({ from, to }: StockBarsQuery): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = `from ${from} is after to ${to}; swap them`;
  throw AppError.invalid(message, [{ field: 'from', message }]);
}

/** Five years, where the query has no beginning. */
const USUAL_HISTORY = 1250;
const MOST_BARS = 5000;

/** About how many daily bars a chart reads. */
function barsIn({ from, to }: StockBarsQuery): number {
  if (from === undefined) return USUAL_HISTORY;
  const days = to === undefined ? MOST_BARS : epochDayOf(to) - epochDayOf(from) + 1;
  return Math.min(Math.ceil((days * 5) / 7), MOST_BARS);
}

import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '#lib/kernel';
import { marketNotices, MarketState, StockCharts, Stocks } from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { ApiEnvelope, PathCode, Public } from '../http';
import { pagination } from '../http/pagination.reply';
import { StockBarsReply, StockReply, StockSearchReply } from './stock.replies';
import { StockBarsQuery, StockSearchQuery } from './stock.requests';

const NO_STOCK = { 404: 'The market data has no such stock' };

@ApiTags('market')
@Controller('api/market/stocks')
@Public()
export class StocksController {
  constructor(
    @Inject(Stocks) private readonly stocks: Stocks,
    @Inject(StockCharts) private readonly charts: StockCharts,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(MarketState) private readonly market: MarketState,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Stocks by the beginning of the code, by name or by pinyin initials' })
  @ApiEnvelope(StockSearchReply)
  async search(@Query() query: StockSearchQuery): Promise<StockSearchReply> {
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
  @ApiEnvelope(StockReply, { errors: NO_STOCK })
  async get(@PathCode('code') code: string): Promise<StockReply> {
    const [stock, notices] = await Promise.all([this.stocks.get(code), this.notices()]);
    return { ...stock, ...notices };
  }

  @Get(':code/bars')
  @ApiOperation({ summary: 'Bars of a stock by day, week or month, as traded or adjusted' })
  @ApiEnvelope(StockBarsReply, { errors: NO_STOCK })
  async bars(@PathCode('code') code: string, @Query() query: StockBarsQuery): Promise<StockBarsReply> {
    requireOrder(query);
    return this.charts.chart(code, query);
  }

  private async notices(): Promise<{ marketSource: string; warnings: string[] }> {
    const { source } = await this.market.read();
    return { marketSource: source, warnings: marketNotices(source) };
  }
}

function requireOrder({ from, to }: StockBarsQuery): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = `from ${from} is after to ${to}; swap them`;
  throw AppError.invalid(message, [{ field: 'from', message }]);
}

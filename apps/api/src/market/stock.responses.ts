import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type Adjustment,
  ADJUSTMENTS,
  BAR_PERIODS,
  type BarPeriod,
  type BarSeriesOfStock,
  type Board,
  type ChartBasis,
  type Exchange,
  type FoundStock,
} from '#lib/market-data';
import { PaginationResponse } from '../http/pagination.response';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const nullableDay = { ...day, nullable: true } as const;
const yuan = { type: 'number', description: 'Yuan' } as const;
const nullableText = { type: 'string', nullable: true } as const;
const nullableNumber = { type: 'number', nullable: true } as const;
const code = { type: 'string', example: '000001' } as const;
const exchange = { type: 'string', enum: ['SSE', 'SZSE', 'BSE'] } as const;
const board = { type: 'string', enum: ['main', 'chinext', 'star', 'bse'] } as const;
const marketSource = { type: 'string', enum: ['none', 'demo', 'files', 'tushare'] } as const;
const warnings = { type: 'array', items: { type: 'string' } } as const;

export class FoundStockResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty(nullableText) stockName!: string | null;
  @ApiProperty(exchange) exchange!: Exchange;
  @ApiProperty(board) board!: Board;
  @ApiProperty({ ...nullableText, example: 'payh' }) initials!: string | null;
  @ApiProperty({ ...yuan, nullable: true }) latestClose!: number | null;
  @ApiProperty(nullableDay) latestTradeDate!: string | null;
  @ApiProperty({ type: 'string', enum: ['code', 'initials', 'name'] }) matchedBy!: FoundStock['matchedBy'];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The session that is open for the stock; null: none is',
  })
  openSessionId!: number | null;
}

export class StockSearchResponse {
  @ApiProperty({ type: [FoundStockResponse], description: 'Best first' }) items!: FoundStockResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class StockNameResponse {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty(day) fromDate!: string;
  @ApiProperty(nullableDay) toDate!: string | null;
}

export class StockResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty(nullableText) stockName!: string | null;
  @ApiProperty(exchange) exchange!: Exchange;
  @ApiProperty(board) board!: Board;
  @ApiProperty(nullableText) industry!: string | null;
  @ApiProperty(nullableText) initials!: string | null;
  @ApiProperty(nullableDay) listDate!: string | null;
  @ApiProperty(nullableDay) delistDate!: string | null;
  @ApiProperty(nullableDay) firstBarDate!: string | null;
  @ApiProperty({ ...nullableDay, description: 'Of the newest bar, which may be provisional' })
  lastBarDate!: string | null;
  @ApiProperty({ ...yuan, nullable: true }) latestClose!: number | null;
  @ApiProperty({ ...nullableDay, description: 'Of the last final bar: the day of the latest close and market cap' })
  latestTradeDate!: string | null;
  @ApiProperty({ ...nullableNumber, description: '亿 yuan' }) circulatingMarketCapYi!: number | null;
  @ApiProperty({
    type: [StockNameResponse],
    description: 'Over time, oldest first; empty where the source does not tell',
  })
  names!: StockNameResponse[];
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class ChartBasisResponse implements ChartBasis {
  @ApiProperty({
    type: 'string',
    enum: ['none', 'vendor_factor', 'ex_right'],
    description: 'What the prices are adjusted by; none: they stand as traded',
  })
  price!: ChartBasis['price'];
  @ApiProperty({ type: 'string', enum: ['none', 'vendor', 'inferred'], description: 'Who told the share changes' })
  shares!: ChartBasis['shares'];
  @ApiProperty({
    type: 'array',
    items: day,
    description: 'Days with a jump beyond the limits that nobody explains: what lies before and after does not compare',
  })
  unexplainedGaps!: ChartBasis['unexplainedGaps'];
}

export class ChartBarResponse {
  @ApiProperty({ ...day, description: 'Its last trading day' }) tradeDate!: string;
  @ApiProperty({ ...day, description: 'Its first trading day' }) firstDate!: string;
  @ApiProperty(yuan) open!: number;
  @ApiProperty(yuan) high!: number;
  @ApiProperty(yuan) low!: number;
  @ApiProperty(yuan) close!: number;
  @ApiProperty({ type: 'integer', description: 'Shares; share-adjusted with qfq and hfq' }) volume!: number;
  @ApiProperty({ ...nullableNumber, description: 'Yuan' }) amount!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'Percent of the circulating shares' }) turnoverPct!: number | null;
  @ApiProperty({ type: 'integer', description: 'Trading days in it' }) bars!: number;
  @ApiProperty({ type: 'boolean', description: 'The week or month is not over at the last day shown' })
  isPartial!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Not final yet' }) isProvisional!: boolean;
  @ApiPropertyOptional({
    ...day,
    description:
      'With `period=week`: the last trading day of the market in that week, which a weekly record is named by',
  })
  weekEndDate?: string;
}

export class StockBarsResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty(nullableText) stockName!: string | null;
  @ApiProperty({ type: 'string', enum: [...BAR_PERIODS] }) period!: BarPeriod;
  @ApiProperty({ type: 'string', enum: [...ADJUSTMENTS] }) adjust!: Adjustment;
  @ApiProperty({ type: ChartBasisResponse }) basis!: ChartBasisResponse;
  @ApiProperty({ type: [ChartBarResponse], description: 'Oldest first, the newest 5,000 at most' })
  bars!: ChartBarResponse[];
  @ApiProperty(nullableDay) marketDataThrough!: string | null;
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class BarSeriesOfStockResponse implements BarSeriesOfStock {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'array', items: day, description: 'Oldest first; closes and volumes stand beside them' })
  days!: BarSeriesOfStock['days'];
  @ApiProperty({ type: 'array', items: { type: 'number' }, description: 'Yuan, forward-adjusted as of the last bar' })
  closes!: number[];
  @ApiProperty({ type: 'array', items: { type: 'integer' }, description: 'Shares, share-adjusted' })
  volumes!: number[];
  @ApiProperty({ ...nullableNumber, description: 'Percent, of the last bar against the close before, ex-right' })
  lastChangePct!: number | null;
}

export class BarSeriesResponse {
  @ApiProperty({
    type: [BarSeriesOfStockResponse],
    description: 'In the order asked for, each code once; one without a bar is absent',
  })
  series!: BarSeriesOfStockResponse[];
  @ApiProperty(nullableDay) marketDataThrough!: string | null;
  @ApiProperty(warnings) warnings!: string[];
}

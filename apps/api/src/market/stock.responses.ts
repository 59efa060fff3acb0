import type { CalendarDay } from '#lib/kernel';
import {
  type Adjustment,
  ADJUSTMENTS,
  BAR_PERIODS,
  type BarPeriod,
  type BarSeriesOfStock,
  type Board,
  BOARDS,
  CHART_PRICE_BASES,
  CHART_SHARE_BASES,
  type ChartBar,
  type ChartBasis,
  type DatedFactor,
  type Exchange,
  EXCHANGES,
  type FoundStock,
  LIMIT_SIDES,
  type LimitSide,
  type NameOfStock,
  STOCK_MATCHES,
  type StockChart,
  type StockDetail,
  type StoredMarketSource,
} from '#lib/market-data';
import {
  ApiCode,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiFormerCode,
  ApiId,
  ApiInteger,
  ApiMarketSource,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class FoundStockResponse implements FoundStock {
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiEnum(EXCHANGES) exchange!: Exchange;
  @ApiEnum(BOARDS) board!: Board;
  @ApiText({ nullable: true, example: 'payh' }) initials!: string | null;
  @ApiYuan({ nullable: true }) latestClose!: number | null;
  @ApiDay({ nullable: true }) latestTradeDate!: CalendarDay | null;
  @ApiEnum(STOCK_MATCHES) matchedBy!: FoundStock['matchedBy'];
  @ApiId({ nullable: true, description: 'The session that is open for the stock; null: none is' })
  openSessionId!: number | null;
}

export class StockSearchResponse {
  @ApiObject([FoundStockResponse], { description: 'Best first' }) items!: FoundStockResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class StockNameResponse implements NameOfStock {
  @ApiText() name!: string;
  @ApiDay() fromDate!: CalendarDay;
  @ApiDay({ nullable: true }) toDate!: CalendarDay | null;
}

export class StockResponse implements StockDetail {
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiEnum(EXCHANGES) exchange!: Exchange;
  @ApiEnum(BOARDS) board!: Board;
  @ApiText({ nullable: true }) industry!: string | null;
  @ApiText({ nullable: true }) initials!: string | null;
  @ApiDay({ nullable: true }) listDate!: CalendarDay | null;
  @ApiDay({ nullable: true }) delistDate!: CalendarDay | null;
  @ApiDay({ nullable: true }) firstBarDate!: CalendarDay | null;
  @ApiDay({ nullable: true, description: 'Of the newest bar, which may be provisional' })
  lastBarDate!: CalendarDay | null;
  @ApiYuan({ nullable: true }) latestClose!: number | null;
  @ApiDay({ nullable: true, description: 'Of the last final bar: the day of the latest close and market cap' })
  latestTradeDate!: CalendarDay | null;
  @ApiNumber({ nullable: true, description: '亿 yuan' }) circulatingMarketCapYi!: number | null;
  @ApiObject([StockNameResponse], { description: 'Over time, oldest first; empty where the source does not tell' })
  names!: StockNameResponse[];
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class ChartBasisResponse implements ChartBasis {
  @ApiEnum(CHART_PRICE_BASES, { description: 'What the prices are adjusted by; none: they stand as traded' })
  price!: ChartBasis['price'];
  @ApiEnum(CHART_SHARE_BASES, { description: 'Who told the share changes' }) shares!: ChartBasis['shares'];
  @ApiDay({
    isArray: true,
    description: 'Days with a jump beyond the limits that nobody explains: what lies before and after does not compare',
  })
  unexplainedGaps!: CalendarDay[];
}

export class ChartBarResponse implements ChartBar {
  @ApiDay({ description: 'Its last trading day' }) tradeDate!: CalendarDay;
  @ApiDay({ description: 'Its first trading day' }) firstDate!: CalendarDay;
  @ApiYuan() open!: number;
  @ApiYuan() high!: number;
  @ApiYuan() low!: number;
  @ApiYuan() close!: number;
  @ApiInteger({ description: 'Shares; share-adjusted with qfq and hfq' }) volume!: number;
  @ApiYuan({ nullable: true }) amount!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent of the circulating shares' }) turnoverPct!: number | null;
  @ApiInteger({ description: 'Trading days in it' }) bars!: number;
  @ApiFlag({ description: 'The week or month is not over at the last day shown' }) isPartial!: boolean;
  @ApiFlag({ description: 'Not final yet' }) isProvisional!: boolean;
  @ApiEnum(LIMIT_SIDES, {
    nullable: true,
    description: 'With `period=day`: the limit price that the day closed at; null: at none, or none is known',
  })
  closedAtLimit!: LimitSide | null;
  @ApiDay({
    optional: true,
    description:
      'With `period=week`: the last trading day of the market in that week, which a weekly record is named by',
  })
  weekEndDate?: CalendarDay;
}

export class PriceFactorResponse implements DatedFactor {
  @ApiDay({ description: 'The first bar that it is in force from' }) tradeDate!: CalendarDay;
  @ApiNumber() factor!: number;
}

export class StockBarsResponse implements StockChart {
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiEnum(BAR_PERIODS) period!: BarPeriod;
  @ApiEnum(ADJUSTMENTS) adjust!: Adjustment;
  @ApiObject(ChartBasisResponse) basis!: ChartBasisResponse;
  @ApiObject([PriceFactorResponse], {
    description: 'What prices as traded are multiplied by to stand among the bars, oldest first; the first also before',
  })
  priceFactors!: PriceFactorResponse[];
  @ApiObject([ChartBarResponse], { description: 'Oldest first, the newest 5,000 at most' }) bars!: ChartBarResponse[];
  @ApiDay({ nullable: true }) marketDataThrough!: CalendarDay | null;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class BarSeriesOfStockResponse implements BarSeriesOfStock {
  @ApiCode() code!: string;
  @ApiDay({ isArray: true, description: 'Oldest first; closes and volumes stand beside them' }) days!: CalendarDay[];
  @ApiYuan({ isArray: true, description: 'Yuan, forward-adjusted as of the last bar' }) closes!: number[];
  @ApiInteger({ isArray: true, description: 'Shares, share-adjusted' }) volumes!: number[];
  @ApiNumber({ nullable: true, description: 'Percent, of the last bar against the close before, ex-right' })
  lastChangePct!: number | null;
}

export class BarSeriesResponse {
  @ApiObject([BarSeriesOfStockResponse], {
    description: 'In the order asked for, each code once; one without a bar is absent',
  })
  series!: BarSeriesOfStockResponse[];
  @ApiDay({ nullable: true }) marketDataThrough!: string | null;
  @ApiWarnings() warnings!: string[];
}

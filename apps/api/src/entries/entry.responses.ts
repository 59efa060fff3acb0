import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import { type EntrySuggestion, EXCLUDED_DAY_REASONS, type ExcludedDay } from '#lib/tracking';
import {
  type FailedHolding,
  HOLDING_ERRORS,
  type HoldingsImportReport,
  type ImportedHolding,
  type SkippedHolding,
} from '#lib/portfolio';
import {
  ApiCode,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInteger,
  ApiMarketSource,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';

export class ExcludedDayResponse implements ExcludedDay {
  @ApiDay() tradeDate!: CalendarDay;
  @ApiEnum(EXCLUDED_DAY_REASONS) reason!: ExcludedDay['reason'];
}

export class EntrySuggestionResponse implements EntrySuggestion {
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiDay({ description: 'The latest day of the lowest volume' }) suggestedEntryDate!: CalendarDay;
  @ApiNumber({ description: "That day's close, yuan" }) referencePrice!: number;
  @ApiInteger({ description: "That day's volume, shares" }) volume!: number;
  @ApiEnum(['raw'], { description: 'Volumes are compared as they were traded' }) volumeBasis!: 'raw';
  @ApiInteger({ description: 'Open days looked back' }) lookbackTradingDays!: number;
  @ApiDay({ description: 'First open day of the look-back; the last is marketDataThrough' }) lookbackFrom!: CalendarDay;
  @ApiEnum(['lowest_volume']) method!: 'lowest_volume';
  @ApiObject([ExcludedDayResponse], { description: 'Left out: tiny volume there is a locked door' })
  excludedDays!: ExcludedDayResponse[];
  @ApiDay() marketDataThrough!: CalendarDay;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class ImportedHoldingResponse implements ImportedHolding {
  @ApiCode() code!: string;
  @ApiId({ nullable: true, description: 'Null in a dry run' }) sessionId!: number | null;
  @ApiDay() entryDate!: string;
  @ApiYuan() entryClosePrice!: number;
}

export class SkippedHoldingResponse implements SkippedHolding {
  @ApiCode() code!: string;
  @ApiEnum(['already_open']) reason!: 'already_open';
}

export class FailedHoldingResponse implements FailedHolding {
  @ApiCode() code!: string;
  @ApiEnum(HOLDING_ERRORS) error!: FailedHolding['error'];
  @ApiText() detail!: string;
}

export class HoldingsImportResponse implements HoldingsImportReport {
  @ApiObject([ImportedHoldingResponse]) created!: ImportedHoldingResponse[];
  @ApiObject([SkippedHoldingResponse]) skipped!: SkippedHoldingResponse[];
  @ApiObject([FailedHoldingResponse]) errors!: FailedHoldingResponse[];
  @ApiFlag() dryRun!: boolean;
  @ApiInteger({ description: 'Open days looked back' }) lookbackTradingDays!: number;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

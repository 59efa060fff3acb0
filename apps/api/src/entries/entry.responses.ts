import { ApiProperty } from '@nestjs/swagger';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const code = { type: 'string', example: '000001' } as const;
const marketSource = { type: 'string', enum: ['none', 'demo', 'files', 'tushare'] } as const;
const warnings = { type: 'array', items: { type: 'string' } } as const;
const lookback = { type: 'integer', description: 'Open days looked back' } as const;

export class ExcludedDayResponse {
  @ApiProperty(day) tradeDate!: string;
  @ApiProperty({ type: 'string', enum: ['one_price', 'limit_up'] }) reason!: string;
}

export class EntrySuggestionResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ ...day, description: 'The latest day of the lowest volume' }) suggestedEntryDate!: string;
  @ApiProperty({ type: 'number', description: "That day's close, yuan" }) referencePrice!: number;
  @ApiProperty({ type: 'integer', description: "That day's volume, shares" }) volume!: number;
  @ApiProperty({ type: 'string', enum: ['raw'], description: 'Volumes are compared as they were traded' })
  volumeBasis!: string;
  @ApiProperty(lookback) lookbackTradingDays!: number;
  @ApiProperty({ ...day, description: 'First open day of the look-back; the last is marketDataThrough' })
  lookbackFrom!: string;
  @ApiProperty({ type: 'string', enum: ['lowest_volume'] }) method!: string;
  @ApiProperty({ type: [ExcludedDayResponse], description: 'Left out: tiny volume there is a locked door' })
  excludedDays!: ExcludedDayResponse[];
  @ApiProperty(day) marketDataThrough!: string;
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class ImportedHoldingResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null in a dry run' }) sessionId!: number | null;
  @ApiProperty(day) entryDate!: string;
  @ApiProperty({ type: 'number', description: 'Yuan' }) entryClosePrice!: number;
}

export class SkippedHoldingResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', enum: ['already_open'] }) reason!: string;
}

export class FailedHoldingResponse {
  @ApiProperty(code) code!: string;
  @ApiProperty({ type: 'string', enum: ['unknown_code', 'no_market_data'] }) error!: string;
  @ApiProperty({ type: 'string' }) detail!: string;
}

export class HoldingsImportResponse {
  @ApiProperty({ type: [ImportedHoldingResponse] }) created!: ImportedHoldingResponse[];
  @ApiProperty({ type: [SkippedHoldingResponse] }) skipped!: SkippedHoldingResponse[];
  @ApiProperty({ type: [FailedHoldingResponse] }) errors!: FailedHoldingResponse[];
  @ApiProperty({ type: 'boolean' }) dryRun!: boolean;
  @ApiProperty(lookback) lookbackTradingDays!: number;
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

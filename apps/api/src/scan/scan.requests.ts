import type { CalendarDay } from '#lib/kernel';
import { DEFAULT_CIRC_MKT_MAX_YI, DEFAULT_CIRC_MKT_MIN_YI, MAX_CIRC_MKT_YI } from '#lib/scan';
import { CodeField, DayField, FlagField, LimitField, NumberField, OffsetField } from '../http';

export class ScanRangeQuery {
  @DayField({ description: 'First day of the range', example: '2025-12-01' })
  start_date!: CalendarDay;

  @DayField({ description: 'Last day of the range', example: '2025-12-31' })
  end_date!: CalendarDay;
}

export class StartScanBody extends ScanRangeQuery {
  @NumberField({
    min: 0,
    max: MAX_CIRC_MKT_YI,
    default: DEFAULT_CIRC_MKT_MIN_YI,
    description: 'Lowest circulating market cap in 亿 yuan, inclusive',
  })
  circ_mkt_min_yi!: number;

  @NumberField({
    min: 0,
    max: MAX_CIRC_MKT_YI,
    default: DEFAULT_CIRC_MKT_MAX_YI,
    description: 'Highest circulating market cap in 亿 yuan, inclusive',
  })
  circ_mkt_max_yi!: number;

  @FlagField({ default: false, description: 'Scan although market data of some days are not complete' })
  allow_incomplete!: boolean;
}

export class ScanBatchBody extends StartScanBody {
  @CodeField({
    optional: true,
    nullable: true,
    description: 'Cursor: nextAfterCode of the batch before; left out for the first batch',
  })
  after_code?: string | null;

  @LimitField({ default: 50, max: 100, description: 'Stocks in this batch' })
  limit!: number;
}

export class ScanPageQuery {
  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

import type { CalendarDay } from '#lib/kernel';
import {
  DEFAULT_CIRC_MKT_MAX_YI,
  DEFAULT_CIRC_MKT_MIN_YI,
  DEFAULT_SCAN_OPTIONS,
  MAX_CAP_TOLERANCE_PCT,
  MAX_CIRC_MKT_YI,
  MAX_SKIP_CLOSED_DAYS,
  PRIOR_WINDOW_DAYS,
  type ScanOptions,
  type ScanRequest,
  VOLUME_BASES,
} from '#lib/scan';
import { CodeField, DayField, EnumField, FlagField, IntField, LimitField, NumberField, OffsetField } from '../http';
import { FormatField, type ListFormat } from '../http/list-format';

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

  @EnumField(VOLUME_BASES, {
    default: DEFAULT_SCAN_OPTIONS.volumeBasis,
    description: "shares_adjusted: volumes in shares of the range's last day, so that bonus issues hide nothing",
  })
  volume_basis!: ScanOptions['volumeBasis'];

  @FlagField({ default: DEFAULT_SCAN_OPTIONS.excludeLocked, description: 'One-price days leave both windows' })
  exclude_locked!: boolean;

  @FlagField({ default: DEFAULT_SCAN_OPTIONS.excludeSt, description: 'No hits that are ST on their entry day' })
  exclude_st!: boolean;

  @IntField({
    min: 0,
    max: PRIOR_WINDOW_DAYS,
    default: DEFAULT_SCAN_OPTIONS.minPriorBars,
    description: 'Stocks with fewer bars on the 360 days before count as short history; 240 is sensible',
  })
  min_prior_bars!: number;

  @NumberField({
    min: 0,
    max: MAX_CAP_TOLERANCE_PCT,
    default: DEFAULT_SCAN_OPTIONS.capTolerancePct,
    description: 'By how many percent a market cap may lie outside of the bounds; see capErrorPct of the rows',
  })
  cap_tolerance_pct!: number;

  @IntField({
    min: 0,
    max: MAX_SKIP_CLOSED_DAYS,
    default: DEFAULT_SCAN_OPTIONS.skipClosedDays,
    description:
      'A stock whose session with the same entry day a person closed or deleted in so many days is reported as closed_before ' +
      'and not opened again; 0: it is opened',
  })
  skip_closed_days!: number;
}

/** The request of a body, as the scan takes it. */
export function toScanRequest(body: StartScanBody): ScanRequest {
  return {
    startDate: body.start_date,
    endDate: body.end_date,
    circMktMinYi: body.circ_mkt_min_yi,
    circMktMaxYi: body.circ_mkt_max_yi,
    options: {
      volumeBasis: body.volume_basis,
      excludeLocked: body.exclude_locked,
      excludeSt: body.exclude_st,
      minPriorBars: body.min_prior_bars,
      capTolerancePct: body.cap_tolerance_pct,
      skipClosedDays: body.skip_closed_days,
    },
  };
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

export class ScanHitsQuery extends ScanPageQuery {
  @FormatField()
  format?: ListFormat;
}

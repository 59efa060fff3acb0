import type { CalendarDay } from '#lib/kernel';
import {
  type CoveredDataSet,
  DATA_SET_ERROR_KINDS,
  type DataSetError,
  DAY_STATES,
  type DayFullness,
  type DayState,
  type MarketCoverageReport,
  SYNC_KINDS,
  SYNC_STATUSES,
  type SyncKind,
  type SyncStatus,
  type SyncView,
} from '#lib/market-sync';
import { type StoredMarketSource } from '#lib/market-data';
import {
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiId,
  ApiInstant,
  ApiMarketSource,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class MarketSyncResponse implements SyncView {
  @ApiId() id!: number;
  @ApiEnum(SYNC_KINDS) kind!: SyncKind;
  @ApiEnum(SYNC_STATUSES) status!: SyncStatus;
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
  @ApiCount({ description: 'Questions to the vendor, as far as known' }) unitsTotal!: number;
  @ApiCount({ description: 'Those of them that are answered' }) unitsDone!: number;
  @ApiCount({ description: 'Rows that came' }) rows!: number;
  @ApiCount({ description: 'HTTP calls that were made' }) calls!: number;
  @ApiText({ nullable: true, description: 'What it does now, or what it waits for' }) stage!: string | null;
  @ApiText({ nullable: true }) error!: string | null;
  @ApiInstant({ nullable: true, description: 'When one that waits goes on' }) resumeAt!: string | null;
  @ApiText({ nullable: true, description: 'Who asked for it; null for the schedule' }) startedBy!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) startedAt!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
}

export class MarketSyncListResponse {
  @ApiObject([MarketSyncResponse]) syncs!: MarketSyncResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class MarketSyncStartedResponse {
  @ApiId() syncId!: number;
}

export class DataSetErrorResponse implements DataSetError {
  @ApiEnum(DATA_SET_ERROR_KINDS) kind!: DataSetError['kind'];
  @ApiText() message!: string;
}

export class MarketDataSetResponse implements CoveredDataSet {
  @ApiText({ example: 'daily_bar' }) name!: string;
  @ApiDay({ nullable: true }) from!: CalendarDay | null;
  @ApiDay({ nullable: true }) to!: CalendarDay | null;
  @ApiDay({ isArray: true, description: 'Open days between the two that have nothing' }) holes!: CalendarDay[];
  @ApiObject(DataSetErrorResponse, { nullable: true }) lastError!: DataSetErrorResponse | null;
}

export class MarketCoverageResponse implements MarketCoverageReport {
  @ApiMarketSource() source!: StoredMarketSource;
  @ApiCount() stocks!: number;
  @ApiCount() bars!: number;
  @ApiDay({ nullable: true }) from!: CalendarDay | null;
  @ApiDay({ nullable: true }) to!: CalendarDay | null;
  @ApiObject([MarketDataSetResponse]) dataSets!: MarketDataSetResponse[];
  @ApiDay({ nullable: true, description: 'The newest day whose data are final and all there' })
  latestCompleteDay!: CalendarDay | null;
  @ApiDay({ nullable: true, description: 'A day whose bars were read before 15:45 of it, and may still change' })
  provisionalDay!: CalendarDay | null;
  @ApiObject(MarketSyncResponse, { nullable: true, description: 'The sync that runs, or waits' })
  sync!: MarketSyncResponse | null;
  @ApiWarnings() warnings!: string[];
}

export class MarketDayResponse implements DayFullness {
  @ApiDay() day!: CalendarDay;
  @ApiCount() bars!: number;
  @ApiCount({
    nullable: true,
    description: 'Listed stocks that were not suspended, else the median of the twenty days around; null: not known',
  })
  expected!: number | null;
  @ApiNumber({ nullable: true, minimum: 0, maximum: 1 }) share!: number | null;
  @ApiEnum(DAY_STATES, {
    description: 'empty: no bars; provisional: read before they were final; incomplete: short, or not all there',
  })
  state!: DayState;
}

export class MarketDaysResponse {
  @ApiObject([MarketDayResponse], { description: 'Open days, oldest first, 800 at most' }) days!: MarketDayResponse[];
  @ApiWarnings() warnings!: string[];
}

export {
  AI_CONSENSUS,
  MAX_ENTRY_CLOSE_PRICE,
  MAX_FUNDAMENTAL_SCORE,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
  MAX_SOURCE_LENGTH,
  MAX_STOCK_NAME_LENGTH,
} from './domain/session-fields';
export type { AiConsensus } from './domain/session-fields';
export { REVIEW_DUE, reviewWindow } from './domain/session-review';
export type { ReviewDue } from './domain/session-review';
export { SESSION_STATUSES } from './domain/session-state';
export type { SessionStatus } from './domain/session-state';
export { sessionSearch } from './domain/session-search';
export { AutoCloseService } from './auto-close.service';
export type { AutoCloseReport, CycleAutoClose } from './auto-close.service';
export { AUTO_CLOSE_RULES } from './domain/auto-close';
export { CyqSyncService } from './cyq-sync.service';
export type { AutoCloseRule, FiredRule } from './domain/auto-close';
export type { PhaseSync } from './domain/phase-sync';
export { GROUND_VOLUME_SOURCE } from './domain/session-source';
export {
  ALIGN_FLAGS,
  CYCLE_EVENT_NAMES,
  CYCLE_EVENTS,
  EVENT_SIDES,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  RANGE_PHASES,
  RECORD_ORIGINS,
  SUB_TAGS,
  SUPPLY_DEMAND,
} from './domain/vocabulary';
export { RANGE_ORIGINS, RANGE_SIDES } from './domain/record-evidence';
export type {
  EvidencedEvent,
  EvidencedPhase,
  EvidencedRange,
  Invalidation,
  RecordEvidence,
} from './domain/record-evidence';
export type {
  AlignFlag,
  CycleEvent,
  EventSide,
  PrimaryPhase,
  RangePhase,
  SubTag,
  SupplyDemand,
} from './domain/vocabulary';
export {
  MAX_CYQ_SESSIONS,
  syncCyqJob,
  SyncCyqPayload,
  syncMarketCyqJob,
  SyncMarketCyqPayload,
} from './jobs/sync-cyq.job';
export type { CyqSyncReport } from './jobs/sync-cyq.job';
export type { ManualRemark } from './domain/manual-remark';
export type { DailyRecordView, WeeklyRecordView } from './persistence/record-rows.query';
export { DAILY_WINDOW, QUEUE_REASONS, selectFillQueue, selectFillQueueIds } from './persistence/fill-queue.query';
export type { DailyQueueSession, QueueMoment, QueueReason, WeeklyQueueSession } from './persistence/fill-queue.query';
export { selectRecordGaps } from './persistence/record-gaps.query';
export type { RecordGaps, SessionWithGaps } from './persistence/record-gaps.query';
export { RECORD_KINDS } from './persistence/record-write.query';
export type { Judgement, RecordKind } from './persistence/record-write.query';
export { REVIEWED_PHASES } from './persistence/record-session.query';
export type { ReviewDateCleared } from './persistence/record-session.query';
export type { NewSession, OpenedSession, SessionOrigin } from './persistence/open-sessions.query';
export { SESSION_SORTS } from './persistence/session-page.query';
export type { ListedSession, SessionPageQuery, SessionSort } from './persistence/session-page.query';
export type { LatestRecord, SessionView, VersionedSession, VolumeWindow } from './persistence/session-view.query';
export type { SessionPatch, SessionToCreate } from './persistence/session-write.query';
export type { SessionChips } from './domain/session-chips';
export { refreshSessionMarket } from './persistence/session-market.query';
export { RecordsService } from './records.service';
export type { AiFill, AiFillWritten, RecordEffects, RecordWritten } from './records.service';
export { sessionClosed } from './session-closed';
export { refreshSessionsWithLoads, SessionMarketService } from './session-market.service';
export { SessionsService } from './sessions.service';
export type { SessionDetail } from './sessions.service';
export { TrackingModule } from './tracking.module';
export { LARGEST_COST, LARGEST_QUANTITY } from './domain/position-cells';
export { DEFAULT_LOOKBACK_DAYS, EXCLUDED_DAY_REASONS, MAX_LOOKBACK_DAYS, MIN_LOOKBACK_DAYS } from './choose-entry';
export type { ExcludedDay } from './choose-entry';
export { EntrySuggestionsService } from './entry-suggestions.service';
export type { EntrySuggestion } from './entry-suggestions.service';
export { HoldingsImportService } from './holdings-import.service';
export { HOLDING_ERRORS, importHoldingsJob, ImportHoldingsPayload } from './jobs/import-holdings.job';
export type { FailedHolding, HoldingsImportReport, ImportedHolding, SkippedHolding } from './jobs/import-holdings.job';
export { TRACKING_JOBS } from './jobs/tracking-jobs';
export { TRACKING_ENTITIES, TRACKING_MIGRATIONS } from './persistence/tracking-tables';
export { importPositionsJob, ImportPositionsPayload } from './jobs/import-positions.job';
export type { PositionsImportReport } from './jobs/import-positions.job';
export { PositionsImportService } from './positions-import.service';
export { RisersService } from './risers.service';
export type { Riser } from './persistence/risers.query';
export { PositionsService } from './positions.service';
export type { PositionValues, PositionView } from './positions.service';
export { WatchlistService } from './watchlist.service';
export type { WatchlistItem } from './watchlist.service';

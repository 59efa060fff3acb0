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
export { sessionSearch } from './domain/session-search';
export { AutoClose } from './auto-close.service';
export type { AutoCloseReport, CycleAutoClose } from './auto-close.service';
export { AUTO_CLOSE_RULES } from './domain/auto-close';
export { CyqSync } from './cyq-sync.service';
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
  SUB_TAGS,
  SUPPLY_DEMAND,
} from './domain/vocabulary';
export type { EvidencedEvent, EvidencedRange, RecordEvidence } from './domain/record-evidence';
export type { AlignFlag, CycleEvent, PrimaryPhase, SubTag, SupplyDemand } from './domain/vocabulary';
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
export type { RecordGaps } from './persistence/record-gaps.query';
export type { Judgement, RecordKind } from './persistence/record-write.query';
export type { ReviewDateCleared } from './persistence/record-session.query';
export type { NewSession, OpenedSession, SessionOrigin } from './persistence/open-sessions.query';
export { SESSION_SORTS } from './persistence/session-page.query';
export type { ListedSession, SessionPageQuery, SessionSort } from './persistence/session-page.query';
export type { SessionView, VersionedSession } from './persistence/session-view.query';
export type { SessionPatch, SessionToCreate } from './persistence/session-write.query';
export { refreshSessionMarket } from './persistence/session-market.query';
export { RecordsService } from './records.service';
export type { AiFill, AiFillWritten, RecordEffects, RecordWritten } from './records.service';
export { sessionClosed } from './session-closed';
export { refreshSessionsWithLoads, SessionMarkets } from './session-market.service';
export { SessionsService } from './sessions.service';
export type { SessionDetail } from './sessions.service';
export { TrackingModule } from './tracking.module';
export { LARGEST_COST, LARGEST_QUANTITY } from './domain/position-cells';
export { DEFAULT_LOOKBACK_DAYS, MAX_LOOKBACK_DAYS, MIN_LOOKBACK_DAYS } from './choose-entry';
export { EntrySuggestions } from './entry-suggestions.service';
export { HoldingsImport } from './holdings-import.service';
export { importHoldingsJob, ImportHoldingsPayload } from './jobs/import-holdings.job';
export type { HoldingsImportReport } from './jobs/import-holdings.job';
export { TRACKING_JOBS } from './jobs/tracking-jobs';
export { TRACKING_ENTITIES, TRACKING_MIGRATIONS } from './persistence/tracking-tables';
export { importPositionsJob, ImportPositionsPayload } from './jobs/import-positions.job';
export type { PositionsImportReport } from './jobs/import-positions.job';
export { PositionsImport } from './positions-import.service';
export { Risers } from './risers.service';
export type { Riser } from './persistence/risers.query';
export { PositionsService } from './positions.service';
export type { PositionValues, PositionView } from './positions.service';
export { WatchlistService } from './watchlist.service';
export type { WatchlistItem } from './watchlist.service';

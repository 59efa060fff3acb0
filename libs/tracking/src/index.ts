export { AutoCloseService } from './auto-close.service';
export type { AutoCloseReport, CycleAutoClose } from './auto-close.service';
export {
  DEFAULT_LOOKBACK_DAYS,
  EXCLUDED_DAY_REASONS,
  MAX_LOOKBACK_DAYS,
  MIN_LOOKBACK_DAYS,
} from './domain/choose-entry';
export type { ExcludedDay } from './domain/choose-entry';
export { CyqSyncService } from './cyq-sync.service';
export { AUTO_CLOSE_RULES } from './domain/auto-close';
export type { AutoCloseRule, FiredRule } from './domain/auto-close';
export { DRAWING_KINDS, MAX_DRAWING_PRICE } from './domain/drawing';
export type { DrawingKind, DrawingPoints } from './domain/drawing';
export type { ManualRemark } from './domain/manual-remark';
export type { PhaseSync } from './domain/phase-sync';
export { INVALIDATION_SIDES, invalidationSide, RANGE_ORIGINS, RANGE_SIDES } from './domain/record-evidence';
export type {
  EvidencedEvent,
  EvidencedPhase,
  EvidencedRange,
  Invalidation,
  InvalidationSide,
  RecordEvidence,
} from './domain/record-evidence';
export type { SessionChips } from './domain/session-chips';
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
export { GROUND_VOLUME_SOURCE, HOLDINGS_SOURCE } from './domain/session-source';
export { SESSION_STATUSES } from './domain/session-state';
export type { SessionStatus } from './domain/session-state';
export {
  ALIGN_FLAGS,
  CYCLE_EVENTS,
  CYCLE_EVENT_NAMES,
  EVENT_SIDES,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  RANGE_PHASES,
  RECORD_ORIGINS,
  SUB_TAGS,
  SUPPLY_DEMAND,
} from './domain/vocabulary';
export type {
  AlignFlag,
  CycleEvent,
  EventSide,
  PrimaryPhase,
  RangePhase,
  SubTag,
  SupplyDemand,
} from './domain/vocabulary';
export { DrawingsService } from './drawings.service';
export { EntrySuggestionsService, noEntryReason } from './entry-suggestions.service';
export type { EntrySuggestion, FoundEntry } from './entry-suggestions.service';
export {
  MAX_CYQ_SESSIONS,
  SyncCyqPayload,
  SyncMarketCyqPayload,
  syncCyqJob,
  syncMarketCyqJob,
} from './jobs/sync-cyq.job';
export type { CyqSyncReport } from './jobs/sync-cyq.job';
export { TRACKING_JOBS } from './jobs/tracking-jobs';
export type { OpenedSession } from './persistence/open-sessions.query';
export { DAILY_WINDOW, QUEUE_REASONS, selectFillQueue, selectFillQueueIds } from './persistence/fill-queue.query';
export type { DailyQueueSession, QueueMoment, QueueReason, WeeklyQueueSession } from './persistence/fill-queue.query';
export { selectRecordGaps } from './persistence/record-gaps.query';
export type { RecordGaps, SessionWithGaps } from './persistence/record-gaps.query';
export type { DailyRecordView, WeeklyRecordView } from './persistence/record-rows.query';
export { REVIEWED_PHASES } from './persistence/record-session.query';
export type { ReviewDateCleared } from './persistence/record-session.query';
export { RECORD_KINDS } from './persistence/record-write.query';
export type { Judgement, RecordKind } from './persistence/record-write.query';
export type { Riser } from './persistence/risers.query';
export type { DrawingView } from './persistence/session-drawings.query';
export { MISSING_FIGURE_REASONS, MISSING_PROFIT_REASONS } from './domain/day-figures';
export type { MissingFigureReason, MissingProfitReason } from './domain/day-figures';
export { dayChangePct, missingReason } from './persistence/day-figures';
export { holdingFigures } from './persistence/holding-figures';
export type { HoldingView } from './persistence/holding-figures';
export { INDEXED_SESSION_SORTS, SESSION_SORTS } from './persistence/session-page.query';
export type { ListedSession, SessionPageQuery, SessionSort } from './persistence/session-page.query';
export { prepareSessionDetail } from './persistence/session-view.query';
export type {
  LatestRecord,
  SessionDetail,
  SessionView,
  VersionedSession,
  VolumeWindow,
} from './persistence/session-view.query';
export type { SessionPatch } from './persistence/session-write.query';
export { recordDueSessions, selectDueSessions } from './persistence/session-facts.query';
export { TRACKING_ENTITIES, TRACKING_MIGRATIONS } from './persistence/tracking-tables';
export { RecordsService } from './records.service';
export type { AiFill, AiFillWritten, RecordWritten } from './records.service';
export { ReviewCalendarService } from './review-calendar/review-calendar.service';
export { RisersService } from './risers.service';
export { sessionClosed } from './session-closed';
export { SessionMarketService, refreshSessionsWithLoads } from './session-market.service';
export { SessionTotalsService } from './session-totals.service';
export { SessionsService } from './sessions.service';
export { TrackingModule } from './tracking.module';

export { GROUND_VOLUME_SOURCE } from './domain/session-source';
export { CreateTracking1763600000400 } from './persistence/1763600000400-create-tracking';
export { CreateRecords1763700000100 } from './persistence/1763700000100-create-records';
export type { NewSession, OpenedSession, SessionOrigin } from './persistence/open-sessions.query';
export { SESSION_SORTS } from './persistence/session-page.query';
export type { SessionPageQuery, SessionSort, SessionView } from './persistence/session-page.query';
export { SessionsService } from './sessions.service';
export { TrackingModule } from './tracking.module';

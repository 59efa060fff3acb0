import { CreateTracking1763600000400 } from './1763600000400-create-tracking';
import { CreateRecords1763700000100 } from './1763700000100-create-records';
import { KeepSessionChips1764300000010 } from './1764300000010-keep-session-chips';
import { ExplainSessionFigures1767000000110 } from './1767000000110-explain-session-figures';
import { NameSessionSources1767000000130 } from './1767000000130-name-session-sources';
import { KeepRecordVersions1767000000700 } from './1767000000700-keep-record-versions';
import { TellNamesApart1767000000710 } from './1767000000710-tell-names-apart';
import { KeepWhoEnded1767000000800 } from './1767000000800-keep-who-ended';
import { IndexRecordRuns1767000000890 } from './1767000000890-index-record-runs';
import { KeepRecordEvidence1769000001100 } from './1769000001100-keep-record-evidence';
import { TakeTdxSessions1770000000001 } from './1770000000001-take-tdx-sessions';
import { CreateSessionDrawings1770000000070 } from './1770000000070-create-session-drawings';
import { KeepDayFigures1770000000081 } from './1770000000081-keep-day-figures';
import { CountSessions1772300000100 } from './1772300000100-count-sessions';
import { KeepInvalidations1772700000100 } from './1772700000100-keep-invalidations';
import { DailyRecordVersion } from './daily-record-version.entity';
import { DailyRecord } from './daily-record.entity';
import { SessionCount } from './session-count.entity';
import { SessionDrawing } from './session-drawing.entity';
import { SessionMarket } from './session-market.entity';
import { TrackingSession } from './tracking-session.entity';
import { WeeklyRecordVersion } from './weekly-record-version.entity';
import { WeeklyRecord } from './weekly-record.entity';

export const TRACKING_ENTITIES = [
  TrackingSession,
  SessionMarket,
  DailyRecord,
  DailyRecordVersion,
  WeeklyRecord,
  WeeklyRecordVersion,
  SessionDrawing,
  SessionCount,
];

export const TRACKING_MIGRATIONS = [
  CreateTracking1763600000400,
  CreateRecords1763700000100,
  KeepSessionChips1764300000010,
  ExplainSessionFigures1767000000110,
  NameSessionSources1767000000130,
  KeepRecordVersions1767000000700,
  TellNamesApart1767000000710,
  KeepWhoEnded1767000000800,
  IndexRecordRuns1767000000890,
  KeepRecordEvidence1769000001100,
  TakeTdxSessions1770000000001,
  CreateSessionDrawings1770000000070,
  KeepDayFigures1770000000081,
  CountSessions1772300000100,
  KeepInvalidations1772700000100,
];

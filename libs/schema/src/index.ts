import type { MigrationInterface } from 'typeorm';
import { ACCOUNT_ENTITIES, ACCOUNT_MIGRATIONS, ACCOUNT_RETENTION } from '#lib/accounts';
import { AGENTS_ENTITIES, AGENTS_MIGRATIONS, AGENTS_RETENTION } from '#lib/agents';
import { AI_ENTITIES, AI_JOBS, AI_MIGRATIONS, AI_RETENTION } from '#lib/ai';
import { AUDIT_RETENTION, AUDIT_TRAIL_ENTITIES, AUDIT_TRAIL_MIGRATIONS } from '#lib/audit-trail';
import { BACKUP_ENTITIES, BACKUP_JOBS, BACKUP_MIGRATIONS, BACKUP_RETENTION } from '#lib/backup';
import { CHIPS_MIGRATIONS, CHIPS_RETENTION } from '#lib/chips';
import { type EntityClass, type RetentionRule, DATABASE_MIGRATIONS } from '#lib/database';
import { EVENTS_ENTITIES, EVENTS_MIGRATIONS, EVENTS_RETENTION } from '#lib/events';
import { DEMO_MARKET_JOBS } from '#lib/demo-market';
import { DEMO_WORK_JOBS, DEMO_WORK_MIGRATIONS } from '#lib/getting-started';
import { MARKET_DATA_ENTITIES, MARKET_DATA_JOBS, MARKET_DATA_MIGRATIONS, MARKET_RETENTION } from '#lib/market-data';
import { MARKET_SOURCE_ENTITIES, MARKET_SOURCE_MIGRATIONS } from '#lib/market-source';
import {
  MARKET_SYNC_ENTITIES,
  MARKET_SYNC_JOBS,
  MARKET_SYNC_MIGRATIONS,
  MARKET_SYNC_RETENTION,
} from '#lib/market-sync';
import { NOTIFICATION_JOBS, NOTIFICATIONS_ENTITIES, NOTIFICATIONS_MIGRATIONS } from '#lib/notifications';
import { PORTFOLIO_ENTITIES, PORTFOLIO_JOBS } from '#lib/portfolio';
import { type AnyJobDefinition, QUEUE_ENTITIES, QUEUE_JOBS, QUEUE_MIGRATIONS, QUEUE_RETENTION } from '#lib/queue';
import { RATE_LIMIT_MIGRATIONS } from '#lib/rate-limits';
import { SCAN_ENTITIES, SCAN_JOBS, SCAN_MIGRATIONS, SCAN_RETENTION } from '#lib/scan';
import { SCREENS_ENTITIES, SCREENS_MIGRATIONS } from '#lib/screens';
import { STUDIES_ENTITIES, STUDIES_MIGRATIONS, STUDIES_RETENTION, STUDY_JOBS } from '#lib/studies';
import { SEO_ENTITIES, SEO_JOBS, SEO_MIGRATIONS, SEO_RETENTION } from '#lib/seo';
import { TRACKING_ENTITIES, TRACKING_JOBS, TRACKING_MIGRATIONS } from '#lib/tracking';
import { UPKEEP_ENTITIES, UPKEEP_JOBS, UPKEEP_MIGRATIONS } from '#lib/upkeep';
import { UPLOAD_ENTITIES, UPLOAD_MIGRATIONS } from '#lib/uploads';
import { VENDORS_MIGRATIONS } from '#lib/vendors';
import { TABLES } from './tables';

type Migration = new () => MigrationInterface;

/** Every entity, in the order in which the features depend on each other. */
export const ENTITIES: readonly EntityClass[] = [
  ...ACCOUNT_ENTITIES,
  ...QUEUE_ENTITIES,
  ...AUDIT_TRAIL_ENTITIES,
  ...EVENTS_ENTITIES,
  ...UPLOAD_ENTITIES,
  ...MARKET_DATA_ENTITIES,
  ...MARKET_SOURCE_ENTITIES,
  ...MARKET_SYNC_ENTITIES,
  ...TRACKING_ENTITIES,
  ...PORTFOLIO_ENTITIES,
  ...SCAN_ENTITIES,
  ...SCREENS_ENTITIES,
  ...STUDIES_ENTITIES,
  ...NOTIFICATIONS_ENTITIES,
  ...AI_ENTITIES,
  ...AGENTS_ENTITIES,
  ...SEO_ENTITIES,
  ...BACKUP_ENTITIES,
  ...UPKEEP_ENTITIES,
];

/** Every migration, oldest first. */
export const MIGRATIONS: readonly Migration[] = sortByAge([
  ...DATABASE_MIGRATIONS,
  ...ACCOUNT_MIGRATIONS,
  ...QUEUE_MIGRATIONS,
  ...AUDIT_TRAIL_MIGRATIONS,
  ...EVENTS_MIGRATIONS,
  ...RATE_LIMIT_MIGRATIONS,
  ...UPLOAD_MIGRATIONS,
  ...MARKET_DATA_MIGRATIONS,
  ...VENDORS_MIGRATIONS,
  ...MARKET_SOURCE_MIGRATIONS,
  ...MARKET_SYNC_MIGRATIONS,
  ...CHIPS_MIGRATIONS,
  ...TRACKING_MIGRATIONS,
  ...SCAN_MIGRATIONS,
  ...AI_MIGRATIONS,
  ...DEMO_WORK_MIGRATIONS,
  ...SCREENS_MIGRATIONS,
  ...STUDIES_MIGRATIONS,
  ...NOTIFICATIONS_MIGRATIONS,
  ...AGENTS_MIGRATIONS,
  ...SEO_MIGRATIONS,
  ...BACKUP_MIGRATIONS,
  ...UPKEEP_MIGRATIONS,
]);

/** The class of a migration ends in its time, as TypeORM wants it. */
function sortByAge(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => getTimestamp(a) - getTimestamp(b));
}

function getTimestamp({ name }: Migration): number {
  return Number(name.slice(-13));
}

/** The schema of this build, as backups know it. */
export const SCHEMA = { migrations: MIGRATIONS, tables: TABLES } as const;

/** Every background job. The worker's boot fails if one has no handler. */
export const JOBS: readonly AnyJobDefinition[] = [
  ...QUEUE_JOBS,
  ...UPKEEP_JOBS,
  ...BACKUP_JOBS,
  ...MARKET_DATA_JOBS,
  ...DEMO_MARKET_JOBS,
  ...DEMO_WORK_JOBS,
  ...MARKET_SYNC_JOBS,
  ...SCAN_JOBS,
  ...STUDY_JOBS,
  ...NOTIFICATION_JOBS,
  ...TRACKING_JOBS,
  ...PORTFOLIO_JOBS,
  ...AI_JOBS,
  ...SEO_JOBS,
];

/** How long rows are kept. A table with a reference comes before the one that it names. */
export const RETENTION: readonly RetentionRule[] = [
  ...QUEUE_RETENTION,
  ...ACCOUNT_RETENTION,
  ...SCAN_RETENTION,
  ...STUDIES_RETENTION,
  ...SEO_RETENTION,
  ...MARKET_RETENTION,
  ...MARKET_SYNC_RETENTION,
  ...CHIPS_RETENTION,
  ...AI_RETENTION,
  ...BACKUP_RETENTION,
  ...AUDIT_RETENTION,
  ...EVENTS_RETENTION,
  ...AGENTS_RETENTION,
];

import type { EntityClass, RetentionRule } from '#lib/database';
import { CreateUpkeep1767000000900, retentionJob, selfAuditJob } from '#lib/upkeep';
import type { MigrationInterface } from 'typeorm';
import { AI_ENTITIES, AI_JOBS, AI_MIGRATIONS, AI_RETENTION } from '#lib/ai';
import { AUDIT_RETENTION, CreateAuditEvents1768000000100 } from '#lib/audit-trail';
import { BACKUP_RETENTION, CreateBackupRuns1767000000410, nightlyBackupJob } from '#lib/backup';
import { CreateStagingSchema1767000000400 } from '#lib/database';
import { ACCOUNT_ENTITIES, ACCOUNT_MIGRATIONS, ACCOUNT_RETENTION } from '#lib/accounts';
import {
  BeatDuringLoads1767000000300,
  CreateChips1764300000000,
  CreateMarketData1763600000300,
  CreateMarketDetails1764000000000,
  CreateMarketSync1764200000000,
  CreatePriceBreaks1763700000050,
  CreateStockSearch1764400000000,
  CreateTushareBudget1764100000000,
  ExplainFigures1767000000100,
  NameFigureSources1767000000120,
  growDemoMarketJob,
  importMarketJob,
  IndexFaultyUnits1766000000120,
  IndexNewCodes1768000000110,
  KnowBarProvenance1767000000200,
  readMarketFilesJob,
  syncMarketJob,
  UploadMarketImports1764300000020,
  WarnOfFiles1767000000210,
  MARKET_RETENTION,
} from '#lib/market-data';
import {
  type AnyJobDefinition,
  CountJobsOfUsers1767000000520,
  CreateJobs1763600000250,
  pruneJobsJob,
  QUEUE_RETENTION,
  TellFailuresAgain1767000000500,
  TraceJobs1766000000100,
} from '#lib/queue';
import { CreateRateLimits1763700000300 } from '#lib/rate-limits';
import {
  CreateScanOptions1764400000010,
  CreateScans1763600000500,
  firstScanBatchJob,
  MarkEstimatedCaps1768000000010,
  NameAdjustedLimits1768000000000,
  scanBatchJob,
  scanRangeJob,
  TellOriginOfHits1767000000810,
  SCAN_RETENTION,
} from '#lib/scan';
import { TRACKING_ENTITIES, TRACKING_JOBS, TRACKING_MIGRATIONS } from '#lib/tracking';
import { SEO_ENTITIES, SEO_JOBS, SEO_MIGRATIONS, SEO_RETENTION } from '#lib/seo';
import { CreateUploads1763700000200, VerifyUploads1767000000510 } from '#lib/uploads';
import { TABLES } from './tables';

type Migration = new () => MigrationInterface;

/** Every entity, in the order in which the features depend on each other. */
export const ENTITIES: readonly EntityClass[] = [
  ...ACCOUNT_ENTITIES,
  ...TRACKING_ENTITIES,
  ...AI_ENTITIES,
  ...SEO_ENTITIES,
];

/** Every migration, oldest first. */
export const MIGRATIONS: readonly Migration[] = sortByAge([
  ...ACCOUNT_MIGRATIONS,
  ...TRACKING_MIGRATIONS,
  ...AI_MIGRATIONS,
  ...SEO_MIGRATIONS,
  CreateJobs1763600000250,
  CreateMarketData1763600000300,
  CreateScans1763600000500,
  CreatePriceBreaks1763700000050,
  CreateUploads1763700000200,
  CreateRateLimits1763700000300,
  CreateMarketDetails1764000000000,
  CreateTushareBudget1764100000000,
  CreateMarketSync1764200000000,
  CreateChips1764300000000,
  UploadMarketImports1764300000020,
  CreateStockSearch1764400000000,
  CreateScanOptions1764400000010,
  TraceJobs1766000000100,
  IndexFaultyUnits1766000000120,
  ExplainFigures1767000000100,
  NameFigureSources1767000000120,
  KnowBarProvenance1767000000200,
  WarnOfFiles1767000000210,
  BeatDuringLoads1767000000300,
  CreateStagingSchema1767000000400,
  CreateBackupRuns1767000000410,
  TellFailuresAgain1767000000500,
  VerifyUploads1767000000510,
  CountJobsOfUsers1767000000520,
  TellOriginOfHits1767000000810,
  CreateUpkeep1767000000900,
  NameAdjustedLimits1768000000000,
  MarkEstimatedCaps1768000000010,
  CreateAuditEvents1768000000100,
  IndexNewCodes1768000000110,
]);

/** The class of a migration ends in its time, as TypeORM wants it. */
function sortByAge(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => ageOf(a) - ageOf(b));
}

function ageOf({ name }: Migration): number {
  return Number(name.slice(-13));
}

/** The schema of this build, as backups know it. */
export const SCHEMA = { migrations: MIGRATIONS, tables: TABLES } as const;

/** Every background job. The worker's boot fails where one has no handler. */
export const JOBS: readonly AnyJobDefinition[] = [
  pruneJobsJob,
  retentionJob,
  selfAuditJob,
  nightlyBackupJob,
  growDemoMarketJob,
  syncMarketJob,
  readMarketFilesJob,
  scanBatchJob,
  firstScanBatchJob,
  scanRangeJob,
  ...TRACKING_JOBS,
  ...AI_JOBS,
  importMarketJob,
  ...SEO_JOBS,
];

/** What is kept how long. A table with a reference comes before the one that it names. */
export const RETENTION: readonly RetentionRule[] = [
  ...QUEUE_RETENTION,
  ...ACCOUNT_RETENTION,
  ...SCAN_RETENTION,
  ...SEO_RETENTION,
  ...MARKET_RETENTION,
  ...AI_RETENTION,
  ...BACKUP_RETENTION,
  ...AUDIT_RETENTION,
];

import type { EntityTarget, MigrationInterface, ObjectLiteral } from 'typeorm';
import { CreateAccounts1763600000200, KeepAdministrator1763700000150 } from '#lib/accounts';
import {
  CreateMarketData1763600000300,
  CreateMarketDetails1764000000000,
  CreatePriceBreaks1763700000050,
  growDemoMarketJob,
} from '#lib/market-data';
import { type AnyJobDefinition, CreateJobs1763600000250, pruneJobsJob } from '#lib/queue';
import { CreateRateLimits1763700000300 } from '#lib/rate-limits';
import { CreateScans1763600000500, scanBatchJob, scanRangeJob } from '#lib/scan';
import { CreateSeo1764700000000, importSeoJob } from '#lib/seo';
import { CreateRecords1763700000100, CreateTracking1763600000400, importPositionsJob } from '#lib/tracking';
import { CreateUploads1763700000200 } from '#lib/uploads';

/** Every entity, in the order in which the features depend on each other. */
export const ENTITIES: readonly EntityTarget<ObjectLiteral>[] = [];

/** Every migration, oldest first. */
export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateAccounts1763600000200,
  CreateJobs1763600000250,
  CreateMarketData1763600000300,
  CreateTracking1763600000400,
  CreateScans1763600000500,
  CreatePriceBreaks1763700000050,
  CreateRecords1763700000100,
  KeepAdministrator1763700000150,
  CreateUploads1763700000200,
  CreateRateLimits1763700000300,
  CreateMarketDetails1764000000000,
  CreateSeo1764700000000,
];

/** Every background job. The worker's boot fails where one has no handler. */
export const JOBS: readonly AnyJobDefinition[] = [
  pruneJobsJob,
  growDemoMarketJob,
  scanBatchJob,
  scanRangeJob,
  importPositionsJob,
  importSeoJob,
];

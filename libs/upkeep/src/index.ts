export { retentionJob } from './jobs/retention.job';
export { CreateUpkeep1767000000900 } from './persistence/1767000000900-create-upkeep';
export { Retention } from './retention.service';
export type { RetentionView } from './retention.service';
export { UpkeepModule } from './upkeep.module';

import { CreateStagingSchema1767000000400 } from './1767000000400-create-staging-schema';

export const DATABASE_MIGRATIONS = [CreateStagingSchema1767000000400];

import type { MigrationInterface } from 'typeorm';

/** The schema of this build, as `libs/schema` lists it. */
export interface KnownSchema {
  /** Every migration, oldest first. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Every table that they make. Any other table of a database is not ours: it is neither saved nor touched. */
  readonly tables: readonly string[];
}

/** The names under which migrations are noted as applied. */
export function migrationNames({ migrations }: Pick<KnownSchema, 'migrations'>): string[] {
  return migrations.map((Migration) => new Migration().name ?? Migration.name);
}

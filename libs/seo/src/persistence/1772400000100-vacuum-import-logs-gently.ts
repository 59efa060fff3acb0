import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOGS = ['seo_keyword_history', 'seo_import_change'] as const;

/** Both logs only grow until retention deletes: autovacuum visits them when a million rows are new, and pauses longer (ADR 170). */
export class VacuumImportLogsGently1772400000100 implements MigrationInterface {
  name = 'VacuumImportLogsGently1772400000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const log of LOGS) {
      await runner.query(
        `alter table ${log} set (autovacuum_vacuum_insert_threshold = 1000000,
           autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 10)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const log of LOGS) {
      await runner.query(
        `alter table ${log} reset (autovacuum_vacuum_insert_threshold, autovacuum_vacuum_insert_scale_factor,
           autovacuum_vacuum_cost_delay)`,
      );
    }
  }
}

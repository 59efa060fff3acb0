import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['daily_record', 'weekly_record'];

/** Without these, each run of a model that is deleted reads all records for those that name it. */
export class IndexRecordRuns1767000000890 implements MigrationInterface {
  name = 'IndexRecordRuns1767000000890';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`create index ${table}_ai_run on ${table} (ai_run_id) where ai_run_id is not null`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop index ${table}_ai_run`);
  }
}

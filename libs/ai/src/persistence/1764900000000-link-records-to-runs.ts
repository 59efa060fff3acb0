import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A record that a model filled names the run that it came from; runs are never deleted, only their texts are. */
export class LinkRecordsToRuns1764900000000 implements MigrationInterface {
  name = 'LinkRecordsToRuns1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['daily_record', 'weekly_record']) {
      await runner.query(
        `alter table ${table} add constraint ${table}_ai_run_fkey foreign key (ai_run_id) references ai_run (id)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['daily_record', 'weekly_record']) {
      await runner.query(`alter table ${table} drop constraint ${table}_ai_run_fkey`);
    }
  }
}

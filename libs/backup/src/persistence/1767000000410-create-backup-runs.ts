import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of each night's backup. */
export class CreateBackupRuns1767000000410 implements MigrationInterface {
  readonly name = 'CreateBackupRuns1767000000410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table backup_run (
        day date not null,
        job_id bigint not null,
        status text collate "C" not null,
        file text,
        bytes bigint,
        row_count bigint,
        error_code text collate "C",
        error text,
        finished_at timestamptz not null default now(),
        constraint backup_run_pkey primary key (day),
        constraint backup_run_status_check check (status in ('completed', 'failed')),
        constraint backup_run_file_check check ((status = 'completed') = (file is not null)),
        constraint backup_run_error_check check ((status = 'failed') = (error is not null))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table backup_run');
  }
}

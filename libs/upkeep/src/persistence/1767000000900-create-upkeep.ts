import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the daily retention did last, a row for each rule; and the reports of the self-audit. */
export class CreateUpkeep1767000000900 implements MigrationInterface {
  name = 'CreateUpkeep1767000000900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table retention_run (
        rule text collate "C" not null,
        run_at timestamptz not null,
        ended bigint not null,
        constraint retention_run_pkey primary key (rule),
        constraint retention_run_ended_check check (ended >= 0)
      )`);
    await runner.query(`
      create table audit_report (
        id bigint generated always as identity,
        checked_at timestamptz not null,
        checks jsonb not null,
        differences integer not null,
        constraint audit_report_pkey primary key (id),
        constraint audit_report_checks_check check (jsonb_typeof(checks) = 'array'),
        constraint audit_report_differences_check check (differences >= 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_report, retention_run');
  }
}

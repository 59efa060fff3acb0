import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A failed job remembers when its failure is reported to its handler again, because the handler could not note it. */
export class TellFailuresAgain1767000000500 implements MigrationInterface {
  name = 'TellFailuresAgain1767000000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job add column failure_due_at timestamptz');
    await runner.query('create index job_failure_due on job (failure_due_at) where failure_due_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job drop column failure_due_at');
  }
}

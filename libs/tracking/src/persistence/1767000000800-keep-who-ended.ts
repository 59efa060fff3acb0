import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the rules of auto-close ended a session or a person did; older builds closed by rule without saying so, and those
 * count as a person's. The index finds the ended sessions of an entry day.
 */
export class KeepWhoEnded1767000000800 implements MigrationInterface {
  name = 'KeepWhoEnded1767000000800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracking_session add column ended_by_rule boolean not null default false');
    await runner.query(`
      create index tracking_session_ended on tracking_session (code, entry_date)
        where ended_at is not null or deleted_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index tracking_session_ended');
    await runner.query('alter table tracking_session drop column ended_by_rule');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The chip distribution as a session shows it, kept with its other market figures so that a closed one keeps it too. */
export class KeepSessionChips1764300000010 implements MigrationInterface {
  name = 'KeepSessionChips1764300000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_market add column cyq jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_market drop column cyq');
  }
}

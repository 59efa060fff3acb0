import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which bars each data version changed, so that a process that holds bars in memory knows what to read again: `first_day` is
 * the first day with a changed bar, null where only other data changed. A version without a row may have changed any.
 */
export class CreateBarChanges1771000000000 implements MigrationInterface {
  name = 'CreateBarChanges1771000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bar_change (
        data_version bigint not null,
        first_day date,
        change_id uuid not null default gen_random_uuid(),
        constraint bar_change_pkey primary key (data_version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bar_change');
  }
}

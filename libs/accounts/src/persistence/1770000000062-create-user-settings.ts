import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users chose in a client, by user and key. */
export class CreateUserSettings1770000000062 implements MigrationInterface {
  name = 'CreateUserSettings1770000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_setting (
        user_id bigint not null references app_user (id) on delete cascade,
        key text collate "C" not null,
        value jsonb not null,
        updated_at timestamptz not null default now(),
        constraint user_setting_pkey primary key (user_id, key),
        constraint user_setting_key_check check (key ~ '^[a-z][a-z0-9-]{0,39}$'),
        constraint user_setting_value_check check (jsonb_typeof(value) = 'object')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_setting');
  }
}

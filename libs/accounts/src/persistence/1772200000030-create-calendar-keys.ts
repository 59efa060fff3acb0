import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of calendar feeds, one a user. */
export class CreateCalendarKeys1772200000030 implements MigrationInterface {
  name = 'CreateCalendarKeys1772200000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar_key (
        user_id bigint not null,
        key_id text collate "C" not null,
        secret_hash bytea not null,
        created_at timestamptz not null default now(),
        last_read_at timestamptz,
        constraint calendar_key_pkey primary key (user_id),
        constraint calendar_key_user_fkey foreign key (user_id) references app_user (id) on delete cascade,
        constraint calendar_key_id_unique unique (key_id),
        constraint calendar_key_id_check check (key_id ~ '^[0-9a-f]{16}$'),
        constraint calendar_key_hash_check check (octet_length(secret_hash) = 32)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar_key');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Screens that users write: a name, and the versions of a formula. */
export class CreateOwnScreens1771000000010 implements MigrationInterface {
  name = 'CreateOwnScreens1771000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table own_screen (
        id bigint generated always as identity,
        name text not null,
        description text,
        owner_id bigint not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint own_screen_pkey primary key (id),
        constraint own_screen_owner_fkey foreign key (owner_id) references app_user (id),
        constraint own_screen_name_check check (length(name) between 1 and 40),
        constraint own_screen_version_check check (version >= 1)
      )`);
    await runner.query('create unique index own_screen_name on own_screen (lower(name))');
    await runner.query('create index own_screen_owner on own_screen (owner_id)');
    await runner.query(`
      create table own_screen_version (
        screen_id bigint not null,
        version integer not null,
        formula text not null,
        filters jsonb not null,
        created_at timestamptz not null default now(),
        constraint own_screen_version_pkey primary key (screen_id, version),
        constraint own_screen_version_screen_fkey foreign key (screen_id) references own_screen (id) on delete cascade,
        constraint own_screen_version_formula_check check (octet_length(formula) between 1 and 4096),
        constraint own_screen_version_filters_check check (jsonb_typeof(filters) = 'object')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table own_screen_version, own_screen');
  }
}

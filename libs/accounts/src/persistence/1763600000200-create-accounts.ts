import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users, their logins and their personal API keys. User ids given by the database start at 2: id 1 is the administrator
 * of the first start. Secrets are stored as hashes only.
 */
export class CreateAccounts1763600000200 implements MigrationInterface {
  name = 'CreateAccounts1763600000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app_user (
        id bigint generated always as identity (start with 2),
        username text not null,
        password_hash text not null,
        role text not null default 'user',
        disabled_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint app_user_pkey primary key (id),
        constraint app_user_username_check check (char_length(username) between 1 and 64),
        constraint app_user_role_check check (role in ('admin', 'user'))
      )`);
    await runner.query(`create unique index app_user_username on app_user (lower(username))`);
    await runner.query(`
      create table login (
        id uuid not null,
        user_id bigint not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz,
        constraint login_pkey primary key (id),
        constraint login_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
    await runner.query(`create index login_user on login (user_id)`);
    await runner.query(`create index login_expires_at on login (expires_at)`);
    await runner.query(`
      create table api_key (
        id bigint generated always as identity,
        key_id text collate "C" not null,
        secret_hash bytea not null,
        name text not null,
        user_id bigint not null,
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint api_key_pkey primary key (id),
        constraint api_key_key_id_unique unique (key_id),
        constraint api_key_key_id_check check (key_id ~ '^[0-9a-f]{16}$'),
        constraint api_key_secret_hash_check check (octet_length(secret_hash) = 32),
        constraint api_key_name_check check (char_length(name) between 1 and 100),
        constraint api_key_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
    await runner.query(`create index api_key_user on api_key (user_id)`);
    await runner.query(`
      create table login_attempt (
        id bigint generated always as identity,
        account_hash bytea not null,
        address text not null,
        attempted_at timestamptz not null default now(),
        constraint login_attempt_pkey primary key (id)
      )`);
    await runner.query(`create index login_attempt_account on login_attempt (account_hash, address, attempted_at)`);
    await runner.query(`create index login_attempt_address on login_attempt (address, attempted_at)`);
    await runner.query(`create index login_attempt_attempted_at on login_attempt (attempted_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table login_attempt, api_key, login, app_user');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls of agents. No reference to `app_user` or `api_key`: a call outlives both. */
export class CreateMcpCalls1772100000000 implements MigrationInterface {
  name = 'CreateMcpCalls1772100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mcp_call (
        id bigint generated always as identity,
        at timestamptz not null default now(),
        user_id bigint not null,
        key_prefix text not null,
        tool text not null,
        arguments_hash text not null,
        ms integer not null,
        rows integer not null,
        error_code text,
        constraint mcp_call_pkey primary key (id),
        constraint mcp_call_ms_check check (ms >= 0),
        constraint mcp_call_rows_check check (rows >= 0)
      )`);
    await runner.query('create index mcp_call_at on mcp_call (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mcp_call');
  }
}

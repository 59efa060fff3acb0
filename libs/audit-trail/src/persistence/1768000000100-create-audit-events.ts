import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acts of people. No reference to `app_user`: an event outlives the user. */
export class CreateAuditEvents1768000000100 implements MigrationInterface {
  name = 'CreateAuditEvents1768000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_event (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        actor_kind text not null,
        actor_id bigint,
        actor_name text,
        key_prefix text,
        action text not null,
        subject_id bigint,
        subject text,
        details jsonb not null default '{}',
        constraint audit_event_actor_check
          check (actor_kind in ('login', 'api_key', 'command_line', 'server', 'unknown')
            and (actor_kind in ('login', 'api_key')) = (actor_id is not null)),
        constraint audit_event_details_check check (jsonb_typeof(details) = 'object')
      )`);
    await runner.query('create index audit_event_at on audit_event (at)');
    await runner.query('create index audit_event_actor on audit_event (lower(actor_name), id)');
    await runner.query('create index audit_event_action on audit_event (action, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_event');
  }
}

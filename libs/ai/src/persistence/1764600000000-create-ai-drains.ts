import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drains of the fill queues. Two partial unique indexes are the gates: one scheduled drain a trading day and kind, and one
 * drain of a kind in flight, however many workers ask.
 *
 * `ai_drain_session` holds what a drain has to do, in its order, and what became of it. `lane` is the lane that holds a
 * session: one that dies takes the same session up again. `tries` counts how often that began.
 */
export class CreateAiDrains1764600000000 implements MigrationInterface {
  name = 'CreateAiDrains1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_drain (
        id bigint generated always as identity,
        kind text not null,
        origin text not null,
        trade_day date not null,
        today date not null,
        status text not null default 'queued',
        total integer not null,
        started_by bigint,
        error text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        constraint ai_drain_pkey primary key (id),
        constraint ai_drain_kind_check check (kind in ('daily', 'weekly')),
        constraint ai_drain_origin_check check (origin in ('schedule', 'manual')),
        constraint ai_drain_days_check check (trade_day <= today),
        constraint ai_drain_status_check check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        constraint ai_drain_finished_check check ((status in ('queued', 'running')) = (finished_at is null)),
        constraint ai_drain_started_by_fkey foreign key (started_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index ai_drain_one_a_day on ai_drain (kind, trade_day) where origin = 'schedule'`);
    await runner.query(`
      create unique index ai_drain_one_in_flight on ai_drain (kind) where status in ('queued', 'running')`);
    await runner.query(`
      create table ai_drain_lane (
        drain_id bigint not null,
        lane_no smallint not null,
        job_id bigint not null,
        status text not null default 'running',
        constraint ai_drain_lane_pkey primary key (drain_id, lane_no),
        constraint ai_drain_lane_drain_fkey foreign key (drain_id) references ai_drain (id) on delete cascade,
        constraint ai_drain_lane_status_check check (status in ('running', 'ended'))
      )`);
    await runner.query(`
      create table ai_drain_session (
        drain_id bigint not null,
        position integer not null,
        session_id bigint not null,
        status text not null default 'pending',
        lane smallint,
        tries smallint not null default 0,
        reason text,
        generated integer not null default 0,
        overwritten integer not null default 0,
        finished_at timestamptz,
        constraint ai_drain_session_pkey primary key (drain_id, position),
        constraint ai_drain_session_once unique (drain_id, session_id),
        constraint ai_drain_session_drain_fkey foreign key (drain_id) references ai_drain (id) on delete cascade,
        constraint ai_drain_session_session_fkey foreign key (session_id) references tracking_session (id) on delete cascade,
        constraint ai_drain_session_status_check check (status in ('pending', 'filled', 'skipped', 'failed')),
        constraint ai_drain_session_finished_check check ((status = 'pending') = (finished_at is null)),
        constraint ai_drain_session_reason_check check (status not in ('skipped', 'failed') or reason is not null)
      )`);
    await runner.query(`create index ai_drain_session_session on ai_drain_session (session_id)`);
    await runner.query(`
      create index ai_drain_session_pending on ai_drain_session (drain_id, lane, position) where status = 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ai_drain_session, ai_drain_lane, ai_drain');
  }
}

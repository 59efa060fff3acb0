import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replays of models over past days. `ai_replay_item` is a stock on a day, taken by lanes as a drain's sessions are; the tables
 * have the columns of the drains' (`LaneTables`). `scored_at` is set once the judgements of a replay that has ended were scored.
 *
 * A replay asks of a stock, not of a session: `ai_run.code` names it where there is no session.
 */
export class CreateAiReplays1769000001400 implements MigrationInterface {
  name = 'CreateAiReplays1769000001400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_replay (
        id bigint generated always as identity not null,
        kind text not null,
        models text[] not null,
        codes text[] not null,
        from_day date not null,
        to_day date not null,
        every smallint not null,
        status text default 'queued' not null,
        total integer not null,
        started_by bigint,
        error text,
        stop_code text,
        stop_message text,
        question_job_id bigint,
        created_at timestamptz default now() not null,
        started_at timestamptz,
        finished_at timestamptz,
        scored_at timestamptz,
        constraint ai_replay_pkey primary key (id),
        constraint ai_replay_days_check check (from_day <= to_day),
        constraint ai_replay_every_check check (every >= 1),
        constraint ai_replay_kind_check check (kind in ('daily', 'weekly')),
        constraint ai_replay_status_check
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'stopped')),
        constraint ai_replay_finished_check check ((status in ('queued', 'running')) = (finished_at is null)),
        constraint ai_replay_stop_check check ((stop_code is null) = (stop_message is null)),
        constraint ai_replay_stopped_check check (status <> 'stopped' or stop_code is not null),
        constraint ai_replay_started_by_fkey foreign key (started_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index ai_replay_one_in_flight on ai_replay ((true)) where status in ('queued', 'running')`);
    await runner.query(`
      create table ai_replay_item (
        replay_id bigint not null,
        position integer not null,
        code text collate "C" not null,
        day date not null,
        status text default 'pending' not null,
        lane smallint,
        tries smallint default 0 not null,
        reason text,
        finished_at timestamptz,
        retry_at timestamptz,
        waits smallint default 0 not null,
        losses smallint default 0 not null,
        seen_crashes integer,
        missing_models smallint default 0 not null,
        constraint ai_replay_item_pkey primary key (replay_id, position),
        constraint ai_replay_item_once unique (replay_id, code, day),
        constraint ai_replay_item_finished_check check ((status = 'pending') = (finished_at is null)),
        constraint ai_replay_item_reason_check check (status not in ('skipped', 'failed') or reason is not null),
        constraint ai_replay_item_status_check check (status in ('pending', 'judged', 'skipped', 'failed')),
        constraint ai_replay_item_replay_fkey foreign key (replay_id) references ai_replay (id) on delete cascade
      )`);
    await runner.query(`
      create index ai_replay_item_pending on ai_replay_item (replay_id, lane, position) where status = 'pending'`);
    await runner.query(`
      create table ai_replay_lane (
        replay_id bigint not null,
        lane_no smallint not null,
        job_id bigint not null,
        status text default 'running' not null,
        constraint ai_replay_lane_pkey primary key (replay_id, lane_no),
        constraint ai_replay_lane_status_check check (status in ('running', 'ended')),
        constraint ai_replay_lane_replay_fkey foreign key (replay_id) references ai_replay (id) on delete cascade
      )`);
    await runner.query(`
      create table ai_replay_fault (
        replay_id bigint not null,
        model text not null,
        code text not null,
        count integer default 0 not null,
        items integer default 0 not null,
        failing_since timestamptz,
        last_at timestamptz default now() not null,
        constraint ai_replay_fault_pkey primary key (replay_id, model, code),
        constraint ai_replay_fault_count_check check (count >= 0 and items >= 0),
        constraint ai_replay_fault_replay_fkey foreign key (replay_id) references ai_replay (id) on delete cascade
      )`);
    await runner.query(`
      alter table ai_run
        alter column session_id drop not null,
        add column code text collate "C",
        add column replay_id bigint,
        drop constraint ai_run_one_a_question,
        add constraint ai_run_one_a_question
          unique nulls not distinct (job_id, session_id, kind, model, question_hash),
        add constraint ai_run_subject_check check (session_id is not null or code is not null),
        add constraint ai_run_replay_fkey foreign key (replay_id) references ai_replay (id) on delete set null`);
    await runner.query(`
      create index ai_run_replay on ai_run (replay_id, code, data_through) where replay_id is not null`);
    await runner.query(`
      alter table ai_judgement
        add constraint ai_judgement_replay_fkey foreign key (replay_id) references ai_replay (id) on delete cascade`);
    await runner.query(`create index ai_judgement_replay on ai_judgement (replay_id) where replay_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from ai_judgement where replay_id is not null');
    await runner.query('alter table ai_judgement drop constraint ai_judgement_replay_fkey');
    await runner.query('drop index ai_judgement_replay');
    await runner.query('delete from ai_run where session_id is null');
    await runner.query('drop index ai_run_replay');
    await runner.query(`
      alter table ai_run
        drop constraint ai_run_replay_fkey,
        drop constraint ai_run_subject_check,
        drop constraint ai_run_one_a_question,
        drop column replay_id,
        drop column code,
        alter column session_id set not null,
        add constraint ai_run_one_a_question unique (job_id, session_id, kind, model, question_hash)`);
    await runner.query('drop table ai_replay_fault, ai_replay_lane, ai_replay_item, ai_replay');
  }
}

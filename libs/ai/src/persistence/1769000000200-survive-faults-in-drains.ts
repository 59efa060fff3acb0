import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drains that outlive the faults of models. A session that waits for a model keeps the time of its next try; a drain that
 * stopped early keeps the reason; `ai_drain_fault` counts faults by model and code. `failing_since` is null once the model
 * has answered again.
 *
 * `provisional` marks the pass over a day whose data were not complete: it has a slot of its own next to the final one.
 * `question_job_id` is the job in whose name all lanes of a drain ask, so that what one lane paid for is found by the others.
 * `made_for` of a run tells whose answers may be taken again by a later job with the same question.
 */
export class SurviveFaultsInDrains1769000000200 implements MigrationInterface {
  name = 'SurviveFaultsInDrains1769000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ai_drain
        add column provisional boolean not null default false,
        add column stop_code text,
        add column stop_message text,
        add column question_job_id bigint,
        drop constraint ai_drain_status_check,
        add constraint ai_drain_status_check
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'stopped')),
        add constraint ai_drain_stop_check check ((stop_code is null) = (stop_message is null)),
        add constraint ai_drain_stopped_check check (status <> 'stopped' or stop_code is not null)`);
    await runner.query(`drop index ai_drain_one_a_day`);
    await runner.query(`
      create unique index ai_drain_one_a_day on ai_drain (kind, trade_day, provisional) where origin = 'schedule'`);
    await runner.query(`
      alter table ai_drain_session
        add column retry_at timestamptz,
        add column waits smallint not null default 0,
        add column losses smallint not null default 0,
        add column seen_crashes integer,
        add column missing_models smallint not null default 0`);
    await runner.query(`
      create table ai_drain_fault (
        drain_id bigint not null,
        model text not null,
        code text not null,
        count integer not null default 0,
        sessions integer not null default 0,
        failing_since timestamptz,
        last_at timestamptz not null default now(),
        constraint ai_drain_fault_pkey primary key (drain_id, model, code),
        constraint ai_drain_fault_drain_fkey foreign key (drain_id) references ai_drain (id) on delete cascade,
        constraint ai_drain_fault_count_check check (count >= 0 and sessions >= 0)
      )`);
    await runner.query(`
      alter table ai_run
        add column made_for text,
        add constraint ai_run_made_for_check check (made_for in ('drain', 'dry_run'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ai_run drop column made_for');
    await runner.query('drop table ai_drain_fault');
    await runner.query(`
      alter table ai_drain_session drop column retry_at, drop column waits, drop column losses, drop column seen_crashes,
        drop column missing_models`);
    await runner.query(`delete from ai_drain where provisional or status = 'stopped'`);
    await runner.query('drop index ai_drain_one_a_day');
    await runner.query(`
      create unique index ai_drain_one_a_day on ai_drain (kind, trade_day) where origin = 'schedule'`);
    await runner.query(`
      alter table ai_drain drop constraint ai_drain_stopped_check, drop constraint ai_drain_stop_check,
        drop constraint ai_drain_status_check,
        add constraint ai_drain_status_check
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        drop column provisional, drop column stop_code, drop column stop_message, drop column question_job_id`);
  }
}

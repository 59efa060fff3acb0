import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What models were asked and said. `ai_run` is one question to one model within one job, `ai_call` each time that the model was
 * called for it: once for the answer, at most once to repair it. The unique keys are what lets a redelivered job find the
 * answers that were paid for. `ai_budget_day` counts requests and tokens of a Shanghai day over all processes.
 */
export class CreateAiRuns1764500000000 implements MigrationInterface {
  name = 'CreateAiRuns1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key to job: finished jobs are pruned, runs stay.
    await runner.query(`
      create table ai_run (
        id bigint generated always as identity,
        job_id bigint not null,
        session_id bigint not null,
        kind text not null,
        model text not null,
        question_hash text collate "C" not null,
        prompt_version text,
        data_through date not null,
        replay boolean not null,
        requested_by bigint,
        prompt text,
        csv text,
        answer jsonb,
        errors jsonb not null default '[]',
        outcome text not null default 'running',
        fault text,
        created_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz,
        pruned_at timestamptz,
        constraint ai_run_pkey primary key (id),
        constraint ai_run_one_a_question unique (job_id, session_id, kind, model, question_hash),
        constraint ai_run_kind_check check (kind in ('daily', 'weekly', 'fundamental')),
        constraint ai_run_hash_check check (question_hash ~ '^[0-9a-f]{64}$'),
        constraint ai_run_errors_check check (jsonb_typeof(errors) = 'array'),
        constraint ai_run_outcome_check check (outcome in ('running', 'answered', 'unusable', 'failed')),
        constraint ai_run_answer_check check ((outcome in ('answered', 'unusable')) = (answer is not null)),
        constraint ai_run_fault_check check ((outcome = 'failed') = (fault is not null)),
        constraint ai_run_finished_check check ((outcome = 'running') = (finished_at is null)),
        constraint ai_run_session_fkey foreign key (session_id) references tracking_session (id),
        constraint ai_run_requested_by_fkey foreign key (requested_by) references app_user (id)
      )`);
    await runner.query(`create index ai_run_session on ai_run (session_id, id)`);
    await runner.query(`create index ai_run_requested_by on ai_run (requested_by, id)`);
    await runner.query(`create index ai_run_model on ai_run (model, id)`);
    await runner.query(`create index ai_run_unpruned on ai_run (created_at) where pruned_at is null`);
    await runner.query(`
      create table ai_call (
        id bigint generated always as identity,
        run_id bigint not null,
        purpose text not null,
        starts integer not null default 1,
        requests integer not null default 0,
        message text,
        format text,
        raw_answer text,
        fault text,
        fault_detail text,
        prompt_tokens bigint,
        completion_tokens bigint,
        duration_ms integer,
        outcome text not null default 'begun',
        begun_at timestamptz not null default clock_timestamp(),
        ended_at timestamptz,
        constraint ai_call_pkey primary key (id),
        constraint ai_call_one_a_purpose unique (run_id, purpose),
        constraint ai_call_purpose_check check (purpose in ('answer', 'repair')),
        constraint ai_call_starts_check check (starts between 0 and 2),
        constraint ai_call_format_check check (format in ('json_schema', 'json_object', 'text')),
        constraint ai_call_outcome_check check (outcome in ('begun', 'answered', 'failed')),
        constraint ai_call_fault_check check ((outcome = 'failed') = (fault is not null)),
        constraint ai_call_ended_check check ((outcome = 'begun') = (ended_at is null)),
        constraint ai_call_run_fkey foreign key (run_id) references ai_run (id) on delete cascade
      )`);
    await runner.query(`
      create table ai_budget_day (
        day date not null,
        calls bigint not null default 0,
        tokens bigint not null default 0,
        constraint ai_budget_day_pkey primary key (day),
        constraint ai_budget_day_check check (calls >= 0 and tokens >= 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ai_budget_day, ai_call, ai_run');
  }
}

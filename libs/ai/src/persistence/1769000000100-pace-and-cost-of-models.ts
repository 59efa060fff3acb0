import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `ai_turn`: who asks a model now and who did within the last minute, so that all workers together keep its limits. Calls know
 * what they cost. A question whose answer was cut is asked in parts, each a call of its own, and a run without a usable answer
 * may name the fault.
 */
export class PaceAndCostOfModels1769000000100 implements MigrationInterface {
  name = 'PaceAndCostOfModels1769000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_turn (
        id bigint generated always as identity,
        model text not null,
        tokens bigint not null,
        begun_at timestamptz not null default clock_timestamp(),
        lease_until timestamptz not null,
        ended_at timestamptz,
        constraint ai_turn_pkey primary key (id),
        constraint ai_turn_tokens_check check (tokens >= 0)
      )`);
    await runner.query('create index ai_turn_model on ai_turn (model, begun_at)');
    await runner.query(`
      alter table ai_call
        add column cached_tokens bigint,
        add column cost_yuan numeric(14, 6),
        add constraint ai_call_cost_check check (cost_yuan >= 0),
        drop constraint ai_call_purpose_check,
        add constraint ai_call_purpose_check check (purpose in ('answer', 'repair') or purpose ~ '^part_[1-9]$')`);
    await runner.query(`
      alter table ai_run
        drop constraint ai_run_fault_check,
        add constraint ai_run_fault_check
          check (case outcome when 'failed' then fault is not null when 'unusable' then true else fault is null end)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ai_run
        drop constraint ai_run_fault_check,
        add constraint ai_run_fault_check check ((outcome = 'failed') = (fault is not null)) not valid`);
    await runner.query(`
      alter table ai_call
        drop constraint ai_call_purpose_check,
        add constraint ai_call_purpose_check check (purpose in ('answer', 'repair')) not valid,
        drop column cached_tokens,
        drop column cost_yuan`);
    await runner.query('drop table ai_turn');
  }
}

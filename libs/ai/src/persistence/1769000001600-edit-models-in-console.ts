import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `ai_model`: models that administrators set up, with the fields of `AI_MODELS_FILE` and never a key. `ai_drain.models`: those
 * that a drain asks, as they were when it began.
 */
export class EditModelsInConsole1769000001600 implements MigrationInterface {
  name = 'EditModelsInConsole1769000001600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_model (
        name text not null,
        position integer not null,
        enabled boolean not null default true,
        settings jsonb not null,
        updated_at timestamptz not null default now(),
        updated_by bigint,
        constraint ai_model_pkey primary key (name),
        constraint ai_model_settings_check check (jsonb_typeof(settings) = 'object'),
        constraint ai_model_updated_by_fkey foreign key (updated_by) references app_user (id)
      )`);
    await runner.query(`
      alter table ai_drain
        add column models jsonb,
        add constraint ai_drain_models_check check (jsonb_typeof(models) = 'array')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ai_drain drop column models');
    await runner.query('drop table ai_model');
  }
}

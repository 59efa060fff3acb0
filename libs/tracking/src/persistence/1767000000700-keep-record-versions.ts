import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records get a version, which is their ETag, and keep what they said before each change: who wrote it comes back with the
 * words when a change is taken back.
 */
export class KeepRecordVersions1767000000700 implements MigrationInterface {
  name = 'KeepRecordVersions1767000000700';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['daily_record', 'weekly_record']) {
      await runner.query(`alter table ${table} add column version integer not null default 1`);
      await runner.query(`
        create table ${table}_version (
          record_id bigint not null,
          version integer not null,
          judgement jsonb not null,
          origin text not null,
          ai_run_id bigint,
          data_through date,
          constraint ${table}_version_pkey primary key (record_id, version),
          constraint ${table}_version_record_fkey foreign key (record_id) references ${table} (id) on delete cascade,
          constraint ${table}_version_ai_run_fkey foreign key (ai_run_id) references ai_run (id) on delete set null,
          constraint ${table}_version_judgement_check check (jsonb_typeof(judgement) = 'object'),
          constraint ${table}_version_origin_check check (origin in ('manual', 'ai'))
        )`);
      await runner.query(
        `create index ${table}_version_ai_run on ${table}_version (ai_run_id) where ai_run_id is not null`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['daily_record', 'weekly_record']) {
      await runner.query(`drop table ${table}_version`);
      await runner.query(`alter table ${table} drop column version`);
    }
  }
}

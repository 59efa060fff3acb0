import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `seo_keyword_history`: metrics of a keyword that a newer import replaced. `seo_import_change`: what an import did to each
 * row, so that it can be undone; `before` is null if it made the row. `part` 1 is the trend above rows of a trend.
 * `seo_import.logged` counts the changes that are there: an import that a build before ran, or began, has fewer than it made.
 * History has no foreign key to the import, whose report is deleted earlier.
 */
export class KeepWhatImportsChange1769000001500 implements MigrationInterface {
  name = 'KeepWhatImportsChange1769000001500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table seo_keyword_history (
        keyword_id bigint not null,
        import_id bigint not null,
        search_volume bigint,
        number_of_results bigint,
        keyword_difficulty double precision,
        cpc double precision,
        competition double precision,
        trend_score double precision,
        commercial_score double precision,
        overall_score double precision,
        kws double precision,
        clicks bigint,
        impressions bigint,
        ctr double precision,
        position double precision,
        cpc_currency text,
        metric_source text,
        as_of date,
        stored_at timestamptz not null,
        replaced_at timestamptz not null,
        constraint seo_keyword_history_pkey primary key (keyword_id, import_id),
        constraint seo_keyword_history_keyword_fkey foreign key (keyword_id) references seo_keyword (id) on delete cascade
      )`);
    await runner.query('create index seo_keyword_history_replaced_at on seo_keyword_history (replaced_at)');
    await runner.query(`
      create table seo_import_change (
        import_id bigint not null,
        part smallint not null default 0,
        row_id bigint not null,
        written_at timestamptz not null,
        before jsonb,
        constraint seo_import_change_pkey primary key (import_id, part, row_id),
        constraint seo_import_change_import_fkey foreign key (import_id) references seo_import (id) on delete cascade
      )`);
    await runner.query('alter table seo_trend_row add column updated_at timestamptz');
    await runner.query(`
      alter table seo_import add column logged bigint not null default 0, add column undo_job_id bigint,
        add column undone_at timestamptz, add column restored bigint not null default 0,
        add column removed bigint not null default 0, add column kept bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table seo_import drop column logged, drop column undo_job_id, drop column undone_at, drop column restored,
        drop column removed, drop column kept`);
    await runner.query('alter table seo_trend_row drop column updated_at');
    await runner.query('drop table seo_import_change, seo_keyword_history');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Imports that were sent over HTTP: they wait as `queued` for their job, and at most one of them is under way, by a
 * partial unique index. `upload_id` is where the file waits; it goes when the import has ended.
 */
export class UploadMarketImports1764300000020 implements MigrationInterface {
  name = 'UploadMarketImports1764300000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_import
        add column job_id bigint,
        add column upload_id bigint,
        add column digest text collate "C",
        add column replace_demo boolean not null default false,
        add column requested_by bigint,
        drop constraint market_import_status_check,
        add constraint market_import_status_check check (status in ('queued', 'running', 'completed', 'failed')),
        add constraint market_import_requested_by_fkey foreign key (requested_by) references app_user (id)`);
    await runner.query(`
      create unique index market_import_one_upload on market_import ((true))
      where requested_by is not null and status in ('queued', 'running')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from market_import where status = 'queued'`);
    await runner.query(`drop index market_import_one_upload`);
    await runner.query(`
      alter table market_import
        drop column job_id,
        drop column upload_id,
        drop column digest,
        drop column replace_demo,
        drop column requested_by,
        drop constraint market_import_status_check,
        add constraint market_import_status_check check (status in ('running', 'completed', 'failed'))`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What becomes of each column of an imported file: shown before it is imported for good. */
export class KeepImportColumns1765000000100 implements MigrationInterface {
  name = 'KeepImportColumns1765000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seo_import add column columns jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seo_import drop column columns');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an upload must hold when it is read (null: stored by an older build), and the job that will read it. */
export class VerifyUploads1767000000510 implements MigrationInterface {
  name = 'VerifyUploads1767000000510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table upload add column bytes bigint, add column digest text collate "C", add column job_id bigint,
        add constraint upload_bytes_check check (bytes > 0),
        add constraint upload_digest_check check (digest ~ '^[0-9a-f]{64}$')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table upload drop column bytes, drop column digest, drop column job_id');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a hit's market cap was made from the circulating shares of an earlier day. Null on rows of older builds. */
export class MarkEstimatedCaps1768000000010 implements MigrationInterface {
  name = 'MarkEstimatedCaps1768000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scan_hit add column cap_estimated boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scan_hit drop column cap_estimated');
  }
}

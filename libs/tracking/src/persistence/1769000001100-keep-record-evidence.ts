import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['daily_record', 'weekly_record'];

/** What a record of an AI fill rests on; a version keeps it within its judgement. */
export class KeepRecordEvidence1769000001100 implements MigrationInterface {
  name = 'KeepRecordEvidence1769000001100';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(
        `alter table ${table} add column evidence jsonb
           constraint ${table}_evidence_check check (jsonb_typeof(evidence) = 'object')`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop column evidence`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The metrics page counts the last day's requests at each reading. */
export class IndexCallEnds1766000000110 implements MigrationInterface {
  name = 'IndexCallEnds1766000000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index ai_call_ended on ai_call (ended_at) where ended_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ai_call_ended');
  }
}

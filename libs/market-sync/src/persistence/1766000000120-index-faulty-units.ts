import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The metrics page counts the vendor's faults at each reading, among questions by the ten thousand. */
export class IndexFaultyUnits1766000000120 implements MigrationInterface {
  name = 'IndexFaultyUnits1766000000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index market_sync_unit_faulty on market_sync_unit (fault) where state in ('failed', 'denied')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index market_sync_unit_faulty');
  }
}

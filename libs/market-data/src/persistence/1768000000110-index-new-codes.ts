import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The old code is shown wherever a stock is. */
export class IndexNewCodes1768000000110 implements MigrationInterface {
  name = 'IndexNewCodes1768000000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index stock_code_change_new_code on stock_code_change (new_code)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index stock_code_change_new_code');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What stocks are looked up by, and which rule `share_change` was inferred by (0: none yet). `search_name` is the name as a
 * search reads it: NFKC, upper case, without blanks.
 */
export class CreateStockSearch1764400000000 implements MigrationInterface {
  name = 'CreateStockSearch1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table stock add column search_name text`);
    await runner.query(`create index stock_search_name_trgm on stock using gin (search_name gin_trgm_ops)`);
    await runner.query(`create index stock_initials on stock (initials)`);
    await runner.query(`alter table market_state add column share_rule smallint default 0 not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_state drop column share_rule');
    await runner.query('drop index stock_initials');
    await runner.query('alter table stock drop column search_name');
  }
}

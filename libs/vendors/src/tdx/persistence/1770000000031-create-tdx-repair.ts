import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `tdx_repair`: the newest attempt to fill a day without a package from a quote server. `stocks`: of how many the day is
 * known; `unknown_stocks`: of how many it is not; 0: the day was filled.
 */
export class CreateTdxRepair1770000000031 implements MigrationInterface {
  name = 'CreateTdxRepair1770000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tdx_repair (
        trade_date date not null,
        attempted_at timestamptz not null,
        stocks integer not null,
        unknown_stocks integer not null,
        host text not null,
        constraint tdx_repair_pkey primary key (trade_date),
        constraint tdx_repair_counts_check check (least(stocks, unknown_stocks) >= 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tdx_repair');
  }
}

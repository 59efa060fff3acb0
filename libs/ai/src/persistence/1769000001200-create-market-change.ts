import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the market did on each day: the median change of the stocks that traded on it and on the day before, in percent. Derived
 * from the bars; `bars` and `bars_before` say of how many, so that a day that has more by now is computed again.
 */
export class CreateMarketChange1769000001200 implements MigrationInterface {
  name = 'CreateMarketChange1769000001200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table market_change (
        trade_date date not null,
        bars integer not null,
        bars_before integer not null,
        stocks integer not null,
        median_pct double precision,
        constraint market_change_pkey primary key (trade_date)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table market_change');
  }
}

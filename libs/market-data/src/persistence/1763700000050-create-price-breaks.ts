import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is kept of each stock's bars so that nobody has to walk through them: the days between which prices do not
 * compare as they stand, and the newest figures. Both follow from `daily_bar`, and change in the load's transaction.
 *
 * `price_break`: `ex_right` with the ratio last close / ex-right previous close; `gap` without a ratio, where a bar
 * without an ex-right previous close lies beyond the limit prices of the last close.
 */
export class CreatePriceBreaks1763700000050 implements MigrationInterface {
  name = 'CreatePriceBreaks1763700000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table price_break (
        code text collate "C" not null,
        trade_date date not null,
        kind text not null,
        ratio double precision,
        constraint price_break_pkey primary key (code, trade_date),
        constraint price_break_kind_check check (kind in ('ex_right', 'gap')),
        constraint price_break_ratio_check check ((kind = 'ex_right') = (ratio is not null) and ratio > 0)
      )`);
    await runner.query(`
      create table stock_figures (
        code text collate "C" not null,
        latest_trade_date date not null,
        latest_close double precision not null,
        circ_market_cap double precision,
        lowest_volume_trade_date date,
        pre_close_missing_date date,
        constraint stock_figures_pkey primary key (code)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stock_figures, price_break');
  }
}

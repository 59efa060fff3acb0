import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a stock's last final bar is held against: `reference_close` in yuan (its ex-right previous close, else the close
 * before, adjusted), `turnover_pct` of the bar, and `volume_ratio`, its volume by the mean of the five bars before.
 */
export class KnowLastChange1770000000080 implements MigrationInterface {
  name = 'KnowLastChange1770000000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stock_figures
        add column reference_close double precision,
        add column turnover_pct double precision,
        add column volume_ratio double precision`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stock_figures drop column reference_close, drop column turnover_pct, drop column volume_ratio`);
  }
}

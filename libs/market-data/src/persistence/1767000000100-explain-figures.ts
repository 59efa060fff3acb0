import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What stands behind a figure. `stock_figures`: the lowest volume in shares, and the days among which it is the lowest.
 * `chip_distribution.adjustment`: by what its prices were adjusted; null on a row of an older build.
 * `market_state.session_rule`: the rule by which the figures of sessions were computed (0: an older build's).
 */
export class ExplainFigures1767000000100 implements MigrationInterface {
  name = 'ExplainFigures1767000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stock_figures
        add column lowest_volume bigint,
        add column lowest_volume_from date,
        add column lowest_volume_to date`);
    await runner.query(`
      alter table chip_distribution
        add column adjustment text,
        add constraint chip_distribution_adjustment_check
          check (adjustment in ('vendor', 'ex_right_close', 'share_change', 'none'))`);
    await runner.query('alter table market_state add column session_rule smallint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_state drop column session_rule');
    await runner.query('alter table chip_distribution drop column adjustment');
    await runner.query(`
      alter table stock_figures
        drop column lowest_volume, drop column lowest_volume_from, drop column lowest_volume_to`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the market figures of a session come from: days, windows, and by what its percentage was adjusted. */
export class ExplainSessionFigures1767000000110 implements MigrationInterface {
  name = 'ExplainSessionFigures1767000000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session_market
        add column close_vs_entry_adjustment text,
        add column close_vs_entry_known_from date,
        add column circulating_market_cap_date date,
        add column lowest_volume bigint,
        add column lowest_volume_from date,
        add column lowest_volume_to date,
        add constraint session_market_adjustment_check
          check (close_vs_entry_adjustment in ('vendor', 'ex_right_close', 'share_change', 'none'))`);
    await runner.query('alter table tracking_session add column fundamental_available smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracking_session drop column fundamental_available');
    await runner.query(`
      alter table session_market
        drop column close_vs_entry_adjustment, drop column close_vs_entry_known_from,
        drop column circulating_market_cap_date, drop column lowest_volume, drop column lowest_volume_from,
        drop column lowest_volume_to`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who told a session's latest close and market cap (numbers of market data's `bar-source.ts`), and how many items of its
 * fundamental score a model judged; `fundamental_available` counts those that data decide.
 */
export class NameSessionSources1767000000130 implements MigrationInterface {
  name = 'NameSessionSources1767000000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session_market
        add column latest_source smallint,
        add column circulating_market_cap_source smallint`);
    await runner.query('alter table tracking_session add column fundamental_judged smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracking_session drop column fundamental_judged');
    await runner.query(
      'alter table session_market drop column latest_source, drop column circulating_market_cap_source',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes the market of TongDaXin's day packages. */
export class TakeTdxSessions1770000000001 implements MigrationInterface {
  name = 'TakeTdxSessions1770000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tracking_session drop constraint tracking_session_market_check,
        add constraint tracking_session_market_check check (market_source in ('none', 'demo', 'files', 'tushare', 'tdx'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tracking_session drop constraint tracking_session_market_check,
        add constraint tracking_session_market_check check (market_source in ('none', 'demo', 'files', 'tushare')) not valid`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes the market of TongDaXin's day packages. */
export class TakeTdxMarket1770000000000 implements MigrationInterface {
  name = 'TakeTdxMarket1770000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_state drop constraint market_state_source_check,
        add constraint market_state_source_check check (source in ('none', 'demo', 'files', 'tushare', 'tdx'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_state drop constraint market_state_source_check,
        add constraint market_state_source_check check (source in ('none', 'demo', 'files', 'tushare')) not valid`);
  }
}

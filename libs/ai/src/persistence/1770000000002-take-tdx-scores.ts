import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes the market of TongDaXin's day packages. */
export class TakeTdxScores1770000000002 implements MigrationInterface {
  name = 'TakeTdxScores1770000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table fundamental_score drop constraint fundamental_score_source_check,
        add constraint fundamental_score_source_check check (market_source in ('none', 'demo', 'files', 'tushare', 'tdx'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table fundamental_score drop constraint fundamental_score_source_check,
        add constraint fundamental_score_source_check check (market_source in ('none', 'demo', 'files', 'tushare')) not valid`);
  }
}

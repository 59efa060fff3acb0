import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `daily_bar.source`: who told prices and volume; `cap_source`: who told turnover and market cap. Numbers of
 * `domain/bar-source.ts`; null on bars that are older than the columns. Small numbers, which fit into the padding at a row's end.
 *
 * `provisional_bar`: bars that were read before 15:45 of their day, until a later load brings them again. Empty on most days.
 */
export class KnowBarProvenance1767000000200 implements MigrationInterface {
  name = 'KnowBarProvenance1767000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table daily_bar add column source smallint, add column cap_source smallint');
    await runner.query(`
      create table provisional_bar (
        trade_date date not null,
        code text collate "C" not null,
        constraint provisional_bar_pkey primary key (trade_date, code)
      )`);
    await runner.query(`
      insert into provisional_bar (trade_date, code)
      select b.trade_date, b.code from market_day m join daily_bar b on b.trade_date = m.trade_date where m.provisional`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table provisional_bar');
    await runner.query('alter table daily_bar drop column source, drop column cap_source');
  }
}

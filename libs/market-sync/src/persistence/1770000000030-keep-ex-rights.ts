import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `ex_right`: what a stock gives its holders on a day by a vendor's records; numbers for 10 shares, yuan. */
export class KeepExRights1770000000030 implements MigrationInterface {
  name = 'KeepExRights1770000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ex_right (
        code text collate "C" not null,
        ex_date date not null,
        ordinal smallint not null,
        cash double precision not null,
        rights_price double precision not null,
        bonus double precision not null,
        rights double precision not null,
        constraint ex_right_pkey primary key (code, ex_date, ordinal),
        constraint ex_right_values_check check (least(cash, rights_price, bonus, rights) >= 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from share_count where basis = 'record'`);
    await runner.query(`delete from market_sync_unit where data_set = 'share_record'`);
    await runner.query('drop table ex_right');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `share_count`: a stock's shares from a day on, by the records of a vendor or by a snapshot. `ex_right_evidence`: of a day
 * and the open day before, how many stocks were compared and how many have a previous close that is not the last close.
 * `unmatched_code`: an old Beijing code that vanished when 920 codes came, and that matches none of them.
 */
export class TakeDayPackages1770000000010 implements MigrationInterface {
  name = 'TakeDayPackages1770000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_sync_unit drop constraint market_sync_unit_fault_check,
        add constraint market_sync_unit_fault_check check (fault in ('rate', 'quota', 'permission', 'vendor', 'not_configured',
          'not_published', 'missing_day', 'rejected', 'blocked'))`);
    await runner.query(`
      create table share_count (
        code text collate "C" not null,
        from_date date not null,
        basis text not null,
        float_shares double precision not null,
        total_shares double precision,
        constraint share_count_pkey primary key (code, from_date, basis),
        constraint share_count_basis_check check (basis in ('record', 'snapshot')),
        constraint share_count_shares_check check (float_shares > 0 and total_shares > 0)
      )`);
    await runner.query(`
      create table ex_right_evidence (
        trade_date date not null,
        compared integer not null,
        differences integer not null,
        constraint ex_right_evidence_pkey primary key (trade_date),
        constraint ex_right_evidence_counts_check check (differences between 0 and compared)
      )`);
    await runner.query(`
      create table unmatched_code (
        code text collate "C" not null,
        last_listed_on date not null,
        constraint unmatched_code_pkey primary key (code)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table unmatched_code, ex_right_evidence, share_count');
    await runner.query(
      `delete from market_sync_unit where fault in ('not_published', 'missing_day', 'rejected', 'blocked')`,
    );
    await runner.query(`
      alter table market_sync_unit drop constraint market_sync_unit_fault_check,
        add constraint market_sync_unit_fault_check check (fault in ('rate', 'quota', 'permission', 'vendor', 'not_configured'))`);
  }
}

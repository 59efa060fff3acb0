import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the scan's options add to a hit, and the day from which its median volume counts. Null on rows of older builds. */
export class CreateScanOptions1764400000010 implements MigrationInterface {
  name = 'CreateScanOptions1764400000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table scan_run add column median_start date`);
    await runner.query(`
      alter table scan_hit
        add column hit_adjusted boolean,
        add column entry_lock text,
        add column prior_lock text,
        add column prior_bars integer,
        add column cap_date date,
        add column is_st boolean,
        add column rel_volume double precision,
        add constraint scan_hit_lock_check check (
          entry_lock in ('limit_up', 'limit_down', 'one_price') and prior_lock in ('limit_up', 'limit_down', 'one_price'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table scan_hit drop column hit_adjusted, drop column entry_lock, drop column prior_lock, drop column prior_bars,
        drop column cap_date, drop column is_st, drop column rel_volume`);
    await runner.query('alter table scan_run drop column median_start');
  }
}

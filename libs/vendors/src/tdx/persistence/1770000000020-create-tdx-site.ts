import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `tdx_site` (at most one row): when the next request may be made, by all processes together. `tdx_snapshot_check`: how a day's
 * package compared with the snapshot of its evening; `worst`: the largest differences.
 */
export class CreateTdxSite1770000000020 implements MigrationInterface {
  name = 'CreateTdxSite1770000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tdx_site (
        id boolean not null default true,
        next_request_at timestamptz not null default '-infinity',
        blocked_until timestamptz not null default '-infinity',
        constraint tdx_site_pkey primary key (id),
        constraint tdx_site_single_check check (id)
      )`);
    await runner.query(`
      create table tdx_snapshot_check (
        trade_date date not null,
        compared integer not null,
        differences integer not null,
        worst jsonb not null,
        constraint tdx_snapshot_check_pkey primary key (trade_date),
        constraint tdx_snapshot_check_counts_check check (differences between 0 and compared)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tdx_snapshot_check, tdx_site');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a hit's limit price and market cap come from, and hits that a person had closed before. Null on rows of older builds. */
export class TellOriginOfHits1767000000810 implements MigrationInterface {
  name = 'TellOriginOfHits1767000000810';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table scan_hit
        add column limit_up_basis text,
        add column cap_error_pct double precision,
        add constraint scan_hit_limit_up_basis_check check (limit_up_basis in ('vendor', 'rule', 'rule_raw_close')),
        drop constraint scan_hit_outcome_check,
        add constraint scan_hit_outcome_check check (outcome in ('created', 'already_open', 'closed_before'))`);
    await runner.query('alter table scan_range add column closed_before integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table scan_range drop column closed_before');
    await runner.query(`
      alter table scan_hit drop column limit_up_basis, drop column cap_error_pct,
        drop constraint scan_hit_outcome_check,
        add constraint scan_hit_outcome_check check (outcome in ('created', 'already_open')) not valid`);
  }
}

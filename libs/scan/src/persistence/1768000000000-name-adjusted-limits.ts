import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A limit price by the rule on the adjusted close of the bar before. */
export class NameAdjustedLimits1768000000000 implements MigrationInterface {
  name = 'NameAdjustedLimits1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table scan_hit drop constraint scan_hit_limit_up_basis_check,
        add constraint scan_hit_limit_up_basis_check
          check (limit_up_basis in ('vendor', 'rule', 'rule_adjusted', 'rule_raw_close'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table scan_hit drop constraint scan_hit_limit_up_basis_check,
        add constraint scan_hit_limit_up_basis_check check (limit_up_basis in ('vendor', 'rule', 'rule_raw_close')) not valid`);
  }
}

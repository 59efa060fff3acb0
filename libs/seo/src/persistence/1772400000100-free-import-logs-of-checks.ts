import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A log of imports, and the rows that it belongs to. */
const LOGS = [
  { log: 'seo_keyword_history', column: 'keyword_id', owner: 'seo_keyword', key: 'seo_keyword_history_keyword_fkey' },
  { log: 'seo_import_change', column: 'import_id', owner: 'seo_import', key: 'seo_import_change_import_fkey' },
] as const;

/**
 * A foreign key is checked row by row: it took three quarters of the time of a row of history, which also locked its keyword,
 * and two thirds of that of a new keyword's change (ADR 170). Triggers of the owners delete what the keys deleted, a statement at
 * a time, also for an older build. Both tables only grow until retention deletes: autovacuum visits them when a million rows are
 * new, and pauses longer.
 */
export class FreeImportLogsOfChecks1772400000100 implements MigrationInterface {
  name = 'FreeImportLogsOfChecks1772400000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const { log, column, owner, key } of LOGS) {
      // A restore drops the tables and makes them again, and a function stays.
      await runner.query(`
        create or replace function forget_${log}() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          delete from ${log} l using gone g where l.${column} = g.id;
          return null;
        end $$`);
      await runner.query(`
        create trigger ${log}_forget after delete on ${owner}
          referencing old table as gone for each statement execute function forget_${log}()`);
      await runner.query(`alter table ${log} drop constraint ${key}`);
      await runner.query(
        `alter table ${log} set (autovacuum_vacuum_insert_threshold = 1000000,
           autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 10)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { log, column, owner, key } of LOGS) {
      await runner.query(
        `alter table ${log} reset (autovacuum_vacuum_insert_threshold, autovacuum_vacuum_insert_scale_factor,
           autovacuum_vacuum_cost_delay)`,
      );
      await runner.query(`drop trigger ${log}_forget on ${owner}`);
      await runner.query(`drop function forget_${log}()`);
      await runner.query(
        `alter table ${log} add constraint ${key} foreign key (${column}) references ${owner} (id) on delete cascade`,
      );
    }
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A file may go in with a warning: its amounts do not fit its prices. */
export class WarnOfFiles1767000000210 implements MigrationInterface {
  name = 'WarnOfFiles1767000000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_import_note drop constraint market_import_note_kind_check,
        add constraint market_import_note_kind_check check (kind in ('refused', 'skipped', 'warned'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from market_import_note where kind = 'warned'`);
    await runner.query(`
      alter table market_import_note drop constraint market_import_note_kind_check,
        add constraint market_import_note_kind_check check (kind in ('refused', 'skipped'))`);
  }
}

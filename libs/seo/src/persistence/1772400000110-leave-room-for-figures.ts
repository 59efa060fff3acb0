import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A re-import gives every row of a page another version at once. Where the page has room for it and the search volume stays, the
 * indexes of the text are not written (ADR 170). Pages that are there get the room when their rows move.
 */
export class LeaveRoomForFigures1772400000110 implements MigrationInterface {
  name = 'LeaveRoomForFigures1772400000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seo_keyword set (fillfactor = 60)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seo_keyword reset (fillfactor)');
  }
}

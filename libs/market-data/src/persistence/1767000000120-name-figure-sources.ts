import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who told the last final bar of a stock, and who its market cap: numbers of `domain/bar-source.ts`. */
export class NameFigureSources1767000000120 implements MigrationInterface {
  name = 'NameFigureSources1767000000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stock_figures add column source smallint, add column cap_source smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stock_figures drop column source, drop column cap_source');
  }
}

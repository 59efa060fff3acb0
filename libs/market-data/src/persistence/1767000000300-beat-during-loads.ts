import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The heartbeat of a load, by which another one sees that its process is frozen or cut off. */
export class BeatDuringLoads1767000000300 implements MigrationInterface {
  name = 'BeatDuringLoads1767000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_import add column alive_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_import drop column alive_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums of requests by key and minute, if there is no Redis. Unlogged: rows live for minutes, a crash may take them. */
export class CreateRateLimits1763700000300 implements MigrationInterface {
  name = 'CreateRateLimits1763700000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table rate_limit (
        minute bigint not null,
        key text collate "C" not null,
        requests integer not null,
        constraint rate_limit_pkey primary key (minute, key)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rate_limit');
  }
}

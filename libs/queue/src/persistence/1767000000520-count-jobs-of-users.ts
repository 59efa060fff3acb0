import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The jobs that a user has in flight, by queue. */
export class CountJobsOfUsers1767000000520 implements MigrationInterface {
  name = 'CountJobsOfUsers1767000000520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index job_in_flight_of_user on job (requested_by, queue)
      where state in ('queued', 'running') and requested_by is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index job_in_flight_of_user');
  }
}

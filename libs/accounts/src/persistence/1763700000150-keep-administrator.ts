import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User id 1 is an administrator who can sign in, whatever statement says otherwise: so there is always one. */
export class KeepAdministrator1763700000150 implements MigrationInterface {
  name = 'KeepAdministrator1763700000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app_user add constraint app_user_administrator_check
      check (id <> 1 or (role = 'admin' and disabled_at is null))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_user drop constraint app_user_administrator_check');
  }
}

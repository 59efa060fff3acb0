import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to models of a Shanghai day by who asked for them, so that one user can't spend everybody's budget. */
export class ShareAiBudget1768000000200 implements MigrationInterface {
  name = 'ShareAiBudget1768000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_budget_user_day (
        day date not null,
        user_id bigint not null,
        calls bigint not null,
        constraint ai_budget_user_day_pkey primary key (day, user_id),
        constraint ai_budget_user_day_check check (calls >= 0),
        constraint ai_budget_user_day_user_fkey foreign key (user_id) references app_user (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ai_budget_user_day');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tells the name that a person set from the one that a session was created with. `stock_name` stays the session's own name;
 * unless a person set it, readers see the stock's name of today.
 */
export class TellNamesApart1767000000710 implements MigrationInterface {
  name = 'TellNamesApart1767000000710';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tracking_session
        add column name_set boolean not null default false,
        add column created_name text,
        add constraint tracking_session_created_name_check check (char_length(created_name) <= 100)`);
    // Who named a session was not kept: a name that the stock never had is a person's.
    await runner.query(`
      update tracking_session s set name_set = true
      where s.stock_name is not null
        and exists (select from stock k where k.code = s.code and k.name <> s.stock_name)
        and not exists (select from stock_name n where n.code = s.code and n.name = s.stock_name)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracking_session drop column name_set, drop column created_name');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A ledger of how many sessions are open and closed: each write of sessions adds what it changed, so writers never wait for one
 * another as they would for one row with the total, and every reader finds the sum of its own moment. Triggers keep it, so that
 * an older build which still runs keeps it too.
 */
export class CountSessions1772300000100 implements MigrationInterface {
  name = 'CountSessions1772300000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session_count (
        id bigint generated always as identity primary key,
        status text collate "C" not null constraint session_count_status check (status in ('open', 'closed')),
        delta bigint not null
      )`);
    // A restore drops the tables and makes them again, and a function stays.
    await runner.query(`
      create or replace function count_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        case tg_op
          when 'INSERT' then
            insert into session_count (status, delta)
            select status, count(*) from changed where deleted_at is null group by status;
          when 'DELETE' then
            insert into session_count (status, delta)
            select status, -count(*) from changed where deleted_at is null group by status;
          when 'TRUNCATE' then
            insert into session_count (status, delta)
            select status, -sum(delta) from session_count group by status having sum(delta) <> 0;
          when 'UPDATE' then
            insert into session_count (status, delta)
            select status, sum(delta)
            from (values (old.status, -1, old.deleted_at), (new.status, 1, new.deleted_at)) as v (status, delta, deleted_at)
            where deleted_at is null
            group by status having sum(delta) <> 0;
        end case;
        return null;
      end $$`);
    // From here on nobody writes sessions until the end of the migration, so the first count misses none.
    await runner.query(`
      create trigger session_count_insert after insert on tracking_session
        referencing new table as changed for each statement execute function count_sessions()`);
    await runner.query(`
      create trigger session_count_delete after delete on tracking_session
        referencing old table as changed for each statement execute function count_sessions()`);
    await runner.query(`
      create trigger session_count_truncate after truncate on tracking_session
        for each statement execute function count_sessions()`);
    await runner.query(`
      create trigger session_count_update after update of ended_at, deleted_at on tracking_session
        for each row when ((old.ended_at is null) <> (new.ended_at is null)
          or (old.deleted_at is null) <> (new.deleted_at is null))
        execute function count_sessions()`);
    await runner.query(`
      insert into session_count (status, delta)
      select status, count(*) from tracking_session where deleted_at is null group by status`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['insert', 'delete', 'truncate', 'update']) {
      await runner.query(`drop trigger session_count_${event} on tracking_session`);
    }
    await runner.query('drop function count_sessions()');
    await runner.query('drop table session_count');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts, each a row in the transaction that makes it. */
export class CreateEvents1772000000010 implements MigrationInterface {
  name = 'CreateEvents1772000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event (
        id bigint generated always as identity,
        type text not null,
        key text,
        run text,
        data jsonb not null,
        created_at timestamptz not null default now(),
        told_at timestamptz,
        constraint event_pkey primary key (id),
        constraint event_type_check check (type in ('scan.completed', 'screen.matched', 'session.phase_changed',
          'session.event', 'session.due', 'price.crossed', 'drain.completed', 'drain.failed', 'market.late',
          'market.complete', 'study.completed', 'backup.failed', 'budget.spent',
          'channel.disabled')),
        constraint event_data_check check (jsonb_typeof(data) = 'object')
      )`);
    await runner.query('create unique index event_one_of_key on event (type, key) where key is not null');
    await runner.query('create index event_untold on event (id) where told_at is null');
    await runner.query('create index event_of_run on event (run, id) where run is not null');
    await runner.query('create index event_created on event (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table event');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `'scan.completed', 'screen.matched', 'session.phase_changed', 'session.event', 'session.due', 'price.crossed',
  'drain.completed', 'drain.failed', 'market.late', 'market.complete', 'study.completed', 'backup.failed', 'budget.spent',
  'channel.disabled'`;

/** Two types of events that sum up a day, and an index for the span that they sum up. */
export class KnowDailyDigests1772200000010 implements MigrationInterface {
  name = 'KnowDailyDigests1772200000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table event drop constraint event_type_check,
        add constraint event_type_check check (type in (${BEFORE}, 'digest.evening', 'digest.morning'))`);
    await runner.query('create index event_told on event (told_at) where told_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index event_told');
    await runner.query("delete from event where type in ('digest.evening', 'digest.morning')");
    await runner.query(`
      alter table event drop constraint event_type_check, add constraint event_type_check check (type in (${BEFORE}))`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `'scan.completed', 'screen.matched', 'session.phase_changed', 'session.event', 'session.due', 'price.crossed',
  'drain.completed', 'drain.failed', 'market.late', 'market.complete', 'study.completed', 'backup.failed', 'budget.spent'`;

/** Rules may ask for a daily digest. */
export class MakeDigestRules1772200000020 implements MigrationInterface {
  name = 'MakeDigestRules1772200000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notification_rule drop constraint notification_rule_event_check,
        add constraint notification_rule_event_check check (event in (${BEFORE}, 'digest.evening', 'digest.morning'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from notification_rule where event in ('digest.evening', 'digest.morning')");
    await runner.query(`
      alter table notification_rule drop constraint notification_rule_event_check,
        add constraint notification_rule_event_check check (event in (${BEFORE}))`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const MARKET_SORTS = ['latest_close', 'change_pct', 'turnover_pct', 'volume_ratio'];

/** What lists sort by, and the expression behind each; the words stand in the order in which readers know them. */
const SESSION_SORTS = {
  code: 'code',
  phase: `array_position('{unclassified,transition,accumulation,markup,distribution,markdown}'::text[], current_primary_phase)`,
  ai_consensus: `array_position('{上涨,下跌,震荡}'::text[], ai_consensus)`,
};

/** The figures of the market's last day, kept with the others of a session, and the indexes of the sorts by them. */
export class KeepDayFigures1770000000081 implements MigrationInterface {
  name = 'KeepDayFigures1770000000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session_market
        add column change_pct double precision,
        add column turnover_pct double precision,
        add column volume_ratio double precision`);
    for (const column of MARKET_SORTS) {
      await runner.query(`create index session_market_${column}_asc on session_market (${column}, session_id desc)`);
      await runner.query(
        `create index session_market_${column}_desc on session_market (${column} desc nulls last, session_id desc)`,
      );
    }
    for (const [name, key] of Object.entries(SESSION_SORTS)) {
      await runner.query(`create index tracking_session_${name}_asc on tracking_session ((${key}), id desc)`);
      await runner.query(
        `create index tracking_session_${name}_desc on tracking_session ((${key}) desc nulls last, id desc)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(SESSION_SORTS)) {
      await runner.query(`drop index tracking_session_${name}_asc, tracking_session_${name}_desc`);
    }
    await runner.query('drop index session_market_latest_close_asc, session_market_latest_close_desc');
    await runner.query(`
      alter table session_market drop column change_pct, drop column turnover_pct, drop column volume_ratio`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where the reading of a session's newest records ends, kept with the figures of its stock. The distance is generated, so that
 * it follows the closes which an older build that still runs stores. The values are computed at the start of the new build.
 */
export class KeepInvalidations1772700000100 implements MigrationInterface {
  name = 'KeepInvalidations1772700000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session_market
        add column invalidation_price double precision,
        add column invalidation_side text
          constraint session_market_invalidation_side_check check (invalidation_side in ('below', 'above')),
        add column invalidation_as_of date,
        add column invalidation_distance_pct double precision generated always as (
          round(((case invalidation_side when 'below' then 1 when 'above' then -1 end)
            * (1 - invalidation_price / nullif(latest_close, 0)) * 100)::numeric, 2)::float8) stored`);
    await runner.query(`
      create index session_market_invalidation_distance_pct_asc
        on session_market (invalidation_distance_pct, session_id desc)`);
    await runner.query(`
      create index session_market_invalidation_distance_pct_desc
        on session_market (invalidation_distance_pct desc nulls last, session_id desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session_market drop column invalidation_distance_pct, drop column invalidation_as_of,
        drop column invalidation_side, drop column invalidation_price`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `market_source_choice` (at most one row): the source of market data that an administrator chose. `tushare_token`: encrypted
 * by a key in DATA_DIR.
 */
export class CreateMarketSourceChoice1770000000050 implements MigrationInterface {
  name = 'CreateMarketSourceChoice1770000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table market_source_choice (
        id boolean not null default true,
        source text not null,
        tushare_token bytea,
        changed_at timestamptz not null,
        changed_by bigint,
        constraint market_source_choice_pkey primary key (id),
        constraint market_source_choice_single_check check (id),
        constraint market_source_choice_source_check check (source in ('demo', 'files', 'tushare', 'tdx')),
        constraint market_source_choice_changed_by_fkey foreign key (changed_by) references app_user (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table market_source_choice');
  }
}

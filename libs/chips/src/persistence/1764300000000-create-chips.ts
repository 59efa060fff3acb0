import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Chip distributions by day, one row a model. Prices in yuan, `winner_rate` in percent, concentrations and coverage as
 * fractions. `market_state.chip_source` names the one model whose values sessions show.
 */
export class CreateChips1764300000000 implements MigrationInterface {
  name = 'CreateChips1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chip_distribution (
        code text collate "C" not null,
        trade_date date not null,
        source text collate "C" not null,
        cost5 double precision not null,
        cost15 double precision not null,
        cost50 double precision not null,
        cost85 double precision not null,
        cost95 double precision not null,
        weighted_average double precision not null,
        winner_rate double precision not null,
        concentration90 double precision not null,
        concentration70 double precision not null,
        window_bars integer,
        warm_up_bars integer,
        coverage double precision,
        adjusted boolean not null,
        data_version bigint not null,
        computed_at timestamptz not null default now(),
        constraint chip_distribution_pkey primary key (code, source, trade_date),
        constraint chip_distribution_source_check check (source ~ '^(tushare|eastmoney-[0-9]+)$'),
        constraint chip_distribution_winner_check check (winner_rate between 0 and 100),
        constraint chip_distribution_coverage_check check (coverage between 0 and 1)
      )`);
    await runner.query(`alter table market_state add column chip_source text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table market_state drop column chip_source');
    await runner.query('drop table chip_distribution');
  }
}

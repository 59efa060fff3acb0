import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What vendors tell of a stock beside its bars. Each table is empty where the source doesn't know it; readers then fall
 * back (docs/market-data.md says how).
 *
 * `adj_factor` and `share_change` hold changes only: a row is in force from its day on. `fields` of `financial_report`
 * are the vendor's own columns, numbers as numbers, in yuan and percent.
 */
export class CreateMarketDetails1764000000000 implements MigrationInterface {
  name = 'CreateMarketDetails1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stock
        add column industry text,
        add column initials text collate "C"`);
    await runner.query(`
      create table adj_factor (
        code text collate "C" not null,
        trade_date date not null,
        factor double precision not null,
        constraint adj_factor_pkey primary key (code, trade_date),
        constraint adj_factor_check check (factor > 0)
      )`);
    await runner.query(`
      create table share_change (
        code text collate "C" not null,
        trade_date date not null,
        factor double precision not null,
        basis text not null,
        constraint share_change_pkey primary key (code, trade_date),
        constraint share_change_factor_check check (factor > 0),
        constraint share_change_basis_check check (basis in ('vendor', 'inferred'))
      )`);
    await runner.query(`
      create table stock_name (
        code text collate "C" not null,
        from_date date not null,
        to_date date,
        name text not null,
        constraint stock_name_pkey primary key (code, from_date),
        constraint stock_name_range_check check (to_date >= from_date)
      )`);
    await runner.query(`
      create table suspension (
        trade_date date not null,
        code text collate "C" not null,
        timing text,
        constraint suspension_pkey primary key (trade_date, code)
      )`);
    await runner.query(`
      create table daily_valuation (
        code text collate "C" not null,
        trade_date date not null,
        pe_ttm double precision,
        pb double precision,
        dividend_yield_ttm double precision,
        total_market_cap double precision,
        total_shares double precision,
        float_shares double precision,
        constraint daily_valuation_pkey primary key (code, trade_date)
      )`);
    await runner.query(`
      create table financial_report (
        code text collate "C" not null,
        statement text not null,
        period_end date not null,
        published_on date not null,
        ordinal smallint default 0 not null,
        fields jsonb not null,
        constraint financial_report_pkey primary key (code, statement, period_end, published_on, ordinal),
        constraint financial_report_statement_check check (statement in ('indicator', 'income', 'balance_sheet', 'cash_flow',
          'audit', 'pledge', 'holder_trade', 'share_unlock', 'dividend')),
        constraint financial_report_fields_check check (jsonb_typeof(fields) = 'object')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table financial_report, daily_valuation, suspension, stock_name, share_change, adj_factor',
    );
    await runner.query('alter table stock drop column industry, drop column initials');
  }
}

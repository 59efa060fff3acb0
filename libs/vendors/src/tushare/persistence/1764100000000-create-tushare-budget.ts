import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What all processes together may ask of Tushare. `tushare_budget`: one row a token (by its hash), with the earliest time of
 * the next call, a rest that the vendor asked for, and the calls of Shanghai's day. `tushare_closed_api`: APIs whose quota is
 * used up, with the vendor's words.
 */
export class CreateTushareBudget1764100000000 implements MigrationInterface {
  name = 'CreateTushareBudget1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tushare_budget (
        token_hash text collate "C" not null,
        next_call_at timestamptz not null,
        blocked_until timestamptz not null,
        day date not null,
        day_calls integer not null,
        constraint tushare_budget_pkey primary key (token_hash),
        constraint tushare_budget_day_calls_check check (day_calls >= 0)
      )`);
    await runner.query(`
      create table tushare_closed_api (
        token_hash text collate "C" not null,
        api text collate "C" not null,
        until timestamptz not null,
        raw text not null,
        constraint tushare_closed_api_pkey primary key (token_hash, api)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tushare_closed_api, tushare_budget');
  }
}

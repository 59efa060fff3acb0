import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stocks, daily bars, days of the exchange that imports decided, and what each import brought.
 *
 * `exchange_day` overlays the published calendar that the code carries: a row says open or closed, a day without a row
 * is as published.
 *
 * `daily_bar` has no foreign key to `stock`: checking two million rows costs more than loading them, and the import
 * inserts bars only through a join with `stock` in the same transaction (stocks are never deleted while they have bars).
 */
export class CreateMarketData1763600000300 implements MigrationInterface {
  name = 'CreateMarketData1763600000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stock (
        code text collate "C" not null,
        exchange text not null,
        board text not null,
        name text,
        list_date date,
        delist_date date,
        first_bar_date date,
        last_bar_date date,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint stock_pkey primary key (code),
        constraint stock_code_check check (code ~ '^[0-9]{6}$'),
        constraint stock_exchange_check check (exchange in ('SSE', 'SZSE', 'BSE')),
        constraint stock_board_check check (board in ('main', 'chinext', 'star', 'bse'))
      )`);
    await runner.query(`create index stock_name_trgm on stock using gin (name gin_trgm_ops)`);
    await runner.query(`
      create table exchange_day (
        trade_date date not null,
        is_open boolean not null,
        constraint exchange_day_pkey primary key (trade_date)
      )`);
    await runner.query(`
      create table daily_bar (
        trade_date date not null,
        code text collate "C" not null,
        open double precision not null,
        high double precision not null,
        low double precision not null,
        close double precision not null,
        pre_close double precision,
        volume bigint not null,
        amount double precision,
        turnover_pct double precision,
        circ_market_cap double precision,
        up_limit double precision,
        down_limit double precision,
        is_st boolean,
        constraint daily_bar_pkey primary key (trade_date, code),
        constraint daily_bar_volume_check check (volume > 0 and volume < 562949953421312),
        constraint daily_bar_price_check check (low > 0 and low <= open and low <= close and high >= open and high >= close)
      )`);
    await runner.query(`create unique index daily_bar_code_date on daily_bar (code, trade_date) include (volume)`);
    await runner.query(`
      create table market_day (
        trade_date date not null,
        bars integer not null,
        constraint market_day_pkey primary key (trade_date)
      )`);
    await runner.query(`
      create table market_import (
        id bigint generated always as identity,
        source text not null,
        format text not null,
        path text not null,
        status text not null,
        files integer not null default 0,
        skipped_files integer not null default 0,
        refused_files integer not null default 0,
        stocks integer not null default 0,
        bars_read bigint not null default 0,
        bars_inserted bigint not null default 0,
        bars_updated bigint not null default 0,
        bars_unchanged bigint not null default 0,
        from_date date,
        to_date date,
        error text,
        started_at timestamptz not null default now(),
        finished_at timestamptz,
        constraint market_import_pkey primary key (id),
        constraint market_import_status_check check (status in ('running', 'completed', 'failed'))
      )`);
    await runner.query(`
      create table market_import_note (
        id bigint generated always as identity,
        import_id bigint not null,
        kind text not null,
        file text not null,
        line integer,
        reason text not null,
        constraint market_import_note_pkey primary key (id),
        constraint market_import_note_import_fkey foreign key (import_id) references market_import (id) on delete cascade,
        constraint market_import_note_kind_check check (kind in ('refused', 'skipped'))
      )`);
    await runner.query(`create index market_import_note_import on market_import_note (import_id)`);
    await runner.query(`
      create table market_state (
        id boolean not null default true,
        source text not null default 'none',
        data_version bigint not null default 0,
        bars_from date,
        bars_to date,
        updated_at timestamptz not null default now(),
        constraint market_state_pkey primary key (id),
        constraint market_state_single_check check (id),
        constraint market_state_source_check check (source in ('none', 'demo', 'files', 'tushare'))
      )`);
    await runner.query(`insert into market_state (id) values (true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table market_import_note, market_import, market_state, market_day, daily_bar, exchange_day, stock',
    );
  }
}

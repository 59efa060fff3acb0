import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a sync has asked the vendor for and what came of it.
 *
 * `market_sync`: a wish for the days of a span. `market_sync_unit`: one question to the vendor, of one data set and one day
 * (or one stock's reports, or the whole): its newest answer. `content` holds the rows between the call and the load that
 * stores them, so that a killed run asks nothing twice. `first_same_at`: since when the vendor gives this answer.
 *
 * `market_day`: `settled_at` says that the vendor's answer is final, `complete` that enough of it came, `provisional` that
 * the bars were read before the exchange's data of the day are final. Days of other sources are complete as imported.
 */
export class CreateMarketSync1764200000000 implements MigrationInterface {
  name = 'CreateMarketSync1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table market_day
        add column provisional boolean not null default false,
        add column complete boolean not null default true,
        add column settled_at timestamptz,
        add column expected integer,
        add constraint market_day_provisional_check check (not (provisional and complete))`);
    await runner.query(`
      create table market_sync (
        id bigint generated always as identity,
        kind text not null,
        status text not null default 'queued',
        from_date date not null,
        to_date date not null,
        replace_demo boolean not null default false,
        asked_at timestamptz not null,
        units_total integer not null default 0,
        units_done integer not null default 0,
        rows_read bigint not null default 0,
        calls integer not null default 0,
        stage text,
        error text,
        resume_at timestamptz,
        started_by bigint,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        constraint market_sync_pkey primary key (id),
        constraint market_sync_kind_check check (kind in ('daily', 'repair', 'backfill')),
        constraint market_sync_status_check check (status in ('queued', 'running', 'waiting', 'completed', 'failed')),
        constraint market_sync_span_check check (from_date <= to_date),
        constraint market_sync_user_fkey foreign key (started_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index market_sync_in_flight on market_sync (kind, from_date, to_date)
      where status in ('queued', 'running', 'waiting')`);
    await runner.query(`create index market_sync_user on market_sync (started_by) where started_by is not null`);
    await runner.query(`
      create table market_sync_unit (
        data_set text not null,
        unit_key text collate "C" not null,
        trade_date date,
        state text not null,
        settled boolean not null default false,
        rows integer not null default 0,
        total double precision not null default 0,
        content bytea,
        fetched_at timestamptz,
        first_same_at timestamptz,
        stored_at timestamptz,
        noted_at timestamptz not null,
        sync_id bigint,
        attempts integer not null default 0,
        calls integer not null default 0,
        fault text,
        fault_message text,
        fault_raw text,
        constraint market_sync_unit_pkey primary key (data_set, unit_key),
        constraint market_sync_unit_state_check check (state in ('fetched', 'stored', 'failed', 'denied')),
        constraint market_sync_unit_content_check check ((state = 'fetched') = (content is not null)),
        constraint market_sync_unit_fault_check check (fault in ('rate', 'quota', 'permission', 'vendor', 'not_configured')),
        constraint market_sync_unit_sync_fkey foreign key (sync_id) references market_sync (id) on delete set null
      )`);
    await runner.query(`create index market_sync_unit_sync on market_sync_unit (sync_id) where sync_id is not null`);
    await runner.query(
      `create index market_sync_unit_fetched on market_sync_unit (trade_date) where state = 'fetched'`,
    );
    await runner.query(`
      create table stock_code_change (
        old_code text collate "C" not null,
        new_code text collate "C" not null,
        constraint stock_code_change_pkey primary key (old_code),
        constraint stock_code_change_codes_check check (old_code ~ '^[0-9]{6}$' and new_code ~ '^[0-9]{6}$' and old_code <> new_code)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stock_code_change, market_sync_unit, market_sync');
    await runner.query(`
      alter table market_day
        drop column provisional, drop column complete, drop column settled_at, drop column expected`);
  }
}

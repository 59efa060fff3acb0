import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whole-market scans: one run, at most eight code ranges that workers claim, and a row per hit on its natural key. */
export class CreateScans1763600000500 implements MigrationInterface {
  name = 'CreateScans1763600000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table scan_run (
        id bigint generated always as identity,
        status text not null default 'queued',
        start_date date not null,
        end_date date not null,
        circ_mkt_min_yi double precision not null,
        circ_mkt_max_yi double precision not null,
        options jsonb not null default '{}',
        trading_days integer not null,
        prior_start date not null,
        candidate_count integer not null,
        warnings jsonb not null default '[]',
        request_key text not null,
        market_source text not null,
        started_by bigint,
        error text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        constraint scan_run_pkey primary key (id),
        constraint scan_run_status_check check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        constraint scan_run_range_check check (start_date <= end_date),
        constraint scan_run_cap_check check (circ_mkt_min_yi >= 0 and circ_mkt_min_yi <= circ_mkt_max_yi),
        constraint scan_run_finished_check check ((status in ('queued', 'running')) = (finished_at is null)),
        constraint scan_run_started_by_fkey foreign key (started_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index scan_run_one_in_flight on scan_run (request_key) where status in ('queued', 'running')`);
    await runner.query(`
      create table scan_range (
        scan_id bigint not null,
        range_no smallint not null,
        candidates integer not null,
        codes text[] collate "C" not null,
        status text not null default 'pending',
        job_id bigint,
        matched integer not null default 0,
        created integer not null default 0,
        already_open integer not null default 0,
        excluded_limit_up integer not null default 0,
        skipped_short_history integer not null default 0,
        finished_at timestamptz,
        constraint scan_range_pkey primary key (scan_id, range_no),
        constraint scan_range_scan_fkey foreign key (scan_id) references scan_run (id) on delete cascade,
        constraint scan_range_number_check check (range_no between 1 and 8),
        constraint scan_range_codes_check check (cardinality(codes) + skipped_short_history = candidates),
        constraint scan_range_status_check check (status in ('pending', 'done', 'failed'))
      )`);
    await runner.query(`
      create table scan_hit (
        scan_id bigint not null,
        code text collate "C" not null,
        stock_name text,
        entry_date date not null,
        min_volume bigint not null,
        close double precision not null,
        limit_up double precision,
        circulating_market_cap_yi double precision not null,
        prior_min_volume bigint,
        prior_min_volume_date date,
        session_id bigint not null,
        outcome text not null,
        constraint scan_hit_pkey primary key (scan_id, code),
        constraint scan_hit_scan_fkey foreign key (scan_id) references scan_run (id) on delete cascade,
        constraint scan_hit_session_fkey foreign key (session_id) references tracking_session (id),
        constraint scan_hit_outcome_check check (outcome in ('created', 'already_open'))
      )`);
    await runner.query(`create index scan_hit_session on scan_hit (session_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table scan_hit, scan_range, scan_run');
  }
}

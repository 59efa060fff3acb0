import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outcome studies: a row each, and a row a case. */
export class CreateStudies1771100000010 implements MigrationInterface {
  name = 'CreateStudies1771100000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table study (
        id bigint generated always as identity,
        status text not null default 'queued',
        screen_id text not null,
        screen_version integer not null,
        params jsonb not null,
        filters jsonb not null,
        from_date date not null,
        to_date date not null,
        horizons jsonb not null,
        costs jsonb not null,
        overlap text not null,
        data_version bigint not null,
        market_source text not null,
        survivorship text not null,
        warnings jsonb not null default '[]',
        variant_key text not null,
        request_key text not null,
        progress integer not null default 0,
        result jsonb,
        job_id bigint,
        nightly boolean not null default false,
        started_by bigint,
        error text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        constraint study_pkey primary key (id),
        constraint study_status_check check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        constraint study_span_check check (from_date <= to_date),
        constraint study_overlap_check check (overlap in ('first', 'all')),
        constraint study_survivorship_check check (survivorship in ('complete', 'delisted_missing')),
        constraint study_progress_check check (progress between 0 and 100),
        constraint study_finished_check check ((status in ('queued', 'running')) = (finished_at is null)),
        constraint study_result_check check ((status = 'completed') = (result is not null)),
        constraint study_started_by_fkey foreign key (started_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index study_one_of_request on study (md5(request_key))
        where status in ('queued', 'running', 'completed')`);
    await runner.query('create index study_of_screen on study (screen_id, id desc)');
    await runner.query(`
      create table study_case (
        study_id bigint not null,
        case_no integer not null,
        code text collate "C" not null,
        signal_date date not null,
        rank integer not null,
        outcome text not null,
        entry_date date,
        entry_price double precision,
        gap_pct double precision,
        exits jsonb not null,
        constraint study_case_pkey primary key (study_id, case_no),
        constraint study_case_study_fkey foreign key (study_id) references study (id) on delete cascade,
        constraint study_case_outcome_check check (outcome in ('filled', 'unfillable', 'pending')),
        constraint study_case_entry_check check ((outcome = 'filled') = (entry_date is not null)),
        constraint study_case_price_check check ((outcome = 'filled') = (entry_price is not null)),
        constraint study_case_exits_check check (jsonb_typeof(exits) = 'array')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table study_case, study');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tracking sessions. "One open session a code" is the partial unique index: it holds under any number of writers. */
export class CreateTracking1763600000400 implements MigrationInterface {
  name = 'CreateTracking1763600000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tracking_session (
        id bigint generated always as identity,
        code text collate "C" not null,
        stock_name text,
        entry_date date not null,
        current_primary_phase text,
        source text,
        entry_close_price double precision,
        status text collate "C" generated always as (case when ended_at is null then 'open' else 'closed' end) stored not null,
        priority integer not null default 50,
        next_review_at date,
        next_review_set_at timestamptz,
        summary_note text,
        fundamental_score smallint,
        fundamental_note text,
        fundamental_scored_at timestamptz,
        ai_consensus text,
        ai_consensus_at timestamptz,
        ended_at timestamptz,
        end_reason text,
        market_source text not null,
        created_by bigint,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        constraint tracking_session_pkey primary key (id),
        constraint tracking_session_code_check check (code ~ '^[0-9]{6}$'),
        constraint tracking_session_phase_check check (current_primary_phase in
          ('unclassified', 'transition', 'accumulation', 'markup', 'distribution', 'markdown')),
        constraint tracking_session_source_check check (char_length(source) <= 32),
        constraint tracking_session_name_check check (char_length(stock_name) <= 100),
        constraint tracking_session_price_check check (entry_close_price > 0 and entry_close_price <= 1e8),
        constraint tracking_session_priority_check check (priority between 0 and 100),
        constraint tracking_session_score_check check (fundamental_score between 0 and 20),
        constraint tracking_session_consensus_check check (ai_consensus in ('上涨', '下跌', '震荡')),
        constraint tracking_session_market_check check (market_source in ('none', 'demo', 'files', 'tushare')),
        constraint tracking_session_created_by_fkey foreign key (created_by) references app_user (id)
      )`);
    await runner.query(`
      create unique index tracking_session_one_open on tracking_session (code)
      where ended_at is null and deleted_at is null`);
    await runner.query(`
      create index tracking_session_priority on tracking_session (priority desc, id desc) where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tracking_session');
  }
}

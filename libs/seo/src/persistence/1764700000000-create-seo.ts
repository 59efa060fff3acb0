import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The SEO store. `folded` is the keyword as it is compared (docs/seo.md), `short_grams` its parts of one and two letters
 * that have a posting list; unknown language, market, source and period are empty or named, never null, since they are
 * part of a key.
 */
export class CreateSeo1764700000000 implements MigrationInterface {
  name = 'CreateSeo1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await createKeywords(runner);
    await createTrends(runner);
    await createBacklinks(runner);
    await createCompetitors(runner);
    await createImports(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table seo_import_reject, seo_import, seo_competitor, seo_backlink, seo_trend_row, seo_trend, seo_keyword',
    );
  }
}

async function createKeywords(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table seo_keyword (
      id bigint generated always as identity,
      keyword text not null,
      folded text collate "C" not null,
      language text collate "C" not null,
      market text collate "C" not null,
      source text collate "C" not null,
      search_volume bigint,
      number_of_results bigint,
      keyword_difficulty double precision,
      cpc double precision,
      competition double precision,
      trend_score double precision,
      commercial_score double precision,
      overall_score double precision,
      kws double precision,
      as_of date,
      cpc_currency text,
      metric_source text,
      short_grams text[] collate "C" not null,
      deleted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint seo_keyword_pkey primary key (id),
      constraint seo_keyword_natural_key unique (folded, language, market, source),
      constraint seo_keyword_search_volume_check check (search_volume >= 0),
      constraint seo_keyword_number_of_results_check check (number_of_results >= 0),
      constraint seo_keyword_difficulty_check check (keyword_difficulty between 0 and 100),
      constraint seo_keyword_cpc_check check (cpc >= 0 and cpc <= 1e9),
      constraint seo_keyword_competition_check check (competition between 0 and 1)
    )`);
  await runner.query(
    `create index seo_keyword_by_volume on seo_keyword (search_volume desc nulls last, id) include (folded)
     where deleted_at is null`,
  );
  await runner.query(`create index seo_keyword_folded_trgm on seo_keyword using gin (folded gin_trgm_ops)`);
  await runner.query(`create index seo_keyword_short_grams on seo_keyword using gin (short_grams)`);
  await runner.query(`create index seo_keyword_deleted on seo_keyword (deleted_at) where deleted_at is not null`);
  await runner.query(`alter table seo_keyword alter column folded set statistics 1000`);
  await runner.query(`alter table seo_keyword alter column short_grams set statistics 1000`);
}

async function createTrends(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table seo_trend (
      id bigint generated always as identity,
      keyword text not null,
      folded text collate "C" not null,
      period text collate "C" not null,
      keyword_count integer not null default 0,
      keyword_id bigint,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint seo_trend_pkey primary key (id),
      constraint seo_trend_natural_key unique (folded, period),
      constraint seo_trend_keyword_fkey foreign key (keyword_id) references seo_keyword (id) on delete set null
    )`);
  await runner.query(`create index seo_trend_newest on seo_trend (folded, updated_at desc, id desc)`);
  await runner.query(`create index seo_trend_updated_at on seo_trend (updated_at desc, id desc)`);
  await runner.query(`create index seo_trend_folded_trgm on seo_trend using gin (folded gin_trgm_ops)`);
  await runner.query(`create index seo_trend_keyword on seo_trend (keyword_id) where keyword_id is not null`);
  await runner.query(`
    create table seo_trend_row (
      id bigint generated always as identity,
      trend_id bigint not null,
      query text collate "C" not null,
      list_type text collate "C" not null,
      trend_date timestamptz not null,
      observed_at timestamptz not null,
      trends_value double precision,
      value_kind text collate "C" not null,
      breakout boolean not null,
      has_data boolean not null,
      period_hours integer,
      trend_link text,
      collected_at timestamptz not null,
      constraint seo_trend_row_pkey primary key (id),
      constraint seo_trend_row_natural_key unique (trend_id, query, list_type, trend_date, observed_at),
      constraint seo_trend_row_trend_fkey foreign key (trend_id) references seo_trend (id) on delete cascade,
      constraint seo_trend_row_value_check check (trends_value >= 0),
      constraint seo_trend_row_kind_check check (value_kind in ('index', 'rise_pct')),
      constraint seo_trend_row_breakout_check check (not breakout or trends_value is null)
    )`);
  await runner.query(
    `create index seo_trend_row_newest on seo_trend_row (trend_id, collected_at desc, trend_date desc, id desc)`,
  );
}

async function createBacklinks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table seo_backlink (
      id bigint generated always as identity,
      from_url text collate "C" not null,
      search_text text collate "C" not null,
      host_key text collate "C" not null,
      to_url text,
      anchor text,
      title text,
      source text,
      quality_score double precision,
      page_authority double precision,
      domain_authority double precision,
      nofollow boolean,
      first_seen date,
      last_seen date,
      deleted_at timestamptz,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz not null default now(),
      constraint seo_backlink_pkey primary key (id),
      constraint seo_backlink_natural_key unique (from_url)
    )`);
  await runner.query(`create index seo_backlink_search_trgm on seo_backlink using gin (search_text gin_trgm_ops)`);
  const ranking = 'quality_score desc nulls last, page_authority desc nulls last, created_at desc, id desc';
  await runner.query(`create index seo_backlink_by_quality on seo_backlink (${ranking}) where deleted_at is null`);
  await runner.query(
    `create index seo_backlink_by_host on seo_backlink (host_key, ${ranking}) where deleted_at is null`,
  );
  await runner.query(`create index seo_backlink_deleted on seo_backlink (deleted_at) where deleted_at is not null`);
  await runner.query(`alter table seo_backlink alter column search_text set statistics 1000`);
}

async function createCompetitors(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table seo_competitor (
      id bigint generated always as identity,
      domain text collate "C" not null,
      name text,
      description text,
      monthly_visits text,
      created_date date,
      page_count bigint,
      pages_per_visit double precision,
      backlinks bigint,
      public_revenue double precision,
      cpm_rate double precision,
      global_rank bigint,
      avg_duration double precision,
      bounce_rate double precision,
      search_traffic_ratio double precision,
      notes text,
      tags text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint seo_competitor_pkey primary key (id),
      constraint seo_competitor_domain_key unique (domain),
      constraint seo_competitor_avg_duration_check check (avg_duration >= 0),
      constraint seo_competitor_bounce_rate_check check (bounce_rate between 0 and 100),
      constraint seo_competitor_search_traffic_check check (search_traffic_ratio between 0 and 100)
    )`);
  await runner.query(`create index seo_competitor_domain_trgm on seo_competitor using gin (domain gin_trgm_ops)`);
}

async function createImports(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table seo_import (
      id bigint generated always as identity,
      kind text collate "C" not null,
      dry_run boolean not null,
      status text collate "C" not null default 'pending',
      format text,
      file_name text,
      seed_keyword text,
      market text,
      language text,
      bytes bigint not null,
      upload_id bigint not null,
      job_id bigint,
      user_id bigint not null,
      last_key text collate "C",
      staged bigint not null default 0,
      created bigint not null default 0,
      updated bigint not null default 0,
      unchanged bigint not null default 0,
      rejected bigint not null default 0,
      error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint seo_import_pkey primary key (id),
      constraint seo_import_user_fkey foreign key (user_id) references app_user (id) on delete cascade,
      constraint seo_import_kind_check check (kind in ('keywords', 'trends', 'backlinks', 'competitors')),
      constraint seo_import_status_check check (status in ('pending', 'completed', 'failed'))
    )`);
  await runner.query(`create index seo_import_job on seo_import (job_id)`);
  await runner.query(`create index seo_import_user on seo_import (user_id)`);
  await runner.query(`
    create table seo_import_reject (
      import_id bigint not null,
      line bigint not null,
      reason text not null,
      row_text text not null,
      constraint seo_import_reject_pkey primary key (import_id, line),
      constraint seo_import_reject_import_fkey foreign key (import_id) references seo_import (id) on delete cascade
    )`);
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const PHASES = `('unclassified', 'transition', 'accumulation', 'markup', 'distribution', 'markdown')`;

const SUB_TAGS = `array['phase_a', 'phase_b', 'phase_c', 'phase_d', 'phase_e', 'trading_range', 'reaccumulation',
  'redistribution', 'ground_volume', 'volume_dry_up', 'volume_expansion', 'climactic_volume', 'stopping_volume',
  'absorption', 'no_demand', 'no_supply', 'effort_no_result', 'ease_of_movement', 'change_of_character',
  'shortening_of_thrust', 'breakout', 'breakdown', 'pullback', 'shakeout', 'limit_up', 'limit_down', 'gap_up', 'gap_down',
  'one_price_up', 'one_price_down', 'limit_up_opened', 'resumption', 'ex_right', 'st_change', 'new_high_250',
  'new_low_250']::text[]`;

const EVENTS = `array['PS', 'SC', 'AR', 'SPRING', 'TSO', 'SOS', 'LPS', 'JAC', 'BU', 'PSY', 'BC', 'ARE', 'UTAD', 'SOW',
  'LPSY', 'FTI', 'ST', 'TEST', 'UT', 'EVR', 'SOT']::text[]`;

/** What daily and weekly records have in common; `table` names the constraints. */
function judgement(table: string): string {
  return `
        supply_demand text,
        align_flag text,
        primary_phase_hint text,
        cycle_sub_tags text[] not null default '{}',
        cycle_events text[] not null default '{}',
        evidence_note text,
        manual_remark_history jsonb not null default '[]',
        origin text not null default 'manual',
        ai_run_id bigint,
        data_through date,
        is_latest boolean not null default false,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        constraint ${table}_supply_demand_check
          check (supply_demand in ('demand_dominant', 'supply_dominant', 'balanced')),
        constraint ${table}_align_flag_check check (align_flag in ('aligned', 'diverging', 'neutral')),
        constraint ${table}_phase_check check (primary_phase_hint in ${PHASES}),
        constraint ${table}_tags_check check (cardinality(cycle_sub_tags) <= 8 and cycle_sub_tags <@ ${SUB_TAGS}),
        constraint ${table}_events_check check (cardinality(cycle_events) <= 2 and cycle_events <@ ${EVENTS}),
        constraint ${table}_history_check check (jsonb_typeof(manual_remark_history) = 'array'),
        constraint ${table}_origin_check check (origin in ('manual', 'ai')),
        constraint ${table}_latest_check check (not is_latest or deleted_at is null),
        constraint ${table}_pkey primary key (id),
        constraint ${table}_session_fkey foreign key (session_id) references tracking_session (id)`;
}

/**
 * Daily and weekly records, the market figures of each session that lists sort by, watch-lists and positions.
 * "One live record a day", "one a week" and "one latest" are partial unique indexes; a deleted record keeps its row.
 */
export class CreateRecords1763700000100 implements MigrationInterface {
  name = 'CreateRecords1763700000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table daily_record (
        id bigint generated always as identity,
        session_id bigint not null,
        trade_date date not null,${judgement('daily_record')}
      )`);
    await runner.query(`
      create unique index daily_record_one_a_day on daily_record (session_id, trade_date) where deleted_at is null`);
    await runner.query(`create unique index daily_record_one_latest on daily_record (session_id) where is_latest`);
    await runner.query(`
      create table weekly_record (
        id bigint generated always as identity,
        session_id bigint not null,
        week_start date not null,
        week_end_date date not null,${judgement('weekly_record')},
        constraint weekly_record_week_check check (extract(isodow from week_start) = 1
          and week_end_date between week_start and week_start + 6)
      )`);
    await runner.query(`
      create unique index weekly_record_one_a_week on weekly_record (session_id, week_start) where deleted_at is null`);
    await runner.query(`create unique index weekly_record_one_latest on weekly_record (session_id) where is_latest`);

    await runner.query(`
      create table session_market (
        session_id bigint not null,
        latest_close double precision,
        latest_trade_date date,
        close_vs_entry_pct double precision,
        close_vs_entry_basis text,
        circulating_market_cap_yi double precision,
        cyq_spread_ratio double precision,
        lowest_volume_trade_date date,
        refreshed_at timestamptz not null default now(),
        constraint session_market_pkey primary key (session_id),
        constraint session_market_session_fkey foreign key (session_id) references tracking_session (id) on delete cascade,
        constraint session_market_basis_check check (close_vs_entry_basis in ('adjusted', 'raw', 'unknown'))
      )`);
    for (const column of [
      'close_vs_entry_pct',
      'circulating_market_cap_yi',
      'cyq_spread_ratio',
      'lowest_volume_trade_date',
    ]) {
      await runner.query(
        `create index session_market_${column}_desc on session_market (${column} desc nulls last, session_id desc)`,
      );
      await runner.query(
        `create index session_market_${column}_asc on session_market (${column} asc nulls last, session_id desc)`,
      );
    }

    await runner.query(`alter table tracking_session
      add column primary_phase_set_at timestamptz,
      add column primary_phase_origin text not null default 'default',
      add constraint tracking_session_phase_origin_check check (primary_phase_origin in ('default', 'manual', 'weekly'))`);
    await runner.query('drop index tracking_session_priority');
    for (const column of ['priority', 'entry_date', 'next_review_at', 'ended_at', 'fundamental_score']) {
      for (const order of ['desc', 'asc']) {
        await runner.query(`create index tracking_session_${column}_${order}
          on tracking_session (${column} ${order} nulls last, id desc) where deleted_at is null`);
      }
    }
    await runner.query(`create index tracking_session_deleted on tracking_session (id) where deleted_at is not null`);
    await runner.query(`create index tracking_session_code on tracking_session (code) where deleted_at is null`);
    // Each character three times over: then one or two characters, as Chinese names are looked for, are trigrams too.
    await runner.query(`
      alter table tracking_session add column search_name text generated always as
        (regexp_replace(lower(normalize(stock_name, NFKC)), '(.)', '\\1\\1\\1', 'g')) stored`);
    await runner.query(`
      create index tracking_session_name_trgm on tracking_session using gin (search_name gin_trgm_ops)
      where deleted_at is null`);

    await runner.query(`
      create table watchlist_item (
        user_id bigint not null,
        code text collate "C" not null,
        note text,
        created_at timestamptz not null default now(),
        constraint watchlist_item_pkey primary key (user_id, code),
        constraint watchlist_item_code_check check (code ~ '^[0-9]{6}$'),
        constraint watchlist_item_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
    await runner.query(`
      create table position (
        user_id bigint not null,
        code text collate "C" not null,
        quantity double precision not null,
        avg_cost double precision,
        opened_at date,
        updated_at timestamptz not null default now(),
        constraint position_pkey primary key (user_id, code),
        constraint position_code_check check (code ~ '^[0-9]{6}$'),
        constraint position_quantity_check check (quantity > 0 and quantity <= 1e12),
        constraint position_cost_check check (avg_cost > -1e8 and avg_cost <= 1e8),
        constraint position_user_fkey foreign key (user_id) references app_user (id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table position, watchlist_item, session_market, weekly_record, daily_record');
    await runner.query(
      'alter table tracking_session drop column search_name, drop column primary_phase_set_at, drop column primary_phase_origin',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What models said of the direction of a price, and how it turned out. The key makes the first judgement of a model of a
 * period the one that counts; later ones stay in their runs. `market_return` keeps what all stocks did over the same days.
 * A score is `counted` where no other one of its model, kind and code lies within the horizon; `day_no` is its day's place
 * in the trading calendar.
 */
export class CreateTrackRecord1764800000000 implements MigrationInterface {
  name = 'CreateTrackRecord1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ai_judgement (
        id bigint generated always as identity not null,
        model text not null,
        kind text not null,
        code text collate "C" not null,
        session_id bigint,
        ai_run_id bigint,
        period text not null,
        period_end date not null,
        value text not null,
        event text generated always as (case when kind = 'event' then value else '' end) stored not null,
        data_through date not null,
        hindsight boolean not null,
        replay boolean not null,
        created_at timestamptz default now() not null,
        constraint ai_judgement_pkey primary key (id),
        constraint ai_judgement_first unique (model, kind, code, period, period_end, event, replay),
        constraint ai_judgement_kind_check check (kind in ('outlook', 'phase', 'event', 'screen')),
        constraint ai_judgement_period_check check (period in ('day', 'week', 'scan')),
        constraint ai_judgement_through_check check (data_through >= period_end),
        constraint ai_judgement_hindsight_check check (hindsight = (data_through > period_end)),
        constraint ai_judgement_session_fkey foreign key (session_id) references tracking_session (id)
      )`);
    await runner.query(`create index ai_judgement_session on ai_judgement (session_id, data_through desc)`);
    await runner.query(`create index ai_judgement_due on ai_judgement (data_through) where not hindsight`);
    await runner.query(`
      create table ai_judgement_score (
        judgement_id bigint not null,
        horizon smallint not null,
        day_no integer not null,
        counted boolean not null,
        state text not null,
        moved_on boolean default false not null,
        entry_date date,
        exit_date date,
        return_pct double precision,
        excess_pct double precision,
        base_rate double precision,
        is_right boolean,
        scored_at timestamptz default now() not null,
        constraint ai_judgement_score_pkey primary key (judgement_id, horizon),
        constraint ai_judgement_score_horizon_check check (horizon in (5, 10, 20, 60)),
        constraint ai_judgement_score_state_check check (state in ('scored', 'unfillable')),
        constraint ai_judgement_score_scored_check check ((state = 'scored') =
          (is_right is not null and return_pct is not null and excess_pct is not null and base_rate is not null
            and entry_date is not null and exit_date is not null)),
        constraint ai_judgement_score_counted_check check (state = 'scored' or not counted),
        constraint ai_judgement_score_judgement_fkey foreign key (judgement_id) references ai_judgement (id) on delete cascade
      )`);
    await runner.query(`
      create table market_return (
        data_through date not null,
        horizon smallint not null,
        entry_day date not null,
        horizon_end date not null,
        entry_bars integer not null,
        end_bars integer not null,
        stocks integer not null,
        median_pct double precision not null,
        base_up double precision not null,
        base_down double precision not null,
        base_flat double precision not null,
        constraint market_return_pkey primary key (data_through, horizon)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table market_return, ai_judgement_score, ai_judgement');
  }
}

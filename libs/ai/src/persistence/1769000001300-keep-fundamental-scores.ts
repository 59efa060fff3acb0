import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `fundamental_score`: every score of a session with the reason of each item, so that a person can see what changed between
 * two of them. `applied` is false where data decided too few items and the session kept the score that it had.
 */
export class KeepFundamentalScores1769000001300 implements MigrationInterface {
  name = 'KeepFundamentalScores1769000001300';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key to job: finished jobs are pruned, scores stay.
    await runner.query(`
      create table fundamental_score (
        id bigint generated always as identity,
        session_id bigint not null,
        job_id bigint not null,
        scored_at timestamptz not null,
        as_of date not null,
        data_through date,
        score smallint not null,
        available smallint not null,
        judged smallint not null,
        applied boolean not null,
        items jsonb not null,
        note text not null,
        warnings jsonb not null default '[]',
        ai_run_id bigint,
        market_source text not null,
        constraint fundamental_score_pkey primary key (id),
        constraint fundamental_score_one_a_job unique (session_id, job_id),
        constraint fundamental_score_score_check check (score between 0 and 20),
        constraint fundamental_score_counts_check check (available >= 0 and judged >= 0 and available + judged <= 20),
        constraint fundamental_score_items_check check (jsonb_typeof(items) = 'array'),
        constraint fundamental_score_warnings_check check (jsonb_typeof(warnings) = 'array'),
        constraint fundamental_score_source_check check (market_source in ('none', 'demo', 'files', 'tushare')),
        constraint fundamental_score_session_fkey foreign key (session_id) references tracking_session (id) on delete cascade,
        constraint fundamental_score_run_fkey foreign key (ai_run_id) references ai_run (id) on delete set null
      )`);
    await runner.query(`create index fundamental_score_session on fundamental_score (session_id, id)`);
    await runner.query(
      `create index fundamental_score_run on fundamental_score (ai_run_id) where ai_run_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table fundamental_score');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A judgement belongs to the version of the prompt or of the rules that made it, and to its replay: each has a record of its own.
 * Scores name the method that they were made by, so that those of an earlier one are made again; `sample` and `value_sample` are
 * the judgements that stand for a block of days, of their kind and of their value, whether they could be bought or not.
 * `market_span` is what all stocks did between two days. `market_return` stays for builds before this one.
 */
export class KnowVersionsOfJudgements1769000000600 implements MigrationInterface {
  name = 'KnowVersionsOfJudgements1769000000600';
  /** The key becomes wider: the build before inserts with `on conflict do nothing` and names no key. */
  readonly contract =
    'no build names the key of ai_judgement, and judgements of scans are derived again by the next scoring';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ai_judgement
        add column version text not null default 'unknown',
        add column replay_id bigint,
        drop constraint ai_judgement_first,
        add constraint ai_judgement_first
          unique nulls not distinct (model, kind, code, period, period_end, event, replay, version, replay_id)`);
    await runner.query(`
      update ai_judgement j set version = r.prompt_version
      from ai_run r where r.id = j.ai_run_id and r.prompt_version is not null`);
    // They come back with the options of their scan when judgements are scored next.
    await runner.query(`
      delete from ai_judgement j where j.kind = 'screen' and exists (
        select from scan_hit h join scan_run r on r.id = h.scan_id where h.code = j.code and r.end_date = j.period_end)`);
    await runner.query(`
      alter table ai_judgement_score
        add column sample boolean not null default false,
        add column value_sample boolean not null default false,
        add column cap_excess_pct double precision,
        add column method smallint not null default 1`);
    await runner.query(`create index ai_judgement_score_method on ai_judgement_score (method) where method < 2`);
    await runner.query(`
      create table market_span (
        entry_day date not null,
        exit_day date not null,
        entry_bars integer not null,
        exit_bars integer not null,
        open_days integer not null,
        stocks integer not null,
        median_pct double precision not null,
        base_up double precision not null,
        base_down double precision not null,
        base_flat double precision not null,
        cap_fifths jsonb,
        constraint market_span_pkey primary key (entry_day, exit_day),
        constraint market_span_days_check check (entry_day <= exit_day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table market_span');
    await runner.query(`
      alter table ai_judgement_score drop column sample, drop column value_sample, drop column cap_excess_pct, drop column method`);
    await runner.query(`
      delete from ai_judgement j using ai_judgement first
      where first.id < j.id and (first.model, first.kind, first.code, first.period, first.period_end, first.event, first.replay)
        = (j.model, j.kind, j.code, j.period, j.period_end, j.event, j.replay)`);
    await runner.query(`
      alter table ai_judgement drop constraint ai_judgement_first, drop column version, drop column replay_id,
        add constraint ai_judgement_first unique (model, kind, code, period, period_end, event, replay)`);
  }
}

import type { SqlRunner } from '#lib/database';
import type { LeftOutAs } from '../domain/drain';
import type { ReplayItem } from './replays.query';

/** Days of stocks that were skipped, or failed, for one reason. */
export interface ReplayOutcomeCount {
  status: LeftOutAs;
  reason: string;
  count: number;
  /** The first twenty of them. */
  items: ReplayItem[];
}

/** The most frequent reason first. */
export async function selectReplayOutcomes(db: SqlRunner, replayId: number): Promise<ReplayOutcomeCount[]> {
  return db.query(
    `select status, reason, count(*)::int as count,
       (array_agg(json_build_object('code', code, 'day', day) order by position))[1:20] as items
     from ai_replay_item where replay_id = $1 and status in ('skipped', 'failed')
     group by status, reason order by status, count desc, reason`,
    [replayId],
  );
}

/** What a model did in a replay, and what it cost. */
export interface ReplayModel {
  model: string;
  /** Of the prompt or the rules; null if it has not been called yet. */
  version: string | null;
  answered: number;
  /** Answers that came and could not be used. */
  unusable: number;
  /** Requests, repetitions included. */
  calls: number;
  promptTokens: number;
  completionTokens: number;
  /** Yuan, of the calls whose tokens and prices are known. */
  cost: number;
}

/** One a model and version, in the order of the models. */
export async function selectReplayModels(db: SqlRunner, replayId: number): Promise<ReplayModel[]> {
  return db.query<ReplayModel>(
    `select m.model, r.prompt_version as version, count(r.id) filter (where r.outcome = 'answered')::int as answered,
       count(r.id) filter (where r.outcome = 'unusable')::int as unusable, coalesce(sum(c.requests), 0)::int as calls,
       coalesce(sum(c.prompt), 0)::bigint as "promptTokens", coalesce(sum(c.completion), 0)::bigint as "completionTokens",
       coalesce(sum(c.cost), 0)::float8 as cost
     from ai_replay p cross join unnest(p.models) with ordinality m(model, place)
     left join ai_run r on r.replay_id = p.id and r.model = m.model
     left join lateral (
       select sum(requests) as requests, sum(prompt_tokens) as prompt, sum(completion_tokens) as completion,
         sum(cost_yuan) as cost
       from ai_call where run_id = r.id
     ) c on true
     where p.id = $1 group by m.place, m.model, r.prompt_version order by m.place, r.prompt_version`,
    [replayId],
  );
}

/** How often two models agreed on the days that both evaluated. */
export interface ReplayAgreement {
  models: [string, string];
  /** Days, or weeks, of stocks that both evaluated. */
  n: number;
  samePhase: number;
  /** The same set of events, none of them too. */
  sameEvents: number;
  sameSupplyDemand: number;
  /** Weeks of stocks for which both gave an outlook, and the same one. */
  outlooks: number;
  sameOutlook: number;
}

/** A pair of models at a time, in the order of the models. */
export async function selectReplayAgreement(db: SqlRunner, replayId: number): Promise<ReplayAgreement[]> {
  return db.query<ReplayAgreement>(
    `with said as (
       select m.model, m.place, r.code, r.data_through as day, r.answer #> '{judgements,0,judgement}' as judgement,
         r.answer ->> 'outlook' as outlook
       from ai_replay p cross join unnest(p.models) with ordinality m(model, place)
       join ai_run r on r.replay_id = p.id and r.model = m.model and r.outcome = 'answered'
       where p.id = $1
     )
     select json_build_array(a.model, b.model) as models,
       count(*) filter (where both_judged)::int as n,
       count(*) filter (where both_judged and a.judgement -> 'primaryPhaseHint' = b.judgement -> 'primaryPhaseHint')::int
         as "samePhase",
       count(*) filter (where both_judged and a.judgement -> 'cycleEvents' @> (b.judgement -> 'cycleEvents')
         and b.judgement -> 'cycleEvents' @> (a.judgement -> 'cycleEvents'))::int as "sameEvents",
       count(*) filter (where both_judged and a.judgement -> 'supplyDemand' = b.judgement -> 'supplyDemand')::int
         as "sameSupplyDemand",
       count(*) filter (where a.outlook is not null and b.outlook is not null)::int as outlooks,
       count(*) filter (where a.outlook = b.outlook)::int as "sameOutlook"
     from said a join said b on b.code = a.code and b.day = a.day and b.place > a.place
     cross join lateral (select a.judgement is not null and b.judgement is not null as both_judged) j
     group by a.place, a.model, b.place, b.model order by a.place, b.place`,
    [replayId],
  );
}

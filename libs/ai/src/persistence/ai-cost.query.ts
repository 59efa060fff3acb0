import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { ChatErrorCode } from '../domain/chat-error-code';

/** What costs are summed by. */
export const COST_GROUPS = ['model', 'day', 'session'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

export interface CostRow {
  /** The model's name, the day (Asia/Shanghai), or the session's id; `replays` for all of theirs. */
  key: string;
  /** Requests, repetitions included. */
  calls: number;
  promptTokens: number;
  /** Of the prompt tokens, those from the vendor's cache. */
  cachedTokens: number;
  completionTokens: number;
  /** Yuan, of the calls whose tokens and prices are known. */
  cost: number;
}

const DAY = `(c.begun_at at time zone 'Asia/Shanghai')::date`;

const KEYS: Readonly<Record<CostGroup, string>> = {
  model: 'r.model',
  day: `${DAY}::text`,
  // Replays are about stocks, not sessions.
  session: `coalesce(r.session_id::text, 'replays')`,
};

/** What models cost from one day to another, both included; the dearest first, days in their order. */
export async function selectCosts(
  db: SqlRunner,
  { from, to, by }: { from: CalendarDay; to: CalendarDay; by: CostGroup },
): Promise<CostRow[]> {
  return db.query<CostRow>(
    `select ${KEYS[by]} as key, sum(c.requests)::int as calls,
       coalesce(sum(c.prompt_tokens), 0)::bigint as "promptTokens",
       coalesce(sum(c.cached_tokens), 0)::bigint as "cachedTokens",
       coalesce(sum(c.completion_tokens), 0)::bigint as "completionTokens",
       coalesce(sum(c.cost_yuan), 0)::float8 as cost
     from ai_call c join ai_run r on r.id = c.run_id
     where c.begun_at >= $1::date::timestamp at time zone 'Asia/Shanghai'
       and c.begun_at < ($2::date + 1)::timestamp at time zone 'Asia/Shanghai'
     group by 1 order by ${by === 'day' ? '' : 'cost desc, calls desc, '}1`,
    [from, to],
  );
}

/** What a question of one kind took of a model lately. */
export interface UsualUse {
  model: string;
  /** Requests a question. */
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

const RUNS_LOOKED_AT = 200;

/** Averages over the last runs of each model that got an answer; a model that had none is not in it. */
export async function selectUsualUse(
  db: SqlRunner,
  kind: 'daily' | 'weekly',
  models: readonly string[],
): Promise<UsualUse[]> {
  return db.query<UsualUse>(
    `select m.model, avg(u.requests)::float8 as calls, avg(u.prompt)::float8 as "promptTokens",
       avg(u.completion)::float8 as "completionTokens"
     from unnest($2::text[]) m(model)
     cross join lateral (
       select c.requests, c.prompt, c.completion
       from (select id from ai_run where model = m.model and kind = $1 and outcome in ('answered', 'unusable')
             order by id desc limit $3) r
       cross join lateral (
         select sum(requests) as requests, sum(prompt_tokens) as prompt, sum(completion_tokens) as completion
         from ai_call where run_id = r.id) c
       where c.prompt is not null) u
     group by m.model`,
    [kind, models, RUNS_LOOKED_AT],
  );
}

/** Errors of a model's calls today (Asia/Shanghai). */
export interface ErrorCount {
  model: string;
  fault: ChatErrorCode;
  calls: number;
}

export async function selectErrorsToday(db: SqlRunner): Promise<ErrorCount[]> {
  return db.query<ErrorCount>(
    `select model, fault, count(*)::int as calls from ai_run
     where fault is not null
       and created_at >= (now() at time zone 'Asia/Shanghai')::date::timestamp at time zone 'Asia/Shanghai'
     group by 1, 2 order by 1, 3 desc, 2`,
  );
}

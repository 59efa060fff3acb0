import { daysBack, type RetentionRule } from '#lib/database';

export const AI_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'aiTexts',
    table: 'ai_call',
    what: 'Answers of models as they came; what was made of them stays',
    expired: `${daysBack('t.begun_at')} and (t.raw_answer is not null or t.message is not null or t.fault_detail is not null)`,
    clear: 'raw_answer = null, message = null, fault_detail = null',
  },
  {
    keep: 'aiTexts',
    table: 'ai_run',
    what: 'Prompts and CSVs given to models',
    expired: `t.pruned_at is null and t.outcome <> 'running' and ${daysBack('t.created_at')}`,
    clear: 'prompt = null, csv = null, pruned_at = now()',
  },
  {
    keep: 'runs',
    table: 'ai_run',
    what: 'Runs of models with their calls, but for those that a record names',
    expired: `t.outcome <> 'running' and ${daysBack('t.created_at')}
      and not exists (select from daily_record r where r.ai_run_id = t.id)
      and not exists (select from weekly_record r where r.ai_run_id = t.id)`,
  },
  {
    keep: 'runs',
    table: 'ai_judgement',
    what: 'What models said, and how it came out',
    expired: daysBack('t.created_at'),
  },
  {
    keep: 'runs',
    table: 'ai_replay',
    // Each may have thousands of days, and as many judgements.
    batch: 10,
    what: 'Replays that ended, with their days and judgements',
    expired: daysBack('t.finished_at'),
  },
  {
    keep: 'runs',
    table: 'fundamental_score',
    what: 'Fundamental scores with the reasons of their items, but for the last of a session',
    expired: `${daysBack('t.scored_at')}
      and exists (select from fundamental_score newer where newer.session_id = t.session_id and newer.id > t.id)`,
  },
  {
    keep: 'scheduleMarks',
    table: 'ai_budget_day',
    what: 'Calls and tokens of a day',
    expired: 't.day < $2::date - $1::integer',
  },
  {
    keep: 'scheduleMarks',
    table: 'ai_budget_user_day',
    what: 'Calls of a user and day',
    expired: 't.day < $2::date - $1::integer',
  },
  {
    keep: 'jobs',
    table: 'ai_drain',
    // Each may have thousands of sessions.
    batch: 10,
    what: 'Drains that ended, but for the last scheduled ones of a kind, which say that their day had its drain',
    expired: `${daysBack('t.finished_at')} and (t.origin <> 'schedule' or exists (
      select from ai_drain newer where newer.kind = t.kind and newer.trade_day > t.trade_day
        and newer.origin = 'schedule' and newer.status in ('completed', 'cancelled')))`,
  },
];

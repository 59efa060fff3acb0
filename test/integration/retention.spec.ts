import { RETENTION } from '#lib/schema';
import { RetentionService, type RetentionView } from '#lib/upkeep';
import { TestApi } from '../support/worlds/test-api';

/** For each rule: rows of the given age in days, told apart by `mark`. A row that a rule keeps whatever its age says `keeps`. */
interface Grown {
  /** Statement with `$1` the age in days and `$2` the mark. */
  insert: string;
  /** Reads the marks that are left. */
  left: string;
}

const ago = (days = '$1'): string => `now() - ${days} * interval '1 day'`;

const HASH = 'repeat(md5(random()::text), 2)';

const GROWN: Record<string, Grown> = {
  'job.jobs': {
    insert: `insert into job (name, queue, payload, state, result, finished_at, dedupe_key)
      values ('jobs.prune', 'maintenance', '{}', 'completed', '{}', ${ago()}, $2)`,
    left: `select dedupe_key as mark from job where name = 'jobs.prune'`,
  },
  'schedule_run.scheduleMarks': {
    insert: `insert into schedule_run (name, slot, started_at) values ('test', $2, ${ago()})`,
    left: `select slot as mark from schedule_run where name = 'test'`,
  },
  'login_attempt.loginAttempts': {
    insert: `insert into login_attempt (account_hash, address, attempted_at) values ('', $2, ${ago()})`,
    left: 'select address as mark from login_attempt',
  },
  'login.loginAttempts': {
    insert: `insert into login (id, user_id, created_at, expires_at)
      values (md5($2)::uuid, 1, ${ago()} - interval '1 hour', ${ago()})`,
    left: `select m.mark from unnest(array['old', 'young']) as m(mark) join login on id = md5(m.mark)::uuid`,
  },
  'api_key.revokedKeys': {
    insert: `insert into api_key (key_id, secret_hash, name, user_id, revoked_at)
      values (left(md5($2), 16), sha256($2::bytea), $2, 1, ${ago()})`,
    left: 'select name as mark from api_key',
  },
  'audit_event.auditEvents': {
    insert: `insert into audit_event (at, actor_kind, action, subject) values (${ago()}, 'server', 'test', $2)`,
    left: `select subject as mark from audit_event where action = 'test'`,
  },
  'mcp_call.mcpCalls': {
    insert: `insert into mcp_call (at, user_id, key_prefix, tool, arguments_hash, ms, rows)
      values (${ago()}, 1, 'sck_test', $2, '', 1, 0)`,
    left: 'select tool as mark from mcp_call',
  },
  'backup_run.scheduleMarks': {
    insert: `insert into backup_run (day, job_id, status, error_code, error, finished_at)
      values (current_date - $1::integer, 1, 'failed', 'test', $2, ${ago()})`,
    left: 'select error as mark from backup_run',
  },
  'scan_run.scans': {
    insert: `insert into scan_run (status, start_date, end_date, circ_mkt_min_yi, circ_mkt_max_yi, trading_days, prior_start,
        candidate_count, warnings, request_key, market_source, finished_at)
      values ('completed', '2025-12-01', '2025-12-01', 1, 2, 1, '2025-01-01', 0, '[]', $2, 'demo', ${ago()})`,
    left: 'select request_key as mark from scan_run',
  },
  'event.events': {
    insert: `insert into event (type, key, data, told_at) values ('market.complete', $2, '{}', ${ago()})`,
    left: `select key as mark from event where type = 'market.complete'`,
  },
  'study.studies': {
    insert: `insert into study (status, screen_id, screen_version, params, filters, from_date, to_date, horizons, costs, overlap,
        data_version, market_source, survivorship, variant_key, request_key, result, finished_at)
      values ('completed', 'test', 1, '{}', '{}', '2025-12-01', '2025-12-01', '[]', '{}', 'first', 1, 'demo', 'complete', '',
        $2, '{}', ${ago()})`,
    left: 'select request_key as mark from study',
  },
  'seo_import.imports': {
    insert: `insert into seo_import (kind, dry_run, status, file_name, bytes, upload_id, user_id, created_at, finished_at)
      values ('keywords', false, 'completed', $2, 1, 1, 1, ${ago()}, ${ago()})`,
    left: `select file_name as mark from seo_import where file_name in ('old', 'young')`,
  },
  'seo_import_change.importChanges': {
    insert: `with i as (
        insert into seo_import (kind, dry_run, status, file_name, bytes, upload_id, user_id, created_at, finished_at)
        values ('keywords', false, 'completed', 'changes', 1, 1, 1, ${ago()}, ${ago()}) returning id)
      insert into seo_import_change (import_id, row_id, written_at, before)
      select id, 1, ${ago()}, jsonb_build_object('mark', $2::text) from i`,
    left: `select before ->> 'mark' as mark from seo_import_change`,
  },
  'seo_keyword_history.keywordHistory': {
    insert: `with k as (
        insert into seo_keyword (keyword, folded, language, market, source, short_grams)
        values ($2, $2, 'und', '', 'own', '{}') returning id)
      insert into seo_keyword_history (keyword_id, import_id, metric_source, stored_at, replaced_at)
      select id, 1, $2, ${ago()}, ${ago()} from k`,
    left: 'select metric_source as mark from seo_keyword_history',
  },
  'seo_import_reject.rejectedRows': {
    insert: `with i as (
        insert into seo_import (kind, dry_run, status, file_name, bytes, upload_id, user_id, created_at, finished_at)
        values ('keywords', false, 'completed', 'rejects', 1, 1, 1, ${ago()}, ${ago()}) returning id)
      insert into seo_import_reject (import_id, line, reason, row_text) select id, 1, $2, '' from i`,
    left: 'select reason as mark from seo_import_reject',
  },
  'market_import.imports': {
    insert: `insert into market_import (source, format, path, status, started_at, finished_at)
      values ('files', 'tdx', $2, 'completed', ${ago()}, ${ago()})`,
    left: `select path as mark from market_import where path in ('old', 'young')`,
  },
  'market_import_note.rejectedRows': {
    insert: `with i as (
        insert into market_import (source, format, path, status, started_at, finished_at)
        values ('files', 'tdx', 'notes', 'completed', ${ago()}, ${ago()}) returning id)
      insert into market_import_note (import_id, kind, file, reason) select id, 'refused', $2, '' from i`,
    left: 'select file as mark from market_import_note',
  },
  'market_sync.imports': {
    insert: `insert into market_sync (kind, status, from_date, to_date, asked_at, error, created_at, started_at, finished_at)
      values ('daily', 'failed', '2025-12-01', '2025-12-01', ${ago()}, $2, ${ago()}, ${ago()}, ${ago()})`,
    left: 'select error as mark from market_sync',
  },
  'ai_budget_day.scheduleMarks': {
    insert: `insert into ai_budget_day (day, calls) values (current_date - $1::integer, case $2 when 'old' then 1 else 2 end)`,
    left: `select case calls when 1 then 'old' else 'young' end as mark from ai_budget_day`,
  },
  'ai_budget_user_day.scheduleMarks': {
    insert: `insert into ai_budget_user_day (day, user_id, calls)
      values (current_date - $1::integer, 1, case $2 when 'old' then 1 else 2 end)`,
    left: `select case calls when 1 then 'old' else 'young' end as mark from ai_budget_user_day`,
  },
  'ai_drain.jobs': {
    insert: `insert into ai_drain (kind, origin, trade_day, today, status, total, error, finished_at)
      values ('daily', 'manual', '2025-09-01', '2025-09-01', 'failed', 0, $2, ${ago()})`,
    left: 'select error as mark from ai_drain',
  },
  'ai_replay.runs': {
    insert: `insert into ai_replay (kind, models, codes, from_day, to_day, every, status, total, error, finished_at)
      values ('daily', '{rules}', '{600519}', '2025-01-02', '2025-01-03', 1, 'completed', 0, $2, ${ago()})`,
    left: 'select error as mark from ai_replay',
  },
  'ai_run.runs': {
    insert: `insert into ai_run (job_id, session_id, kind, model, question_hash, data_through, replay, outcome, created_at,
        finished_at, answer, pruned_at)
      values (1, 1, 'daily', $2, ${HASH}, '2025-12-01', false, 'answered', ${ago()}, ${ago()}, '{}', now())`,
    left: `select model as mark from ai_run where model in ('old', 'young')`,
  },
  'ai_run.aiTexts': {
    insert: `insert into ai_run (job_id, session_id, kind, model, question_hash, data_through, replay, outcome, created_at,
        finished_at, answer, prompt)
      values (1, 1, 'daily', 'texts', ${HASH}, '2025-12-01', false, 'answered', ${ago()}, ${ago()}, '{}', $2)`,
    left: `select prompt as mark from ai_run where model = 'texts' and prompt is not null`,
  },
  'ai_call.aiTexts': {
    insert: `with r as (
        insert into ai_run (job_id, session_id, kind, model, question_hash, data_through, replay, outcome, created_at,
          finished_at, answer)
        values (1, 1, 'daily', 'calls', ${HASH}, '2025-12-01', false, 'answered', ${ago()}, ${ago()}, '{}') returning id)
      insert into ai_call (run_id, purpose, raw_answer, outcome, begun_at, ended_at)
      select id, 'answer', $2, 'answered', ${ago()}, ${ago()} from r`,
    left: 'select raw_answer as mark from ai_call where raw_answer is not null',
  },
  'ai_judgement.runs': {
    insert: `insert into ai_judgement (model, kind, code, session_id, period, period_end, value, data_through, hindsight, replay, created_at)
      values ($2, 'phase', '000001', 1, 'day', '2025-12-01', 'markup', '2025-12-01', false, false, ${ago()})`,
    left: 'select model as mark from ai_judgement',
  },
  'fundamental_score.runs': {
    insert: `insert into fundamental_score (session_id, job_id, scored_at, as_of, score, available, judged, applied, items,
        note, market_source)
      values (1, case $2 when 'old' then 1 else 2 end, ${ago()}, '2025-12-01', 1, 12, 0, true, '[]', $2, 'demo')`,
    left: 'select note as mark from fundamental_score',
  },
  'chip_distribution.chips': {
    // The old one lies on the first of a month; a later day of that month follows below.
    insert: `insert into chip_distribution (code, trade_date, source, cost5, cost15, cost50, cost85, cost95, weighted_average,
        winner_rate, concentration90, concentration70, adjusted, data_version)
      select $2, date_trunc('month', current_date - $1::integer)::date + n, 'eastmoney-120', 1, 1, 1, 1, 1, 1, 1, 0, 0, false, 1
      from generate_series(0, 1) as n`,
    left: `select code as mark from chip_distribution where extract(day from trade_date) = 1 order by code`,
  },
};

const nameOf = (rule: (typeof RETENTION)[number]): string => `${rule.table}.${rule.keep}`;

describe('the daily retention', () => {
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start({ environment: { KEEP_JOBS_DAYS: '7' } });
    token = await api.login();
    const session = { code: '000001', entry_date: '2025-12-01' };
    await api.call('POST', '/api/stock-cycle/sessions', { bearer: token, json: session });
  });
  afterAll(() => api.stop());

  const list = async (): Promise<RetentionView[]> =>
    ((await api.call('GET', '/api/admin/retention', { bearer: token })).body.data as { rules: RetentionView[] }).rules;

  it('has a test for every rule', () => {
    expect(Object.keys(GROWN).sort()).toEqual(RETENTION.map(nameOf).sort());
  });

  it('deletes what is older than its setting, keeps the rest, and reports what it did', async () => {
    const before = await list();
    expect(before.every(({ lastRunAt }) => lastRunAt === null)).toBe(true);
    for (const [index, rule] of RETENTION.entries()) {
      const grown = GROWN[nameOf(rule)];
      const days = before[index]?.days ?? 0;
      // Chips: a month more, so that the whole month lies before the bound.
      const more = rule.table === 'chip_distribution' ? 32 : 1;
      if (grown === undefined) throw new Error(nameOf(rule));
      await api.database.query(grown.insert, [days + more, rule.table === 'chip_distribution' ? '000001' : 'old']);
      await api.database.query(grown.insert, [days - more, rule.table === 'chip_distribution' ? '000002' : 'young']);
    }
    // A record names the old run: then it stays.
    await api.database.query(
      `insert into ai_run (job_id, session_id, kind, model, question_hash, data_through, replay, outcome, created_at, finished_at, answer)
       values (1, 1, 'daily', 'named', ${HASH}, '2020-12-01', false, 'answered', ${ago('2000')}, ${ago('2000')}, '{}')`,
    );
    await api.database.query(
      `insert into daily_record (session_id, trade_date, origin, ai_run_id)
       select 1, '2025-12-01', 'ai', id from ai_run where model = 'named'`,
    );
    await api.app.get(RetentionService, { strict: false }).run(new AbortController().signal);
    const left: Record<string, string[]> = {};
    for (const [name, grown] of Object.entries(GROWN)) {
      left[name] = (await api.database.query<{ mark: string }>(grown.left)).map(({ mark }) => mark);
    }
    const young = Object.fromEntries(Object.keys(GROWN).map((name) => [name, ['young']]));
    expect(left).toEqual({ ...young, 'chip_distribution.chips': ['000002'] });
    expect(await api.database.query(`select 1 from ai_run where model = 'named'`)).toHaveLength(1);
    const after = await list();
    expect(after.every(({ lastEnded }) => (lastEnded ?? 0) > 0)).toBe(true);
    expect(after[0]).toMatchObject({ table: 'job', setting: 'KEEP_JOBS_DAYS', days: 7, lastEnded: 1, emptied: false });
  });

  it('is for administrators only', async () => {
    expect((await api.call('GET', '/api/admin/retention')).status).toBe(401);
  });
});

create schema staging;

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.count_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
      begin
        case tg_op
          when 'INSERT' then
            insert into session_count (status, delta)
            select status, count(*) from changed where deleted_at is null group by status;
          when 'DELETE' then
            insert into session_count (status, delta)
            select status, -count(*) from changed where deleted_at is null group by status;
          when 'TRUNCATE' then
            insert into session_count (status, delta)
            select status, -sum(delta) from session_count group by status having sum(delta) <> 0;
          when 'UPDATE' then
            insert into session_count (status, delta)
            select status, sum(delta)
            from (values (old.status, -1, old.deleted_at), (new.status, 1, new.deleted_at)) as v (status, delta, deleted_at)
            where deleted_at is null
            group by status having sum(delta) <> 0;
        end case;
        return null;
      end $function$
;

create table adj_factor (
  code text collate "C" not null,
  trade_date date not null,
  factor double precision not null,
  constraint adj_factor_pkey PRIMARY KEY (code, trade_date),
  constraint adj_factor_check CHECK (factor > 0::double precision)
);

create table ai_budget_day (
  day date not null,
  calls bigint default 0 not null,
  tokens bigint default 0 not null,
  constraint ai_budget_day_pkey PRIMARY KEY (day),
  constraint ai_budget_day_check CHECK (calls >= 0 AND tokens >= 0)
);

create table ai_budget_user_day (
  day date not null,
  user_id bigint not null,
  calls bigint not null,
  constraint ai_budget_user_day_pkey PRIMARY KEY (day, user_id),
  constraint ai_budget_user_day_check CHECK (calls >= 0),
  constraint ai_budget_user_day_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table ai_call (
  id bigint generated always as identity not null,
  run_id bigint not null,
  purpose text not null,
  starts integer default 1 not null,
  requests integer default 0 not null,
  message text,
  format text,
  raw_answer text,
  fault text,
  fault_detail text,
  prompt_tokens bigint,
  completion_tokens bigint,
  duration_ms integer,
  outcome text default 'begun'::text not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  cached_tokens bigint,
  cost_yuan numeric(14,6),
  constraint ai_call_pkey PRIMARY KEY (id),
  constraint ai_call_one_a_purpose UNIQUE (run_id, purpose),
  constraint ai_call_cost_check CHECK (cost_yuan >= 0::numeric),
  constraint ai_call_ended_check CHECK ((outcome = 'begun'::text) = (ended_at IS NULL)),
  constraint ai_call_fault_check CHECK ((outcome = 'failed'::text) = (fault IS NOT NULL)),
  constraint ai_call_format_check CHECK (format = ANY (ARRAY['json_schema'::text, 'json_object'::text, 'text'::text])),
  constraint ai_call_outcome_check CHECK (outcome = ANY (ARRAY['begun'::text, 'answered'::text, 'failed'::text])),
  constraint ai_call_purpose_check CHECK ((purpose = ANY (ARRAY['answer'::text, 'repair'::text])) OR purpose ~ '^part_[1-9]$'::text),
  constraint ai_call_starts_check CHECK (starts >= 0 AND starts <= 2),
  constraint ai_call_run_fkey FOREIGN KEY (run_id) REFERENCES ai_run(id) ON DELETE CASCADE
);
CREATE INDEX ai_call_ended ON public.ai_call USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table ai_drain (
  id bigint generated always as identity not null,
  kind text not null,
  origin text not null,
  trade_day date not null,
  today date not null,
  status text default 'queued'::text not null,
  total integer not null,
  started_by bigint,
  error text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  provisional boolean default false not null,
  stop_code text,
  stop_message text,
  question_job_id bigint,
  models jsonb,
  constraint ai_drain_pkey PRIMARY KEY (id),
  constraint ai_drain_days_check CHECK (trade_day <= today),
  constraint ai_drain_finished_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint ai_drain_kind_check CHECK (kind = ANY (ARRAY['daily'::text, 'weekly'::text])),
  constraint ai_drain_models_check CHECK (jsonb_typeof(models) = 'array'::text),
  constraint ai_drain_origin_check CHECK (origin = ANY (ARRAY['schedule'::text, 'manual'::text])),
  constraint ai_drain_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'stopped'::text])),
  constraint ai_drain_stop_check CHECK ((stop_code IS NULL) = (stop_message IS NULL)),
  constraint ai_drain_stopped_check CHECK (status <> 'stopped'::text OR stop_code IS NOT NULL),
  constraint ai_drain_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX ai_drain_one_a_day ON public.ai_drain USING btree (kind, trade_day, provisional) WHERE (origin = 'schedule'::text);
CREATE UNIQUE INDEX ai_drain_one_in_flight ON public.ai_drain USING btree (kind) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table ai_drain_fault (
  drain_id bigint not null,
  model text not null,
  code text not null,
  count integer default 0 not null,
  sessions integer default 0 not null,
  failing_since timestamp with time zone,
  last_at timestamp with time zone default now() not null,
  constraint ai_drain_fault_pkey PRIMARY KEY (drain_id, model, code),
  constraint ai_drain_fault_count_check CHECK (count >= 0 AND sessions >= 0),
  constraint ai_drain_fault_drain_fkey FOREIGN KEY (drain_id) REFERENCES ai_drain(id) ON DELETE CASCADE
);

create table ai_drain_lane (
  drain_id bigint not null,
  lane_no smallint not null,
  job_id bigint not null,
  status text default 'running'::text not null,
  constraint ai_drain_lane_pkey PRIMARY KEY (drain_id, lane_no),
  constraint ai_drain_lane_status_check CHECK (status = ANY (ARRAY['running'::text, 'ended'::text])),
  constraint ai_drain_lane_drain_fkey FOREIGN KEY (drain_id) REFERENCES ai_drain(id) ON DELETE CASCADE
);

create table ai_drain_session (
  drain_id bigint not null,
  "position" integer not null,
  session_id bigint not null,
  status text default 'pending'::text not null,
  lane smallint,
  tries smallint default 0 not null,
  reason text,
  generated integer default 0 not null,
  overwritten integer default 0 not null,
  finished_at timestamp with time zone,
  retry_at timestamp with time zone,
  waits smallint default 0 not null,
  losses smallint default 0 not null,
  seen_crashes integer,
  missing_models smallint default 0 not null,
  constraint ai_drain_session_pkey PRIMARY KEY (drain_id, "position"),
  constraint ai_drain_session_once UNIQUE (drain_id, session_id),
  constraint ai_drain_session_finished_check CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  constraint ai_drain_session_reason_check CHECK ((status <> ALL (ARRAY['skipped'::text, 'failed'::text])) OR reason IS NOT NULL),
  constraint ai_drain_session_status_check CHECK (status = ANY (ARRAY['pending'::text, 'filled'::text, 'skipped'::text, 'failed'::text])),
  constraint ai_drain_session_drain_fkey FOREIGN KEY (drain_id) REFERENCES ai_drain(id) ON DELETE CASCADE,
  constraint ai_drain_session_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id) ON DELETE CASCADE
);
CREATE INDEX ai_drain_session_pending ON public.ai_drain_session USING btree (drain_id, lane, "position") WHERE (status = 'pending'::text);
CREATE INDEX ai_drain_session_session ON public.ai_drain_session USING btree (session_id);

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
  event text generated always as (
CASE
    WHEN (kind = 'event'::text) THEN value
    ELSE ''::text
END) stored not null,
  data_through date not null,
  hindsight boolean not null,
  replay boolean not null,
  created_at timestamp with time zone default now() not null,
  version text default 'unknown'::text not null,
  replay_id bigint,
  constraint ai_judgement_pkey PRIMARY KEY (id),
  constraint ai_judgement_first UNIQUE NULLS NOT DISTINCT (model, kind, code, period, period_end, event, replay, version, replay_id),
  constraint ai_judgement_hindsight_check CHECK (hindsight = (data_through > period_end)),
  constraint ai_judgement_kind_check CHECK (kind = ANY (ARRAY['outlook'::text, 'phase'::text, 'event'::text, 'screen'::text])),
  constraint ai_judgement_period_check CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'scan'::text])),
  constraint ai_judgement_through_check CHECK (data_through >= period_end),
  constraint ai_judgement_replay_fkey FOREIGN KEY (replay_id) REFERENCES ai_replay(id) ON DELETE CASCADE,
  constraint ai_judgement_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id)
);
CREATE INDEX ai_judgement_due ON public.ai_judgement USING btree (data_through) WHERE (NOT hindsight);
CREATE INDEX ai_judgement_replay ON public.ai_judgement USING btree (replay_id) WHERE (replay_id IS NOT NULL);
CREATE INDEX ai_judgement_session ON public.ai_judgement USING btree (session_id, data_through DESC);

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
  scored_at timestamp with time zone default now() not null,
  sample boolean default false not null,
  value_sample boolean default false not null,
  cap_excess_pct double precision,
  method smallint default 1 not null,
  constraint ai_judgement_score_pkey PRIMARY KEY (judgement_id, horizon),
  constraint ai_judgement_score_counted_check CHECK (state = 'scored'::text OR NOT counted),
  constraint ai_judgement_score_horizon_check CHECK (horizon = ANY (ARRAY[5, 10, 20, 60])),
  constraint ai_judgement_score_scored_check CHECK ((state = 'scored'::text) = (is_right IS NOT NULL AND return_pct IS NOT NULL AND excess_pct IS NOT NULL AND base_rate IS NOT NULL AND entry_date IS NOT NULL AND exit_date IS NOT NULL)),
  constraint ai_judgement_score_state_check CHECK (state = ANY (ARRAY['scored'::text, 'unfillable'::text])),
  constraint ai_judgement_score_judgement_fkey FOREIGN KEY (judgement_id) REFERENCES ai_judgement(id) ON DELETE CASCADE
);
CREATE INDEX ai_judgement_score_method ON public.ai_judgement_score USING btree (method) WHERE (method < 2);

create table ai_model (
  name text not null,
  "position" integer not null,
  enabled boolean default true not null,
  settings jsonb not null,
  updated_at timestamp with time zone default now() not null,
  updated_by bigint,
  constraint ai_model_pkey PRIMARY KEY (name),
  constraint ai_model_settings_check CHECK (jsonb_typeof(settings) = 'object'::text),
  constraint ai_model_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id)
);

create table ai_replay (
  id bigint generated always as identity not null,
  kind text not null,
  models text[] not null,
  codes text[] not null,
  from_day date not null,
  to_day date not null,
  every smallint not null,
  status text default 'queued'::text not null,
  total integer not null,
  started_by bigint,
  error text,
  stop_code text,
  stop_message text,
  question_job_id bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  scored_at timestamp with time zone,
  constraint ai_replay_pkey PRIMARY KEY (id),
  constraint ai_replay_days_check CHECK (from_day <= to_day),
  constraint ai_replay_every_check CHECK (every >= 1),
  constraint ai_replay_finished_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint ai_replay_kind_check CHECK (kind = ANY (ARRAY['daily'::text, 'weekly'::text])),
  constraint ai_replay_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'stopped'::text])),
  constraint ai_replay_stop_check CHECK ((stop_code IS NULL) = (stop_message IS NULL)),
  constraint ai_replay_stopped_check CHECK (status <> 'stopped'::text OR stop_code IS NOT NULL),
  constraint ai_replay_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX ai_replay_one_in_flight ON public.ai_replay USING btree ((true)) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table ai_replay_fault (
  replay_id bigint not null,
  model text not null,
  code text not null,
  count integer default 0 not null,
  items integer default 0 not null,
  failing_since timestamp with time zone,
  last_at timestamp with time zone default now() not null,
  constraint ai_replay_fault_pkey PRIMARY KEY (replay_id, model, code),
  constraint ai_replay_fault_count_check CHECK (count >= 0 AND items >= 0),
  constraint ai_replay_fault_replay_fkey FOREIGN KEY (replay_id) REFERENCES ai_replay(id) ON DELETE CASCADE
);

create table ai_replay_item (
  replay_id bigint not null,
  "position" integer not null,
  code text collate "C" not null,
  day date not null,
  status text default 'pending'::text not null,
  lane smallint,
  tries smallint default 0 not null,
  reason text,
  finished_at timestamp with time zone,
  retry_at timestamp with time zone,
  waits smallint default 0 not null,
  losses smallint default 0 not null,
  seen_crashes integer,
  missing_models smallint default 0 not null,
  constraint ai_replay_item_pkey PRIMARY KEY (replay_id, "position"),
  constraint ai_replay_item_once UNIQUE (replay_id, code, day),
  constraint ai_replay_item_finished_check CHECK ((status = 'pending'::text) = (finished_at IS NULL)),
  constraint ai_replay_item_reason_check CHECK ((status <> ALL (ARRAY['skipped'::text, 'failed'::text])) OR reason IS NOT NULL),
  constraint ai_replay_item_status_check CHECK (status = ANY (ARRAY['pending'::text, 'judged'::text, 'skipped'::text, 'failed'::text])),
  constraint ai_replay_item_replay_fkey FOREIGN KEY (replay_id) REFERENCES ai_replay(id) ON DELETE CASCADE
);
CREATE INDEX ai_replay_item_pending ON public.ai_replay_item USING btree (replay_id, lane, "position") WHERE (status = 'pending'::text);

create table ai_replay_lane (
  replay_id bigint not null,
  lane_no smallint not null,
  job_id bigint not null,
  status text default 'running'::text not null,
  constraint ai_replay_lane_pkey PRIMARY KEY (replay_id, lane_no),
  constraint ai_replay_lane_status_check CHECK (status = ANY (ARRAY['running'::text, 'ended'::text])),
  constraint ai_replay_lane_replay_fkey FOREIGN KEY (replay_id) REFERENCES ai_replay(id) ON DELETE CASCADE
);

create table ai_run (
  id bigint generated always as identity not null,
  job_id bigint not null,
  session_id bigint,
  kind text not null,
  model text not null,
  question_hash text collate "C" not null,
  prompt_version text,
  data_through date not null,
  replay boolean not null,
  requested_by bigint,
  prompt text,
  csv text,
  answer jsonb,
  errors jsonb default '[]'::jsonb not null,
  outcome text default 'running'::text not null,
  fault text,
  created_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  pruned_at timestamp with time zone,
  made_for text,
  code text collate "C",
  replay_id bigint,
  constraint ai_run_pkey PRIMARY KEY (id),
  constraint ai_run_one_a_question UNIQUE NULLS NOT DISTINCT (job_id, session_id, kind, model, question_hash),
  constraint ai_run_answer_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'unusable'::text])) = (answer IS NOT NULL)),
  constraint ai_run_errors_check CHECK (jsonb_typeof(errors) = 'array'::text),
  constraint ai_run_fault_check CHECK (
CASE outcome
    WHEN 'failed'::text THEN fault IS NOT NULL
    WHEN 'unusable'::text THEN true
    ELSE fault IS NULL
END),
  constraint ai_run_finished_check CHECK ((outcome = 'running'::text) = (finished_at IS NULL)),
  constraint ai_run_hash_check CHECK (question_hash ~ '^[0-9a-f]{64}$'::text),
  constraint ai_run_kind_check CHECK (kind = ANY (ARRAY['daily'::text, 'weekly'::text, 'fundamental'::text])),
  constraint ai_run_made_for_check CHECK (made_for = ANY (ARRAY['drain'::text, 'dry_run'::text])),
  constraint ai_run_outcome_check CHECK (outcome = ANY (ARRAY['running'::text, 'answered'::text, 'unusable'::text, 'failed'::text])),
  constraint ai_run_subject_check CHECK (session_id IS NOT NULL OR code IS NOT NULL),
  constraint ai_run_replay_fkey FOREIGN KEY (replay_id) REFERENCES ai_replay(id) ON DELETE SET NULL,
  constraint ai_run_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id),
  constraint ai_run_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id)
);
CREATE INDEX ai_run_failed ON public.ai_run USING btree (model, id) WHERE (outcome = 'failed'::text);
CREATE INDEX ai_run_model ON public.ai_run USING btree (model, id);
CREATE INDEX ai_run_replay ON public.ai_run USING btree (replay_id, code, data_through) WHERE (replay_id IS NOT NULL);
CREATE INDEX ai_run_requested_by ON public.ai_run USING btree (requested_by, id);
CREATE INDEX ai_run_session ON public.ai_run USING btree (session_id, id);
CREATE INDEX ai_run_unpruned ON public.ai_run USING btree (created_at) WHERE (pruned_at IS NULL);

create table ai_turn (
  id bigint generated always as identity not null,
  model text not null,
  tokens bigint not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  lease_until timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint ai_turn_pkey PRIMARY KEY (id),
  constraint ai_turn_tokens_check CHECK (tokens >= 0)
);
CREATE INDEX ai_turn_model ON public.ai_turn USING btree (model, begun_at);

create table api_key (
  id bigint generated always as identity not null,
  key_id text collate "C" not null,
  secret_hash bytea not null,
  name text not null,
  user_id bigint not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  scopes text[] default '{read,write}'::text[] not null,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_key_id_unique UNIQUE (key_id),
  constraint api_key_key_id_check CHECK (key_id ~ '^[0-9a-f]{16}$'::text),
  constraint api_key_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint api_key_scopes_check CHECK (cardinality(scopes) >= 1 AND cardinality(scopes) <= 3 AND scopes <@ ARRAY['read'::text, 'write'::text, 'admin'::text]),
  constraint api_key_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint api_key_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX api_key_user ON public.api_key USING btree (user_id);

create table app_user (
  id bigint generated always as identity not null,
  username text not null,
  password_hash text not null,
  role text default 'user'::text not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_administrator_check CHECK (id <> 1 OR role = 'admin'::text AND disabled_at IS NULL),
  constraint app_user_role_check CHECK (role = ANY (ARRAY['admin'::text, 'user'::text])),
  constraint app_user_username_check CHECK (char_length(username) >= 1 AND char_length(username) <= 64)
);
CREATE UNIQUE INDEX app_user_username ON public.app_user USING btree (lower(username));

create table audit_event (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text,
  key_prefix text,
  action text not null,
  subject_id bigint,
  subject text,
  details jsonb default '{}'::jsonb not null,
  constraint audit_event_pkey PRIMARY KEY (id),
  constraint audit_event_actor_check CHECK ((actor_kind = ANY (ARRAY['login'::text, 'api_key'::text, 'command_line'::text, 'server'::text, 'unknown'::text])) AND (actor_kind = ANY (ARRAY['login'::text, 'api_key'::text])) = (actor_id IS NOT NULL)),
  constraint audit_event_details_check CHECK (jsonb_typeof(details) = 'object'::text)
);
CREATE INDEX audit_event_action ON public.audit_event USING btree (action, id);
CREATE INDEX audit_event_actor ON public.audit_event USING btree (lower(actor_name), id);
CREATE INDEX audit_event_at ON public.audit_event USING btree (at);

create table audit_report (
  id bigint generated always as identity not null,
  checked_at timestamp with time zone not null,
  checks jsonb not null,
  differences integer not null,
  constraint audit_report_pkey PRIMARY KEY (id),
  constraint audit_report_checks_check CHECK (jsonb_typeof(checks) = 'array'::text),
  constraint audit_report_differences_check CHECK (differences >= 0)
);

create table backup_run (
  day date not null,
  job_id bigint not null,
  status text collate "C" not null,
  file text,
  bytes bigint,
  row_count bigint,
  error_code text collate "C",
  error text,
  finished_at timestamp with time zone default now() not null,
  constraint backup_run_pkey PRIMARY KEY (day),
  constraint backup_run_error_check CHECK ((status = 'failed'::text) = (error IS NOT NULL)),
  constraint backup_run_file_check CHECK ((status = 'completed'::text) = (file IS NOT NULL)),
  constraint backup_run_status_check CHECK (status = ANY (ARRAY['completed'::text, 'failed'::text]))
);

create table bar_change (
  data_version bigint not null,
  first_day date,
  change_id uuid default gen_random_uuid() not null,
  constraint bar_change_pkey PRIMARY KEY (data_version)
);

create table calendar_key (
  user_id bigint not null,
  key_id text collate "C" not null,
  secret_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_read_at timestamp with time zone,
  constraint calendar_key_pkey PRIMARY KEY (user_id),
  constraint calendar_key_id_unique UNIQUE (key_id),
  constraint calendar_key_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint calendar_key_id_check CHECK (key_id ~ '^[0-9a-f]{16}$'::text),
  constraint calendar_key_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table chip_distribution (
  code text collate "C" not null,
  trade_date date not null,
  source text collate "C" not null,
  cost5 double precision not null,
  cost15 double precision not null,
  cost50 double precision not null,
  cost85 double precision not null,
  cost95 double precision not null,
  weighted_average double precision not null,
  winner_rate double precision not null,
  concentration90 double precision not null,
  concentration70 double precision not null,
  window_bars integer,
  warm_up_bars integer,
  coverage double precision,
  adjusted boolean not null,
  data_version bigint not null,
  computed_at timestamp with time zone default now() not null,
  adjustment text,
  constraint chip_distribution_pkey PRIMARY KEY (code, source, trade_date),
  constraint chip_distribution_adjustment_check CHECK (adjustment = ANY (ARRAY['vendor'::text, 'ex_right_close'::text, 'share_change'::text, 'none'::text])),
  constraint chip_distribution_coverage_check CHECK (coverage >= 0::double precision AND coverage <= 1::double precision),
  constraint chip_distribution_source_check CHECK (source ~ '^(tushare|eastmoney-[0-9]+)$'::text),
  constraint chip_distribution_winner_check CHECK (winner_rate >= 0::double precision AND winner_rate <= 100::double precision)
);

create table daily_bar (
  trade_date date not null,
  code text collate "C" not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  pre_close double precision,
  volume bigint not null,
  amount double precision,
  turnover_pct double precision,
  circ_market_cap double precision,
  up_limit double precision,
  down_limit double precision,
  is_st boolean,
  source smallint,
  cap_source smallint,
  constraint daily_bar_pkey PRIMARY KEY (trade_date, code),
  constraint daily_bar_price_check CHECK (low > 0::double precision AND low <= open AND low <= close AND high >= open AND high >= close),
  constraint daily_bar_volume_check CHECK (volume > 0 AND volume < '562949953421312'::bigint)
);
CREATE UNIQUE INDEX daily_bar_code_date ON public.daily_bar USING btree (code, trade_date) INCLUDE (volume);

create table daily_record (
  id bigint generated always as identity not null,
  session_id bigint not null,
  trade_date date not null,
  supply_demand text,
  align_flag text,
  primary_phase_hint text,
  cycle_sub_tags text[] default '{}'::text[] not null,
  cycle_events text[] default '{}'::text[] not null,
  evidence_note text,
  manual_remark_history jsonb default '[]'::jsonb not null,
  origin text default 'manual'::text not null,
  ai_run_id bigint,
  data_through date,
  is_latest boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  evidence jsonb,
  constraint daily_record_pkey PRIMARY KEY (id),
  constraint daily_record_align_flag_check CHECK (align_flag = ANY (ARRAY['aligned'::text, 'diverging'::text, 'neutral'::text])),
  constraint daily_record_events_check CHECK (cardinality(cycle_events) <= 2 AND cycle_events <@ ARRAY['PS'::text, 'SC'::text, 'AR'::text, 'SPRING'::text, 'TSO'::text, 'SOS'::text, 'LPS'::text, 'JAC'::text, 'BU'::text, 'PSY'::text, 'BC'::text, 'ARE'::text, 'UTAD'::text, 'SOW'::text, 'LPSY'::text, 'FTI'::text, 'ST'::text, 'TEST'::text, 'UT'::text, 'EVR'::text, 'SOT'::text]),
  constraint daily_record_evidence_check CHECK (jsonb_typeof(evidence) = 'object'::text),
  constraint daily_record_history_check CHECK (jsonb_typeof(manual_remark_history) = 'array'::text),
  constraint daily_record_latest_check CHECK (NOT is_latest OR deleted_at IS NULL),
  constraint daily_record_origin_check CHECK (origin = ANY (ARRAY['manual'::text, 'ai'::text])),
  constraint daily_record_phase_check CHECK (primary_phase_hint = ANY (ARRAY['unclassified'::text, 'transition'::text, 'accumulation'::text, 'markup'::text, 'distribution'::text, 'markdown'::text])),
  constraint daily_record_supply_demand_check CHECK (supply_demand = ANY (ARRAY['demand_dominant'::text, 'supply_dominant'::text, 'balanced'::text])),
  constraint daily_record_tags_check CHECK (cardinality(cycle_sub_tags) <= 8 AND cycle_sub_tags <@ ARRAY['phase_a'::text, 'phase_b'::text, 'phase_c'::text, 'phase_d'::text, 'phase_e'::text, 'trading_range'::text, 'reaccumulation'::text, 'redistribution'::text, 'ground_volume'::text, 'volume_dry_up'::text, 'volume_expansion'::text, 'climactic_volume'::text, 'stopping_volume'::text, 'absorption'::text, 'no_demand'::text, 'no_supply'::text, 'effort_no_result'::text, 'ease_of_movement'::text, 'change_of_character'::text, 'shortening_of_thrust'::text, 'breakout'::text, 'breakdown'::text, 'pullback'::text, 'shakeout'::text, 'limit_up'::text, 'limit_down'::text, 'gap_up'::text, 'gap_down'::text, 'one_price_up'::text, 'one_price_down'::text, 'limit_up_opened'::text, 'resumption'::text, 'ex_right'::text, 'st_change'::text, 'new_high_250'::text, 'new_low_250'::text]),
  constraint daily_record_ai_run_fkey FOREIGN KEY (ai_run_id) REFERENCES ai_run(id),
  constraint daily_record_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id)
);
CREATE INDEX daily_record_ai_run ON public.daily_record USING btree (ai_run_id) WHERE (ai_run_id IS NOT NULL);
CREATE UNIQUE INDEX daily_record_one_a_day ON public.daily_record USING btree (session_id, trade_date) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX daily_record_one_latest ON public.daily_record USING btree (session_id) WHERE is_latest;

create table daily_record_version (
  record_id bigint not null,
  version integer not null,
  judgement jsonb not null,
  origin text not null,
  ai_run_id bigint,
  data_through date,
  constraint daily_record_version_pkey PRIMARY KEY (record_id, version),
  constraint daily_record_version_judgement_check CHECK (jsonb_typeof(judgement) = 'object'::text),
  constraint daily_record_version_origin_check CHECK (origin = ANY (ARRAY['manual'::text, 'ai'::text])),
  constraint daily_record_version_ai_run_fkey FOREIGN KEY (ai_run_id) REFERENCES ai_run(id) ON DELETE SET NULL,
  constraint daily_record_version_record_fkey FOREIGN KEY (record_id) REFERENCES daily_record(id) ON DELETE CASCADE
);
CREATE INDEX daily_record_version_ai_run ON public.daily_record_version USING btree (ai_run_id) WHERE (ai_run_id IS NOT NULL);

create table daily_valuation (
  code text collate "C" not null,
  trade_date date not null,
  pe_ttm double precision,
  pb double precision,
  dividend_yield_ttm double precision,
  total_market_cap double precision,
  total_shares double precision,
  float_shares double precision,
  constraint daily_valuation_pkey PRIMARY KEY (code, trade_date)
);

create table demo_sample (
  list text not null,
  user_id bigint not null,
  code text collate "C" not null,
  constraint demo_sample_pkey PRIMARY KEY (list, user_id, code),
  constraint demo_sample_list_check CHECK (list = ANY (ARRAY['watchlist'::text, 'positions'::text])),
  constraint demo_sample_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table event (
  id bigint generated always as identity not null,
  type text not null,
  key text,
  run text,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_data_check CHECK (jsonb_typeof(data) = 'object'::text),
  constraint event_type_check CHECK (type = ANY (ARRAY['scan.completed'::text, 'screen.matched'::text, 'session.phase_changed'::text, 'session.event'::text, 'session.due'::text, 'price.crossed'::text, 'drain.completed'::text, 'drain.failed'::text, 'market.late'::text, 'market.complete'::text, 'study.completed'::text, 'backup.failed'::text, 'budget.spent'::text, 'channel.disabled'::text, 'digest.evening'::text, 'digest.morning'::text]))
);
CREATE INDEX event_created ON public.event USING btree (created_at);
CREATE INDEX event_of_run ON public.event USING btree (run, id) WHERE (run IS NOT NULL);
CREATE UNIQUE INDEX event_one_of_key ON public.event USING btree (type, key) WHERE (key IS NOT NULL);
CREATE INDEX event_told ON public.event USING btree (told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX event_untold ON public.event USING btree (id) WHERE (told_at IS NULL);

create table ex_right (
  code text collate "C" not null,
  ex_date date not null,
  ordinal smallint not null,
  cash double precision not null,
  rights_price double precision not null,
  bonus double precision not null,
  rights double precision not null,
  constraint ex_right_pkey PRIMARY KEY (code, ex_date, ordinal),
  constraint ex_right_values_check CHECK (LEAST(cash, rights_price, bonus, rights) >= 0::double precision)
);

create table ex_right_evidence (
  trade_date date not null,
  compared integer not null,
  differences integer not null,
  constraint ex_right_evidence_pkey PRIMARY KEY (trade_date),
  constraint ex_right_evidence_counts_check CHECK (differences >= 0 AND differences <= compared)
);

create table exchange_day (
  trade_date date not null,
  is_open boolean not null,
  constraint exchange_day_pkey PRIMARY KEY (trade_date)
);

create table financial_report (
  code text collate "C" not null,
  statement text not null,
  period_end date not null,
  published_on date not null,
  ordinal smallint default 0 not null,
  fields jsonb not null,
  constraint financial_report_pkey PRIMARY KEY (code, statement, period_end, published_on, ordinal),
  constraint financial_report_fields_check CHECK (jsonb_typeof(fields) = 'object'::text),
  constraint financial_report_statement_check CHECK (statement = ANY (ARRAY['indicator'::text, 'income'::text, 'balance_sheet'::text, 'cash_flow'::text, 'audit'::text, 'pledge'::text, 'holder_trade'::text, 'share_unlock'::text, 'dividend'::text]))
);

create table fundamental_score (
  id bigint generated always as identity not null,
  session_id bigint not null,
  job_id bigint not null,
  scored_at timestamp with time zone not null,
  as_of date not null,
  data_through date,
  score smallint not null,
  available smallint not null,
  judged smallint not null,
  applied boolean not null,
  items jsonb not null,
  note text not null,
  warnings jsonb default '[]'::jsonb not null,
  ai_run_id bigint,
  market_source text not null,
  constraint fundamental_score_pkey PRIMARY KEY (id),
  constraint fundamental_score_one_a_job UNIQUE (session_id, job_id),
  constraint fundamental_score_counts_check CHECK (available >= 0 AND judged >= 0 AND (available + judged) <= 20),
  constraint fundamental_score_items_check CHECK (jsonb_typeof(items) = 'array'::text),
  constraint fundamental_score_score_check CHECK (score >= 0 AND score <= 20),
  constraint fundamental_score_source_check CHECK (market_source = ANY (ARRAY['none'::text, 'demo'::text, 'files'::text, 'tushare'::text, 'tdx'::text])),
  constraint fundamental_score_warnings_check CHECK (jsonb_typeof(warnings) = 'array'::text),
  constraint fundamental_score_run_fkey FOREIGN KEY (ai_run_id) REFERENCES ai_run(id) ON DELETE SET NULL,
  constraint fundamental_score_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id) ON DELETE CASCADE
);
CREATE INDEX fundamental_score_run ON public.fundamental_score USING btree (ai_run_id) WHERE (ai_run_id IS NOT NULL);
CREATE INDEX fundamental_score_session ON public.fundamental_score USING btree (session_id, id);

create table job (
  id bigint generated always as identity not null,
  name text not null,
  queue text not null,
  payload jsonb not null,
  state text collate "C" default 'queued'::text not null,
  dedupe_key text collate "C",
  attempts integer default 0 not null,
  crashes integer default 0 not null,
  lease_token uuid,
  lease_until timestamp with time zone,
  available_at timestamp with time zone default now() not null,
  outbox_id bigint,
  published_at timestamp with time zone,
  progress jsonb,
  result json,
  error jsonb,
  requested_by bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  trace_parent text collate "C",
  failure_due_at timestamp with time zone,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_attempts_check CHECK (crashes >= 0 AND crashes <= attempts),
  constraint job_dedupe_key_check CHECK (char_length(dedupe_key) <= 200),
  constraint job_error_check CHECK ((state = 'failed'::text) = (error IS NOT NULL)),
  constraint job_finished_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint job_lease_check CHECK ((state = 'running'::text) = (lease_token IS NOT NULL AND lease_until IS NOT NULL)),
  constraint job_name_check CHECK (name ~ '^[a-z][a-z0-9_.-]{0,63}$'::text),
  constraint job_payload_check CHECK (jsonb_typeof(payload) = 'object'::text),
  constraint job_queue_check CHECK (queue ~ '^[a-z][a-z0-9_-]{0,31}$'::text),
  constraint job_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint job_trace_parent_check CHECK (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'::text),
  constraint job_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id)
);
CREATE INDEX job_failure_due ON public.job USING btree (failure_due_at) WHERE (failure_due_at IS NOT NULL);
CREATE INDEX job_finished ON public.job USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX job_in_flight_of_user ON public.job USING btree (requested_by, queue) WHERE ((state = ANY (ARRAY['queued'::text, 'running'::text])) AND (requested_by IS NOT NULL));
CREATE UNIQUE INDEX job_one_in_flight ON public.job USING btree (dedupe_key) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX job_unfinished ON public.job USING btree (state, id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table job_outbox (
  id bigint generated by default as identity not null,
  job_id bigint not null,
  queue text not null,
  available_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  last_error text,
  constraint job_outbox_pkey PRIMARY KEY (id),
  constraint job_outbox_job_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE
);
CREATE INDEX job_outbox_job ON public.job_outbox USING btree (job_id);

create table login (
  id uuid not null,
  user_id bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint login_pkey PRIMARY KEY (id),
  constraint login_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX login_expires_at ON public.login USING btree (expires_at);
CREATE INDEX login_user ON public.login USING btree (user_id);

create table login_attempt (
  id bigint generated always as identity not null,
  account_hash bytea not null,
  address text not null,
  attempted_at timestamp with time zone default now() not null,
  constraint login_attempt_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempt_account ON public.login_attempt USING btree (account_hash, address, attempted_at);
CREATE INDEX login_attempt_address ON public.login_attempt USING btree (address, attempted_at);
CREATE INDEX login_attempt_attempted_at ON public.login_attempt USING btree (attempted_at);

create table market_change (
  trade_date date not null,
  bars integer not null,
  bars_before integer not null,
  stocks integer not null,
  median_pct double precision,
  constraint market_change_pkey PRIMARY KEY (trade_date)
);

create table market_day (
  trade_date date not null,
  bars integer not null,
  provisional boolean default false not null,
  complete boolean default true not null,
  settled_at timestamp with time zone,
  expected integer,
  constraint market_day_pkey PRIMARY KEY (trade_date),
  constraint market_day_provisional_check CHECK (NOT (provisional AND complete))
);

create table market_import (
  id bigint generated always as identity not null,
  source text not null,
  format text not null,
  path text not null,
  status text not null,
  files integer default 0 not null,
  skipped_files integer default 0 not null,
  refused_files integer default 0 not null,
  stocks integer default 0 not null,
  bars_read bigint default 0 not null,
  bars_inserted bigint default 0 not null,
  bars_updated bigint default 0 not null,
  bars_unchanged bigint default 0 not null,
  from_date date,
  to_date date,
  error text,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  job_id bigint,
  upload_id bigint,
  digest text collate "C",
  replace_demo boolean default false not null,
  requested_by bigint,
  alive_at timestamp with time zone,
  constraint market_import_pkey PRIMARY KEY (id),
  constraint market_import_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])),
  constraint market_import_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX market_import_one_upload ON public.market_import USING btree ((true)) WHERE ((requested_by IS NOT NULL) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));

create table market_import_note (
  id bigint generated always as identity not null,
  import_id bigint not null,
  kind text not null,
  file text not null,
  line integer,
  reason text not null,
  constraint market_import_note_pkey PRIMARY KEY (id),
  constraint market_import_note_kind_check CHECK (kind = ANY (ARRAY['refused'::text, 'skipped'::text, 'warned'::text])),
  constraint market_import_note_import_fkey FOREIGN KEY (import_id) REFERENCES market_import(id) ON DELETE CASCADE
);
CREATE INDEX market_import_note_import ON public.market_import_note USING btree (import_id);

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
  constraint market_return_pkey PRIMARY KEY (data_through, horizon)
);

create table market_source_choice (
  id boolean default true not null,
  source text not null,
  tushare_token bytea,
  changed_at timestamp with time zone not null,
  changed_by bigint,
  constraint market_source_choice_pkey PRIMARY KEY (id),
  constraint market_source_choice_single_check CHECK (id),
  constraint market_source_choice_source_check CHECK (source = ANY (ARRAY['demo'::text, 'files'::text, 'tushare'::text, 'tdx'::text])),
  constraint market_source_choice_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id)
);

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
  constraint market_span_pkey PRIMARY KEY (entry_day, exit_day),
  constraint market_span_days_check CHECK (entry_day <= exit_day)
);

create table market_state (
  id boolean default true not null,
  source text default 'none'::text not null,
  data_version bigint default 0 not null,
  bars_from date,
  bars_to date,
  updated_at timestamp with time zone default now() not null,
  chip_source text,
  share_rule smallint default 0 not null,
  session_rule smallint default 0 not null,
  constraint market_state_pkey PRIMARY KEY (id),
  constraint market_state_single_check CHECK (id),
  constraint market_state_source_check CHECK (source = ANY (ARRAY['none'::text, 'demo'::text, 'files'::text, 'tushare'::text, 'tdx'::text]))
);

create table market_sync (
  id bigint generated always as identity not null,
  kind text not null,
  status text default 'queued'::text not null,
  from_date date not null,
  to_date date not null,
  replace_demo boolean default false not null,
  asked_at timestamp with time zone not null,
  units_total integer default 0 not null,
  units_done integer default 0 not null,
  rows_read bigint default 0 not null,
  calls integer default 0 not null,
  stage text,
  error text,
  resume_at timestamp with time zone,
  started_by bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint market_sync_pkey PRIMARY KEY (id),
  constraint market_sync_kind_check CHECK (kind = ANY (ARRAY['daily'::text, 'repair'::text, 'backfill'::text])),
  constraint market_sync_span_check CHECK (from_date <= to_date),
  constraint market_sync_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'completed'::text, 'failed'::text])),
  constraint market_sync_user_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX market_sync_in_flight ON public.market_sync USING btree (kind, from_date, to_date) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text]));
CREATE INDEX market_sync_user ON public.market_sync USING btree (started_by) WHERE (started_by IS NOT NULL);

create table market_sync_unit (
  data_set text not null,
  unit_key text collate "C" not null,
  trade_date date,
  state text not null,
  settled boolean default false not null,
  rows integer default 0 not null,
  total double precision default 0 not null,
  content bytea,
  fetched_at timestamp with time zone,
  first_same_at timestamp with time zone,
  stored_at timestamp with time zone,
  noted_at timestamp with time zone not null,
  sync_id bigint,
  attempts integer default 0 not null,
  calls integer default 0 not null,
  fault text,
  fault_message text,
  fault_raw text,
  constraint market_sync_unit_pkey PRIMARY KEY (data_set, unit_key),
  constraint market_sync_unit_content_check CHECK ((state = 'fetched'::text) = (content IS NOT NULL)),
  constraint market_sync_unit_fault_check CHECK (fault = ANY (ARRAY['rate'::text, 'quota'::text, 'permission'::text, 'vendor'::text, 'not_configured'::text, 'not_published'::text, 'missing_day'::text, 'rejected'::text, 'blocked'::text])),
  constraint market_sync_unit_state_check CHECK (state = ANY (ARRAY['fetched'::text, 'stored'::text, 'failed'::text, 'denied'::text])),
  constraint market_sync_unit_sync_fkey FOREIGN KEY (sync_id) REFERENCES market_sync(id) ON DELETE SET NULL
);
CREATE INDEX market_sync_unit_faulty ON public.market_sync_unit USING btree (fault) WHERE (state = ANY (ARRAY['failed'::text, 'denied'::text]));
CREATE INDEX market_sync_unit_fetched ON public.market_sync_unit USING btree (trade_date) WHERE (state = 'fetched'::text);
CREATE INDEX market_sync_unit_sync ON public.market_sync_unit USING btree (sync_id) WHERE (sync_id IS NOT NULL);

create table mcp_call (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  user_id bigint not null,
  key_prefix text not null,
  tool text not null,
  arguments_hash text not null,
  ms integer not null,
  rows integer not null,
  error_code text,
  constraint mcp_call_pkey PRIMARY KEY (id),
  constraint mcp_call_ms_check CHECK (ms >= 0),
  constraint mcp_call_rows_check CHECK (rows >= 0)
);
CREATE INDEX mcp_call_at ON public.mcp_call USING btree (at);

create table money_flow (
  vendor text collate "C" not null,
  trade_date date not null,
  code text collate "C" not null,
  net_main double precision,
  net_xl double precision,
  net_l double precision,
  net_m double precision,
  net_s double precision,
  net_active double precision,
  constraint money_flow_pkey PRIMARY KEY (vendor, trade_date, code),
  constraint money_flow_any_check CHECK (num_nonnulls(net_main, net_xl, net_l, net_m, net_s, net_active) > 0),
  constraint money_flow_code_check CHECK (code ~ '^[0-9]{6}$'::text),
  constraint money_flow_finite_check CHECK (GREATEST(abs(net_main), abs(net_xl), abs(net_l), abs(net_m), abs(net_s), abs(net_active)) < 'Infinity'::double precision),
  constraint money_flow_vendor_check CHECK (vendor = ANY (ARRAY['tushare'::text, 'eastmoney'::text, 'ths'::text])),
  constraint money_flow_vendor_columns_check CHECK ((vendor = 'tushare'::text OR net_active IS NULL) AND (vendor <> 'ths'::text OR net_xl IS NULL))
);

create table notification_channel (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  kind text not null,
  endpoint text,
  config_box bytea not null,
  enabled boolean default true not null,
  disabled_reason text,
  rate_refusals integer default 0 not null,
  free_at timestamp with time zone,
  lease_token uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint notification_channel_pkey PRIMARY KEY (id),
  constraint notification_channel_kind_check CHECK (kind = ANY (ARRAY['wecom'::text, 'feishu'::text, 'lark'::text, 'dingtalk'::text, 'telegram'::text, 'bark'::text, 'serverchan'::text, 'pushplus'::text, 'email'::text, 'ntfy'::text, 'webhook'::text])),
  constraint notification_channel_lease_check CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  constraint notification_channel_reason_check CHECK (disabled_reason IS NULL OR NOT enabled),
  constraint notification_channel_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notification_channel_name ON public.notification_channel USING btree (user_id, name);

create table notification_delivery (
  id bigint generated always as identity not null,
  event_id bigint not null,
  channel_id bigint not null,
  message jsonb not null,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone,
  last_status integer,
  last_answer text,
  service_answer text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint notification_delivery_pkey PRIMARY KEY (id),
  constraint notification_delivery_once UNIQUE (event_id, channel_id),
  constraint notification_delivery_message_check CHECK (jsonb_typeof(message) = 'object'::text),
  constraint notification_delivery_next_check CHECK ((state = ANY (ARRAY['pending'::text, 'waiting'::text])) = (next_attempt_at IS NOT NULL)),
  constraint notification_delivery_sent_check CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint notification_delivery_state_check CHECK (state = ANY (ARRAY['pending'::text, 'waiting'::text, 'sent'::text, 'failed'::text, 'disabled'::text])),
  constraint notification_delivery_channel_fkey FOREIGN KEY (channel_id) REFERENCES notification_channel(id) ON DELETE CASCADE,
  constraint notification_delivery_event_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE
);
CREATE INDEX notification_delivery_due ON public.notification_delivery USING btree (channel_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX notification_delivery_of_channel ON public.notification_delivery USING btree (channel_id, id DESC);

create table notification_rule (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  event text not null,
  conditions jsonb default '{}'::jsonb not null,
  quiet_hours text,
  enabled boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint notification_rule_pkey PRIMARY KEY (id),
  constraint notification_rule_conditions_check CHECK (jsonb_typeof(conditions) = 'object'::text),
  constraint notification_rule_event_check CHECK (event = ANY (ARRAY['scan.completed'::text, 'screen.matched'::text, 'session.phase_changed'::text, 'session.event'::text, 'session.due'::text, 'price.crossed'::text, 'drain.completed'::text, 'drain.failed'::text, 'market.late'::text, 'market.complete'::text, 'study.completed'::text, 'backup.failed'::text, 'budget.spent'::text, 'digest.evening'::text, 'digest.morning'::text])),
  constraint notification_rule_quiet_check CHECK (quiet_hours ~ '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  constraint notification_rule_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX notification_rule_of_event ON public.notification_rule USING btree (event) WHERE enabled;
CREATE INDEX notification_rule_of_user ON public.notification_rule USING btree (user_id, id);

create table notification_rule_channel (
  rule_id bigint not null,
  channel_id bigint not null,
  constraint notification_rule_channel_pkey PRIMARY KEY (rule_id, channel_id),
  constraint notification_rule_channel_channel_fkey FOREIGN KEY (channel_id) REFERENCES notification_channel(id) ON DELETE CASCADE,
  constraint notification_rule_channel_rule_fkey FOREIGN KEY (rule_id) REFERENCES notification_rule(id) ON DELETE CASCADE
);
CREATE INDEX notification_rule_channel_back ON public.notification_rule_channel USING btree (channel_id);

create table own_screen (
  id bigint generated always as identity not null,
  name text not null,
  description text,
  owner_id bigint not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint own_screen_pkey PRIMARY KEY (id),
  constraint own_screen_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint own_screen_version_check CHECK (version >= 1),
  constraint own_screen_owner_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX own_screen_name ON public.own_screen USING btree (lower(name));
CREATE INDEX own_screen_owner ON public.own_screen USING btree (owner_id);

create table own_screen_version (
  screen_id bigint not null,
  version integer not null,
  formula text not null,
  filters jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint own_screen_version_pkey PRIMARY KEY (screen_id, version),
  constraint own_screen_version_filters_check CHECK (jsonb_typeof(filters) = 'object'::text),
  constraint own_screen_version_formula_check CHECK (octet_length(formula) >= 1 AND octet_length(formula) <= 4096),
  constraint own_screen_version_screen_fkey FOREIGN KEY (screen_id) REFERENCES own_screen(id) ON DELETE CASCADE
);

create table position (
  user_id bigint not null,
  code text collate "C" not null,
  quantity double precision not null,
  avg_cost double precision,
  opened_at date,
  updated_at timestamp with time zone default now() not null,
  constraint position_pkey PRIMARY KEY (user_id, code),
  constraint position_code_check CHECK (code ~ '^[0-9]{6}$'::text),
  constraint position_cost_check CHECK (avg_cost > '-100000000'::numeric::double precision AND avg_cost <= '100000000'::numeric::double precision),
  constraint position_quantity_check CHECK (quantity > 0::double precision AND quantity <= '1000000000000'::numeric::double precision),
  constraint position_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table price_break (
  code text collate "C" not null,
  trade_date date not null,
  kind text not null,
  ratio double precision,
  constraint price_break_pkey PRIMARY KEY (code, trade_date),
  constraint price_break_kind_check CHECK (kind = ANY (ARRAY['ex_right'::text, 'gap'::text])),
  constraint price_break_ratio_check CHECK ((kind = 'ex_right'::text) = (ratio IS NOT NULL) AND ratio > 0::double precision)
);

create table provisional_bar (
  trade_date date not null,
  code text collate "C" not null,
  constraint provisional_bar_pkey PRIMARY KEY (trade_date, code)
);

create table rate_limit (
  minute bigint not null,
  key text collate "C" not null,
  requests integer not null,
  constraint rate_limit_pkey PRIMARY KEY (minute, key)
);

create table retention_run (
  rule text collate "C" not null,
  run_at timestamp with time zone not null,
  ended bigint not null,
  constraint retention_run_pkey PRIMARY KEY (rule),
  constraint retention_run_ended_check CHECK (ended >= 0)
);

create table scan_hit (
  scan_id bigint not null,
  code text collate "C" not null,
  stock_name text,
  entry_date date not null,
  min_volume bigint not null,
  close double precision not null,
  limit_up double precision,
  circulating_market_cap_yi double precision not null,
  prior_min_volume bigint,
  prior_min_volume_date date,
  session_id bigint not null,
  outcome text not null,
  hit_adjusted boolean,
  entry_lock text,
  prior_lock text,
  prior_bars integer,
  cap_date date,
  is_st boolean,
  rel_volume double precision,
  limit_up_basis text,
  cap_error_pct double precision,
  cap_estimated boolean,
  constraint scan_hit_pkey PRIMARY KEY (scan_id, code),
  constraint scan_hit_limit_up_basis_check CHECK (limit_up_basis = ANY (ARRAY['vendor'::text, 'rule'::text, 'rule_adjusted'::text, 'rule_raw_close'::text])),
  constraint scan_hit_lock_check CHECK ((entry_lock = ANY (ARRAY['limit_up'::text, 'limit_down'::text, 'one_price'::text])) AND (prior_lock = ANY (ARRAY['limit_up'::text, 'limit_down'::text, 'one_price'::text]))),
  constraint scan_hit_outcome_check CHECK (outcome = ANY (ARRAY['created'::text, 'already_open'::text, 'closed_before'::text])),
  constraint scan_hit_scan_fkey FOREIGN KEY (scan_id) REFERENCES scan_run(id) ON DELETE CASCADE,
  constraint scan_hit_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id)
);
CREATE INDEX scan_hit_session ON public.scan_hit USING btree (session_id);

create table scan_range (
  scan_id bigint not null,
  range_no smallint not null,
  candidates integer not null,
  codes text[] collate "C" not null,
  status text default 'pending'::text not null,
  job_id bigint,
  matched integer default 0 not null,
  created integer default 0 not null,
  already_open integer default 0 not null,
  excluded_limit_up integer default 0 not null,
  skipped_short_history integer default 0 not null,
  finished_at timestamp with time zone,
  closed_before integer default 0 not null,
  constraint scan_range_pkey PRIMARY KEY (scan_id, range_no),
  constraint scan_range_codes_check CHECK ((cardinality(codes) + skipped_short_history) = candidates),
  constraint scan_range_number_check CHECK (range_no >= 1 AND range_no <= 8),
  constraint scan_range_status_check CHECK (status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])),
  constraint scan_range_scan_fkey FOREIGN KEY (scan_id) REFERENCES scan_run(id) ON DELETE CASCADE
);

create table scan_run (
  id bigint generated always as identity not null,
  status text default 'queued'::text not null,
  start_date date not null,
  end_date date not null,
  circ_mkt_min_yi double precision not null,
  circ_mkt_max_yi double precision not null,
  options jsonb default '{}'::jsonb not null,
  trading_days integer not null,
  prior_start date not null,
  candidate_count integer not null,
  warnings jsonb default '[]'::jsonb not null,
  request_key text not null,
  market_source text not null,
  started_by bigint,
  error text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  median_start date,
  constraint scan_run_pkey PRIMARY KEY (id),
  constraint scan_run_cap_check CHECK (circ_mkt_min_yi >= 0::double precision AND circ_mkt_min_yi <= circ_mkt_max_yi),
  constraint scan_run_finished_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint scan_run_range_check CHECK (start_date <= end_date),
  constraint scan_run_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint scan_run_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX scan_run_one_in_flight ON public.scan_run USING btree (request_key) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table schedule_run (
  name text not null,
  slot text not null,
  started_at timestamp with time zone default now() not null,
  constraint schedule_run_pkey PRIMARY KEY (name, slot)
);

create table seo_backlink (
  id bigint generated always as identity not null,
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
  deleted_at timestamp with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  page_url text collate "C",
  semrush_ascore double precision,
  ahrefs_ur double precision,
  is_lost boolean default false not null,
  constraint seo_backlink_pkey PRIMARY KEY (id),
  constraint seo_backlink_natural_key UNIQUE (from_url)
);
CREATE INDEX seo_backlink_by_host ON public.seo_backlink USING btree (host_key, quality_score DESC NULLS LAST, page_authority DESC NULLS LAST, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX seo_backlink_by_quality ON public.seo_backlink USING btree (quality_score DESC NULLS LAST, page_authority DESC NULLS LAST, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX seo_backlink_deleted ON public.seo_backlink USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX seo_backlink_page ON public.seo_backlink USING btree (page_url) WHERE (page_url IS NOT NULL);
CREATE INDEX seo_backlink_search_trgm ON public.seo_backlink USING gin (search_text gin_trgm_ops);

create table seo_competitor (
  id bigint generated always as identity not null,
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
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint seo_competitor_pkey PRIMARY KEY (id),
  constraint seo_competitor_domain_key UNIQUE (domain),
  constraint seo_competitor_avg_duration_check CHECK (avg_duration >= 0::double precision),
  constraint seo_competitor_bounce_rate_check CHECK (bounce_rate >= 0::double precision AND bounce_rate <= 100::double precision),
  constraint seo_competitor_search_traffic_check CHECK (search_traffic_ratio >= 0::double precision AND search_traffic_ratio <= 100::double precision)
);
CREATE INDEX seo_competitor_domain_trgm ON public.seo_competitor USING gin (domain gin_trgm_ops);

create table seo_import (
  id bigint generated always as identity not null,
  kind text collate "C" not null,
  dry_run boolean not null,
  status text collate "C" default 'pending'::text not null,
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
  staged bigint default 0 not null,
  created bigint default 0 not null,
  updated bigint default 0 not null,
  unchanged bigint default 0 not null,
  rejected bigint default 0 not null,
  error text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  columns jsonb,
  geo text,
  period text,
  warnings jsonb,
  deleted bigint default 0 not null,
  logged bigint default 0 not null,
  undo_job_id bigint,
  undone_at timestamp with time zone,
  restored bigint default 0 not null,
  removed bigint default 0 not null,
  kept bigint default 0 not null,
  constraint seo_import_pkey PRIMARY KEY (id),
  constraint seo_import_kind_check CHECK (kind = ANY (ARRAY['keywords'::text, 'trends'::text, 'backlinks'::text, 'competitors'::text])),
  constraint seo_import_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])),
  constraint seo_import_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX seo_import_job ON public.seo_import USING btree (job_id);
CREATE INDEX seo_import_user ON public.seo_import USING btree (user_id);

create table seo_import_change (
  import_id bigint not null,
  part smallint default 0 not null,
  row_id bigint not null,
  written_at timestamp with time zone not null,
  before jsonb,
  constraint seo_import_change_pkey PRIMARY KEY (import_id, part, row_id),
  constraint seo_import_change_import_fkey FOREIGN KEY (import_id) REFERENCES seo_import(id) ON DELETE CASCADE
) with (autovacuum_vacuum_insert_threshold=1000000, autovacuum_vacuum_insert_scale_factor=0.2, autovacuum_vacuum_cost_delay=10);

create table seo_import_reject (
  import_id bigint not null,
  line bigint not null,
  reason text not null,
  row_text text not null,
  constraint seo_import_reject_pkey PRIMARY KEY (import_id, line),
  constraint seo_import_reject_import_fkey FOREIGN KEY (import_id) REFERENCES seo_import(id) ON DELETE CASCADE
);

create table seo_keyword (
  id bigint generated always as identity not null,
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
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  clicks bigint,
  impressions bigint,
  ctr double precision,
  "position" double precision,
  constraint seo_keyword_pkey PRIMARY KEY (id),
  constraint seo_keyword_natural_key UNIQUE (folded, language, market, source),
  constraint seo_keyword_competition_check CHECK (competition >= 0::double precision AND competition <= 1::double precision),
  constraint seo_keyword_cpc_check CHECK (cpc >= 0::double precision AND cpc <= '1000000000'::numeric::double precision),
  constraint seo_keyword_difficulty_check CHECK (keyword_difficulty >= 0::double precision AND keyword_difficulty <= 100::double precision),
  constraint seo_keyword_number_of_results_check CHECK (number_of_results >= 0),
  constraint seo_keyword_search_volume_check CHECK (search_volume >= 0)
) with (fillfactor=60);
CREATE INDEX seo_keyword_by_volume ON public.seo_keyword USING btree (search_volume DESC NULLS LAST, id) INCLUDE (folded) WHERE (deleted_at IS NULL);
CREATE INDEX seo_keyword_deleted ON public.seo_keyword USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX seo_keyword_folded_trgm ON public.seo_keyword USING gin (folded gin_trgm_ops);
CREATE INDEX seo_keyword_short_grams ON public.seo_keyword USING gin (short_grams);

create table seo_keyword_history (
  keyword_id bigint not null,
  import_id bigint not null,
  search_volume bigint,
  number_of_results bigint,
  keyword_difficulty double precision,
  cpc double precision,
  competition double precision,
  trend_score double precision,
  commercial_score double precision,
  overall_score double precision,
  kws double precision,
  clicks bigint,
  impressions bigint,
  ctr double precision,
  "position" double precision,
  cpc_currency text,
  metric_source text,
  as_of date,
  stored_at timestamp with time zone not null,
  replaced_at timestamp with time zone not null,
  constraint seo_keyword_history_pkey PRIMARY KEY (keyword_id, import_id),
  constraint seo_keyword_history_keyword_fkey FOREIGN KEY (keyword_id) REFERENCES seo_keyword(id) ON DELETE CASCADE
) with (autovacuum_vacuum_insert_threshold=1000000, autovacuum_vacuum_insert_scale_factor=0.2, autovacuum_vacuum_cost_delay=10);
CREATE INDEX seo_keyword_history_replaced_at ON public.seo_keyword_history USING btree (replaced_at);

create table seo_trend (
  id bigint generated always as identity not null,
  keyword text not null,
  folded text collate "C" not null,
  period text collate "C" not null,
  keyword_count integer default 0 not null,
  keyword_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  span text collate "C",
  geo text collate "C",
  constraint seo_trend_pkey PRIMARY KEY (id),
  constraint seo_trend_natural_key UNIQUE (folded, period),
  constraint seo_trend_keyword_fkey FOREIGN KEY (keyword_id) REFERENCES seo_keyword(id) ON DELETE SET NULL
);
CREATE INDEX seo_trend_folded_trgm ON public.seo_trend USING gin (folded gin_trgm_ops);
CREATE INDEX seo_trend_keyword ON public.seo_trend USING btree (keyword_id) WHERE (keyword_id IS NOT NULL);
CREATE INDEX seo_trend_newest ON public.seo_trend USING btree (folded, updated_at DESC, id DESC);
CREATE INDEX seo_trend_updated_at ON public.seo_trend USING btree (updated_at DESC, id DESC);

create table seo_trend_row (
  id bigint generated always as identity not null,
  trend_id bigint not null,
  query text collate "C" not null,
  list_type text collate "C" not null,
  trend_date timestamp with time zone not null,
  observed_at timestamp with time zone not null,
  trends_value double precision,
  value_kind text collate "C" not null,
  breakout boolean not null,
  has_data boolean not null,
  period_hours integer,
  trend_link text,
  collected_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint seo_trend_row_pkey PRIMARY KEY (id),
  constraint seo_trend_row_natural_key UNIQUE (trend_id, query, list_type, trend_date, observed_at),
  constraint seo_trend_row_breakout_check CHECK (NOT breakout OR trends_value IS NULL),
  constraint seo_trend_row_kind_check CHECK (value_kind = ANY (ARRAY['index'::text, 'rise_pct'::text])),
  constraint seo_trend_row_value_check CHECK (trends_value >= 0::double precision),
  constraint seo_trend_row_trend_fkey FOREIGN KEY (trend_id) REFERENCES seo_trend(id) ON DELETE CASCADE
);
CREATE INDEX seo_trend_row_newest ON public.seo_trend_row USING btree (trend_id, collected_at DESC, trend_date DESC, id DESC);

create table session_count (
  id bigint generated always as identity not null,
  status text collate "C" not null,
  delta bigint not null,
  constraint session_count_pkey PRIMARY KEY (id),
  constraint session_count_status CHECK (status = ANY (ARRAY['open'::text, 'closed'::text]))
);

create table session_drawing (
  id bigint generated always as identity not null,
  session_id bigint not null,
  kind text not null,
  from_date date not null,
  from_price double precision not null,
  to_date date,
  to_price double precision,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint session_drawing_pkey PRIMARY KEY (id),
  constraint session_drawing_kind_check CHECK (kind = ANY (ARRAY['trend_line'::text, 'range_box'::text, 'price_line'::text])),
  constraint session_drawing_points_check CHECK (
CASE
    WHEN kind = 'price_line'::text THEN to_date IS NULL AND to_price IS NULL
    ELSE to_date IS NOT NULL AND to_price IS NOT NULL AND from_date < to_date AND (kind = 'trend_line'::text OR from_price <> to_price)
END),
  constraint session_drawing_price_check CHECK (from_price > 0::double precision AND from_price <= '1000000'::numeric::double precision AND to_price > 0::double precision AND to_price <= '1000000'::numeric::double precision),
  constraint session_drawing_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint session_drawing_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id) ON DELETE CASCADE
);
CREATE INDEX session_drawing_created_by ON public.session_drawing USING btree (created_by);
CREATE INDEX session_drawing_session ON public.session_drawing USING btree (session_id);

create table session_market (
  session_id bigint not null,
  latest_close double precision,
  latest_trade_date date,
  close_vs_entry_pct double precision,
  close_vs_entry_basis text,
  circulating_market_cap_yi double precision,
  cyq_spread_ratio double precision,
  lowest_volume_trade_date date,
  refreshed_at timestamp with time zone default now() not null,
  cyq jsonb,
  close_vs_entry_adjustment text,
  close_vs_entry_known_from date,
  circulating_market_cap_date date,
  lowest_volume bigint,
  lowest_volume_from date,
  lowest_volume_to date,
  latest_source smallint,
  circulating_market_cap_source smallint,
  change_pct double precision,
  turnover_pct double precision,
  volume_ratio double precision,
  invalidation_price double precision,
  invalidation_side text,
  invalidation_as_of date,
  invalidation_distance_pct double precision generated always as ((round(((((
CASE invalidation_side
    WHEN 'below'::text THEN 1
    WHEN 'above'::text THEN '-1'::integer
    ELSE NULL::integer
END)::double precision * ((1)::double precision - (invalidation_price / NULLIF(latest_close, (0)::double precision)))) * (100)::double precision))::numeric, 2))::double precision) stored,
  constraint session_market_pkey PRIMARY KEY (session_id),
  constraint session_market_adjustment_check CHECK (close_vs_entry_adjustment = ANY (ARRAY['vendor'::text, 'ex_right_close'::text, 'share_change'::text, 'none'::text])),
  constraint session_market_basis_check CHECK (close_vs_entry_basis = ANY (ARRAY['adjusted'::text, 'raw'::text, 'unknown'::text])),
  constraint session_market_invalidation_side_check CHECK (invalidation_side = ANY (ARRAY['below'::text, 'above'::text])),
  constraint session_market_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id) ON DELETE CASCADE
);
CREATE INDEX session_market_change_pct_asc ON public.session_market USING btree (change_pct, session_id DESC);
CREATE INDEX session_market_change_pct_desc ON public.session_market USING btree (change_pct DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_circulating_market_cap_yi_asc ON public.session_market USING btree (circulating_market_cap_yi, session_id DESC);
CREATE INDEX session_market_circulating_market_cap_yi_desc ON public.session_market USING btree (circulating_market_cap_yi DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_close_vs_entry_pct_asc ON public.session_market USING btree (close_vs_entry_pct, session_id DESC);
CREATE INDEX session_market_close_vs_entry_pct_desc ON public.session_market USING btree (close_vs_entry_pct DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_cyq_spread_ratio_asc ON public.session_market USING btree (cyq_spread_ratio, session_id DESC);
CREATE INDEX session_market_cyq_spread_ratio_desc ON public.session_market USING btree (cyq_spread_ratio DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_invalidation_distance_pct_asc ON public.session_market USING btree (invalidation_distance_pct, session_id DESC);
CREATE INDEX session_market_invalidation_distance_pct_desc ON public.session_market USING btree (invalidation_distance_pct DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_latest_close_asc ON public.session_market USING btree (latest_close, session_id DESC);
CREATE INDEX session_market_latest_close_desc ON public.session_market USING btree (latest_close DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_lowest_volume_trade_date_asc ON public.session_market USING btree (lowest_volume_trade_date, session_id DESC);
CREATE INDEX session_market_lowest_volume_trade_date_desc ON public.session_market USING btree (lowest_volume_trade_date DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_turnover_pct_asc ON public.session_market USING btree (turnover_pct, session_id DESC);
CREATE INDEX session_market_turnover_pct_desc ON public.session_market USING btree (turnover_pct DESC NULLS LAST, session_id DESC);
CREATE INDEX session_market_volume_ratio_asc ON public.session_market USING btree (volume_ratio, session_id DESC);
CREATE INDEX session_market_volume_ratio_desc ON public.session_market USING btree (volume_ratio DESC NULLS LAST, session_id DESC);

create table share_change (
  code text collate "C" not null,
  trade_date date not null,
  factor double precision not null,
  basis text not null,
  constraint share_change_pkey PRIMARY KEY (code, trade_date),
  constraint share_change_basis_check CHECK (basis = ANY (ARRAY['vendor'::text, 'inferred'::text])),
  constraint share_change_factor_check CHECK (factor > 0::double precision)
);

create table share_count (
  code text collate "C" not null,
  from_date date not null,
  basis text not null,
  float_shares double precision not null,
  total_shares double precision,
  constraint share_count_pkey PRIMARY KEY (code, from_date, basis),
  constraint share_count_basis_check CHECK (basis = ANY (ARRAY['record'::text, 'snapshot'::text])),
  constraint share_count_shares_check CHECK (float_shares > 0::double precision AND total_shares > 0::double precision)
);

create table stock (
  code text collate "C" not null,
  exchange text not null,
  board text not null,
  name text,
  list_date date,
  delist_date date,
  first_bar_date date,
  last_bar_date date,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  industry text,
  initials text collate "C",
  search_name text,
  constraint stock_pkey PRIMARY KEY (code),
  constraint stock_board_check CHECK (board = ANY (ARRAY['main'::text, 'chinext'::text, 'star'::text, 'bse'::text])),
  constraint stock_code_check CHECK (code ~ '^[0-9]{6}$'::text),
  constraint stock_exchange_check CHECK (exchange = ANY (ARRAY['SSE'::text, 'SZSE'::text, 'BSE'::text]))
);
CREATE INDEX stock_initials ON public.stock USING btree (initials);
CREATE INDEX stock_name_trgm ON public.stock USING gin (name gin_trgm_ops);
CREATE INDEX stock_search_name_trgm ON public.stock USING gin (search_name gin_trgm_ops);

create table stock_code_change (
  old_code text collate "C" not null,
  new_code text collate "C" not null,
  constraint stock_code_change_pkey PRIMARY KEY (old_code),
  constraint stock_code_change_codes_check CHECK (old_code ~ '^[0-9]{6}$'::text AND new_code ~ '^[0-9]{6}$'::text AND old_code <> new_code)
);
CREATE INDEX stock_code_change_new_code ON public.stock_code_change USING btree (new_code);

create table stock_figures (
  code text collate "C" not null,
  latest_trade_date date not null,
  latest_close double precision not null,
  circ_market_cap double precision,
  lowest_volume_trade_date date,
  pre_close_missing_date date,
  lowest_volume bigint,
  lowest_volume_from date,
  lowest_volume_to date,
  source smallint,
  cap_source smallint,
  reference_close double precision,
  turnover_pct double precision,
  volume_ratio double precision,
  constraint stock_figures_pkey PRIMARY KEY (code)
);

create table stock_name (
  code text collate "C" not null,
  from_date date not null,
  to_date date,
  name text not null,
  constraint stock_name_pkey PRIMARY KEY (code, from_date),
  constraint stock_name_range_check CHECK (to_date >= from_date)
);

create table study (
  id bigint generated always as identity not null,
  status text default 'queued'::text not null,
  screen_id text not null,
  screen_version integer not null,
  params jsonb not null,
  filters jsonb not null,
  from_date date not null,
  to_date date not null,
  horizons jsonb not null,
  costs jsonb not null,
  overlap text not null,
  data_version bigint not null,
  market_source text not null,
  survivorship text not null,
  warnings jsonb default '[]'::jsonb not null,
  variant_key text not null,
  request_key text not null,
  progress integer default 0 not null,
  result jsonb,
  job_id bigint,
  nightly boolean default false not null,
  started_by bigint,
  error text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint study_pkey PRIMARY KEY (id),
  constraint study_finished_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  constraint study_overlap_check CHECK (overlap = ANY (ARRAY['first'::text, 'all'::text])),
  constraint study_progress_check CHECK (progress >= 0 AND progress <= 100),
  constraint study_result_check CHECK ((status = 'completed'::text) = (result IS NOT NULL)),
  constraint study_span_check CHECK (from_date <= to_date),
  constraint study_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint study_survivorship_check CHECK (survivorship = ANY (ARRAY['complete'::text, 'delisted_missing'::text])),
  constraint study_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE INDEX study_of_screen ON public.study USING btree (screen_id, id DESC);
CREATE UNIQUE INDEX study_one_of_request ON public.study USING btree (md5(request_key)) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text]));

create table study_case (
  study_id bigint not null,
  case_no integer not null,
  code text collate "C" not null,
  signal_date date not null,
  rank integer not null,
  outcome text not null,
  entry_date date,
  entry_price double precision,
  gap_pct double precision,
  exits jsonb not null,
  constraint study_case_pkey PRIMARY KEY (study_id, case_no),
  constraint study_case_entry_check CHECK ((outcome = 'filled'::text) = (entry_date IS NOT NULL)),
  constraint study_case_exits_check CHECK (jsonb_typeof(exits) = 'array'::text),
  constraint study_case_outcome_check CHECK (outcome = ANY (ARRAY['filled'::text, 'unfillable'::text, 'pending'::text])),
  constraint study_case_price_check CHECK ((outcome = 'filled'::text) = (entry_price IS NOT NULL)),
  constraint study_case_study_fkey FOREIGN KEY (study_id) REFERENCES study(id) ON DELETE CASCADE
);

create table suspension (
  trade_date date not null,
  code text collate "C" not null,
  timing text,
  constraint suspension_pkey PRIMARY KEY (trade_date, code)
);

create table tdx_repair (
  trade_date date not null,
  attempted_at timestamp with time zone not null,
  stocks integer not null,
  unknown_stocks integer not null,
  host text not null,
  constraint tdx_repair_pkey PRIMARY KEY (trade_date),
  constraint tdx_repair_counts_check CHECK (LEAST(stocks, unknown_stocks) >= 0)
);

create table tdx_site (
  id boolean default true not null,
  next_request_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  blocked_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint tdx_site_pkey PRIMARY KEY (id),
  constraint tdx_site_single_check CHECK (id)
);

create table tdx_snapshot_check (
  trade_date date not null,
  compared integer not null,
  differences integer not null,
  worst jsonb not null,
  constraint tdx_snapshot_check_pkey PRIMARY KEY (trade_date),
  constraint tdx_snapshot_check_counts_check CHECK (differences >= 0 AND differences <= compared)
);

create table tracking_session (
  id bigint generated always as identity not null,
  code text collate "C" not null,
  stock_name text,
  entry_date date not null,
  current_primary_phase text,
  source text,
  entry_close_price double precision,
  status text collate "C" generated always as (
CASE
    WHEN (ended_at IS NULL) THEN 'open'::text
    ELSE 'closed'::text
END) stored not null,
  priority integer default 50 not null,
  next_review_at date,
  next_review_set_at timestamp with time zone,
  summary_note text,
  fundamental_score smallint,
  fundamental_note text,
  fundamental_scored_at timestamp with time zone,
  ai_consensus text,
  ai_consensus_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  market_source text not null,
  created_by bigint,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  primary_phase_set_at timestamp with time zone,
  primary_phase_origin text default 'default'::text not null,
  search_name text generated always as (regexp_replace(lower(NORMALIZE(stock_name, NFKC)), '(.)'::text, '\1\1\1'::text, 'g'::text)) stored,
  fundamental_available smallint,
  fundamental_judged smallint,
  name_set boolean default false not null,
  created_name text,
  ended_by_rule boolean default false not null,
  constraint tracking_session_pkey PRIMARY KEY (id),
  constraint tracking_session_code_check CHECK (code ~ '^[0-9]{6}$'::text),
  constraint tracking_session_consensus_check CHECK (ai_consensus = ANY (ARRAY['上涨'::text, '下跌'::text, '震荡'::text])),
  constraint tracking_session_created_name_check CHECK (char_length(created_name) <= 100),
  constraint tracking_session_market_check CHECK (market_source = ANY (ARRAY['none'::text, 'demo'::text, 'files'::text, 'tushare'::text, 'tdx'::text])),
  constraint tracking_session_name_check CHECK (char_length(stock_name) <= 100),
  constraint tracking_session_phase_check CHECK (current_primary_phase = ANY (ARRAY['unclassified'::text, 'transition'::text, 'accumulation'::text, 'markup'::text, 'distribution'::text, 'markdown'::text])),
  constraint tracking_session_phase_origin_check CHECK (primary_phase_origin = ANY (ARRAY['default'::text, 'manual'::text, 'weekly'::text])),
  constraint tracking_session_price_check CHECK (entry_close_price > 0::double precision AND entry_close_price <= '100000000'::numeric::double precision),
  constraint tracking_session_priority_check CHECK (priority >= 0 AND priority <= 100),
  constraint tracking_session_score_check CHECK (fundamental_score >= 0 AND fundamental_score <= 20),
  constraint tracking_session_source_check CHECK (char_length(source) <= 32),
  constraint tracking_session_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id)
);
CREATE INDEX tracking_session_ai_consensus_asc ON public.tracking_session USING btree (array_position('{上涨,下跌,震荡}'::text[], ai_consensus), id DESC);
CREATE INDEX tracking_session_ai_consensus_desc ON public.tracking_session USING btree (array_position('{上涨,下跌,震荡}'::text[], ai_consensus) DESC NULLS LAST, id DESC);
CREATE INDEX tracking_session_code ON public.tracking_session USING btree (code) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_code_asc ON public.tracking_session USING btree (code, id DESC);
CREATE INDEX tracking_session_code_desc ON public.tracking_session USING btree (code DESC NULLS LAST, id DESC);
CREATE INDEX tracking_session_deleted ON public.tracking_session USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tracking_session_ended ON public.tracking_session USING btree (code, entry_date) WHERE ((ended_at IS NOT NULL) OR (deleted_at IS NOT NULL));
CREATE INDEX tracking_session_ended_at_asc ON public.tracking_session USING btree (ended_at, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_ended_at_desc ON public.tracking_session USING btree (ended_at DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_entry_date_asc ON public.tracking_session USING btree (entry_date, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_entry_date_desc ON public.tracking_session USING btree (entry_date DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_fundamental_score_asc ON public.tracking_session USING btree (fundamental_score, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_fundamental_score_desc ON public.tracking_session USING btree (fundamental_score DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_name_trgm ON public.tracking_session USING gin (search_name gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_next_review_at_asc ON public.tracking_session USING btree (next_review_at, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_next_review_at_desc ON public.tracking_session USING btree (next_review_at DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX tracking_session_one_open ON public.tracking_session USING btree (code) WHERE ((ended_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX tracking_session_phase_asc ON public.tracking_session USING btree (array_position('{unclassified,transition,accumulation,markup,distribution,markdown}'::text[], current_primary_phase), id DESC);
CREATE INDEX tracking_session_phase_desc ON public.tracking_session USING btree (array_position('{unclassified,transition,accumulation,markup,distribution,markdown}'::text[], current_primary_phase) DESC NULLS LAST, id DESC);
CREATE INDEX tracking_session_priority_asc ON public.tracking_session USING btree (priority, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tracking_session_priority_desc ON public.tracking_session USING btree (priority DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER session_count_delete AFTER DELETE ON tracking_session REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();
CREATE TRIGGER session_count_insert AFTER INSERT ON tracking_session REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();
CREATE TRIGGER session_count_truncate AFTER TRUNCATE ON tracking_session FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();
CREATE TRIGGER session_count_update AFTER UPDATE OF ended_at, deleted_at ON tracking_session FOR EACH ROW WHEN ((old.ended_at IS NULL) <> (new.ended_at IS NULL) OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION count_sessions();

create table tushare_budget (
  token_hash text collate "C" not null,
  next_call_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  day date not null,
  day_calls integer not null,
  constraint tushare_budget_pkey PRIMARY KEY (token_hash),
  constraint tushare_budget_day_calls_check CHECK (day_calls >= 0)
);

create table tushare_closed_api (
  token_hash text collate "C" not null,
  api text collate "C" not null,
  until timestamp with time zone not null,
  raw text not null,
  constraint tushare_closed_api_pkey PRIMARY KEY (token_hash, api)
);

create table unmatched_code (
  code text collate "C" not null,
  last_listed_on date not null,
  constraint unmatched_code_pkey PRIMARY KEY (code)
);

create table upload (
  id bigint generated always as identity not null,
  user_id bigint not null,
  completed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  bytes bigint,
  digest text collate "C",
  job_id bigint,
  constraint upload_pkey PRIMARY KEY (id),
  constraint upload_bytes_check CHECK (bytes > 0),
  constraint upload_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint upload_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX upload_created_at ON public.upload USING btree (created_at);
CREATE INDEX upload_user ON public.upload USING btree (user_id);

create table upload_chunk (
  upload_id bigint not null,
  chunk_no integer not null,
  bytes bytea not null,
  constraint upload_chunk_pkey PRIMARY KEY (upload_id, chunk_no),
  constraint upload_chunk_upload_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);

create table user_setting (
  user_id bigint not null,
  key text collate "C" not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint user_setting_pkey PRIMARY KEY (user_id, key),
  constraint user_setting_key_check CHECK (key ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint user_setting_value_check CHECK (jsonb_typeof(value) = 'object'::text),
  constraint user_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table watchlist_item (
  user_id bigint not null,
  code text collate "C" not null,
  note text,
  created_at timestamp with time zone default now() not null,
  constraint watchlist_item_pkey PRIMARY KEY (user_id, code),
  constraint watchlist_item_code_check CHECK (code ~ '^[0-9]{6}$'::text),
  constraint watchlist_item_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table weekly_record (
  id bigint generated always as identity not null,
  session_id bigint not null,
  week_start date not null,
  week_end_date date not null,
  supply_demand text,
  align_flag text,
  primary_phase_hint text,
  cycle_sub_tags text[] default '{}'::text[] not null,
  cycle_events text[] default '{}'::text[] not null,
  evidence_note text,
  manual_remark_history jsonb default '[]'::jsonb not null,
  origin text default 'manual'::text not null,
  ai_run_id bigint,
  data_through date,
  is_latest boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  evidence jsonb,
  constraint weekly_record_pkey PRIMARY KEY (id),
  constraint weekly_record_align_flag_check CHECK (align_flag = ANY (ARRAY['aligned'::text, 'diverging'::text, 'neutral'::text])),
  constraint weekly_record_events_check CHECK (cardinality(cycle_events) <= 2 AND cycle_events <@ ARRAY['PS'::text, 'SC'::text, 'AR'::text, 'SPRING'::text, 'TSO'::text, 'SOS'::text, 'LPS'::text, 'JAC'::text, 'BU'::text, 'PSY'::text, 'BC'::text, 'ARE'::text, 'UTAD'::text, 'SOW'::text, 'LPSY'::text, 'FTI'::text, 'ST'::text, 'TEST'::text, 'UT'::text, 'EVR'::text, 'SOT'::text]),
  constraint weekly_record_evidence_check CHECK (jsonb_typeof(evidence) = 'object'::text),
  constraint weekly_record_history_check CHECK (jsonb_typeof(manual_remark_history) = 'array'::text),
  constraint weekly_record_latest_check CHECK (NOT is_latest OR deleted_at IS NULL),
  constraint weekly_record_origin_check CHECK (origin = ANY (ARRAY['manual'::text, 'ai'::text])),
  constraint weekly_record_phase_check CHECK (primary_phase_hint = ANY (ARRAY['unclassified'::text, 'transition'::text, 'accumulation'::text, 'markup'::text, 'distribution'::text, 'markdown'::text])),
  constraint weekly_record_supply_demand_check CHECK (supply_demand = ANY (ARRAY['demand_dominant'::text, 'supply_dominant'::text, 'balanced'::text])),
  constraint weekly_record_tags_check CHECK (cardinality(cycle_sub_tags) <= 8 AND cycle_sub_tags <@ ARRAY['phase_a'::text, 'phase_b'::text, 'phase_c'::text, 'phase_d'::text, 'phase_e'::text, 'trading_range'::text, 'reaccumulation'::text, 'redistribution'::text, 'ground_volume'::text, 'volume_dry_up'::text, 'volume_expansion'::text, 'climactic_volume'::text, 'stopping_volume'::text, 'absorption'::text, 'no_demand'::text, 'no_supply'::text, 'effort_no_result'::text, 'ease_of_movement'::text, 'change_of_character'::text, 'shortening_of_thrust'::text, 'breakout'::text, 'breakdown'::text, 'pullback'::text, 'shakeout'::text, 'limit_up'::text, 'limit_down'::text, 'gap_up'::text, 'gap_down'::text, 'one_price_up'::text, 'one_price_down'::text, 'limit_up_opened'::text, 'resumption'::text, 'ex_right'::text, 'st_change'::text, 'new_high_250'::text, 'new_low_250'::text]),
  constraint weekly_record_week_check CHECK (EXTRACT(isodow FROM week_start) = 1::numeric AND week_end_date >= week_start AND week_end_date <= (week_start + 6)),
  constraint weekly_record_ai_run_fkey FOREIGN KEY (ai_run_id) REFERENCES ai_run(id),
  constraint weekly_record_session_fkey FOREIGN KEY (session_id) REFERENCES tracking_session(id)
);
CREATE INDEX weekly_record_ai_run ON public.weekly_record USING btree (ai_run_id) WHERE (ai_run_id IS NOT NULL);
CREATE UNIQUE INDEX weekly_record_one_a_week ON public.weekly_record USING btree (session_id, week_start) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX weekly_record_one_latest ON public.weekly_record USING btree (session_id) WHERE is_latest;

create table weekly_record_version (
  record_id bigint not null,
  version integer not null,
  judgement jsonb not null,
  origin text not null,
  ai_run_id bigint,
  data_through date,
  constraint weekly_record_version_pkey PRIMARY KEY (record_id, version),
  constraint weekly_record_version_judgement_check CHECK (jsonb_typeof(judgement) = 'object'::text),
  constraint weekly_record_version_origin_check CHECK (origin = ANY (ARRAY['manual'::text, 'ai'::text])),
  constraint weekly_record_version_ai_run_fkey FOREIGN KEY (ai_run_id) REFERENCES ai_run(id) ON DELETE SET NULL,
  constraint weekly_record_version_record_fkey FOREIGN KEY (record_id) REFERENCES weekly_record(id) ON DELETE CASCADE
);
CREATE INDEX weekly_record_version_ai_run ON public.weekly_record_version USING btree (ai_run_id) WHERE (ai_run_id IS NOT NULL);

create table worker_heartbeat (
  worker_id uuid not null,
  queues text[] not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  figures jsonb default '{}'::jsonb not null,
  constraint worker_heartbeat_pkey PRIMARY KEY (worker_id),
  constraint worker_heartbeat_figures_check CHECK (jsonb_typeof(figures) = 'object'::text)
);

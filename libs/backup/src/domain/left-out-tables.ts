/**
 * Tables whose rows mean nothing outside of the moment: they are not in a backup and empty after a restore, but for what the
 * restore itself writes.
 *
 * - `login`: a login that was ended after the backup must not live again; everybody signs in once more.
 * - `login_attempt`, `rate_limit`: what was counted in the last minutes.
 * - `worker_heartbeat`: who was alive.
 * - `job_outbox`: wake-ups; every unfinished job gets a new one.
 * - `session_count`: the triggers of sessions write it while their rows are restored.
 */
export const LEFT_OUT_TABLES: readonly string[] = [
  'ai_turn',
  'job_outbox',
  'login',
  'login_attempt',
  'rate_limit',
  'session_count',
  'worker_heartbeat',
];

/** Tables that hold rows as soon as the program has been started once, and nothing that somebody would miss. */
export const STARTED_TABLES: readonly string[] = [
  ...LEFT_OUT_TABLES,
  'ai_budget_day',
  'ai_budget_user_day',
  'backup_run',
  'job',
  'market_state',
  'schedule_run',
  'tushare_budget',
  'tushare_closed_api',
];

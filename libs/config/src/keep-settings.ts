import type { EnvReader } from './env-reader';

/**
 * What is deleted after some days, its setting and the days if it is not set. `older`: the setting's name in earlier builds,
 * which still counts.
 */
export const KEEP_SETTINGS = {
  jobs: { setting: 'KEEP_JOBS_DAYS', days: 30, older: 'JOB_RETENTION_DAYS' },
  scans: { setting: 'KEEP_SCANS_DAYS', days: 400 },
  studies: { setting: 'KEEP_STUDIES_DAYS', days: 400 },
  rejectedRows: { setting: 'KEEP_REJECTED_ROWS_DAYS', days: 90 },
  imports: { setting: 'KEEP_IMPORTS_DAYS', days: 400 },
  importChanges: { setting: 'KEEP_IMPORT_CHANGES_DAYS', days: 30 },
  keywordHistory: { setting: 'KEEP_KEYWORD_HISTORY_DAYS', days: 1100 },
  aiTexts: { setting: 'KEEP_AI_TEXTS_DAYS', days: 365, older: 'AI_RAW_RETENTION_DAYS' },
  runs: { setting: 'KEEP_RUNS_DAYS', days: 1100 },
  loginAttempts: { setting: 'KEEP_LOGIN_ATTEMPTS_DAYS', days: 30 },
  revokedKeys: { setting: 'KEEP_REVOKED_KEYS_DAYS', days: 400 },
  scheduleMarks: { setting: 'KEEP_SCHEDULE_MARKS_DAYS', days: 400 },
  auditEvents: { setting: 'KEEP_AUDIT_EVENTS_DAYS', days: 400 },
  events: { setting: 'KEEP_EVENTS_DAYS', days: 90 },
  mcpCalls: { setting: 'KEEP_MCP_CALLS_DAYS', days: 90 },
  chips: { setting: 'KEEP_CHIPS_DAYS', days: 400 },
} as const satisfies Record<string, { setting: string; days: number; older?: string }>;

export type KeepKey = keyof typeof KEEP_SETTINGS;

/** Days for which each kind of row is kept. */
export type KeepDays = Readonly<Record<KeepKey, number>>;

const BOUNDS = { min: 1, max: 36_500 };

export function keepDays(reader: EnvReader): KeepDays {
  const days = (key: KeepKey): number => {
    const { setting, days: fallback, ...rest } = KEEP_SETTINGS[key];
    const earlier = 'older' in rest ? reader.integer(rest.older, { ...BOUNDS, fallback }) : fallback;
    return reader.integer(setting, { ...BOUNDS, fallback: earlier });
  };
  return Object.fromEntries(Object.keys(KEEP_SETTINGS).map((key) => [key, days(key as KeepKey)])) as Record<
    KeepKey,
    number
  >;
}

/** Acts of people that the trail tells, as `<subject>.<what was done>`. */
export const AUDIT_ACTIONS = [
  'login.failed',
  'user.created',
  'user.role_changed',
  'user.password_changed',
  'user.disabled',
  'user.enabled',
  'api_key.created',
  'api_key.revoked',
  'market.import_started',
  'market.sync_started',
  'scan.started',
  'scan.cancelled',
  'drain.started',
  'drain.cancelled',
  'drain.continued',
  'replay.started',
  'replay.cancelled',
  'replay.continued',
  'ai_model.created',
  'ai_model.changed',
  'ai_model.deleted',
  'seo.import_started',
  'seo.import_undo_started',
  'seo.keyword_deleted',
  'seo.keyword_restored',
  'seo.backlink_deleted',
  'seo.backlink_restored',
  'backup.completed',
  'backup.failed',
  'database.restored',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * How somebody acts: a login, a personal API key, the command line of the server, the server itself by the clock, or somebody
 * who has not proved who he is.
 */
export const ACTOR_KINDS = ['login', 'api_key', 'command_line', 'server', 'unknown'] as const;

export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The user behind a login or a key. */
  readonly userId: number | null;
  /** His name at the time: the event outlives the user. */
  readonly username: string | null;
  /** The readable part of the key, `sck_<key id>`. */
  readonly keyPrefix: string | null;
}

/** What was done to what. Never holds a password, a key, a token or the content of a file. */
export interface Act {
  readonly action: AuditAction;
  /** Id of the row that it was done to. */
  readonly subjectId?: number | null;
  /** Its name, for a reader: a user's, a key's, a file's. */
  readonly subject?: string | null;
  /** Small facts: a role, scopes, a span of days. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Acts of people in the trail, as `<subject>.<action>`. */
export const AUDIT_ACTIONS = [
  'login.failed',
  'user.created',
  'user.role_changed',
  'user.password_changed',
  'user.disabled',
  'user.enabled',
  'api_key.created',
  'api_key.revoked',
  'calendar_key.created',
  'calendar_key.revoked',
  'market.import_started',
  'market.sync_started',
  'market.source_chosen',
  'scan.started',
  'scan.cancelled',
  'study.started',
  'study.cancelled',
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
 * The kinds of actors: a login, a personal API key, the command line of the server, the server itself by the clock, or a person
 * who is not authenticated.
 */
export const ACTOR_KINDS = ['login', 'api_key', 'command_line', 'server', 'unknown'] as const;

export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The user behind a login or a key. */
  readonly userId: number | null;
  /** Their name at the time: the event outlives the user. */
  readonly username: string | null;
  /** The readable part of the key, `sck_<key id>`. */
  readonly keyPrefix: string | null;
}

/** An action and its subject. Never contains a password, a key, a token or the content of a file. */
export interface Act {
  readonly action: AuditAction;
  /** Id of the row that was changed. */
  readonly subjectId?: number | null;
  /** Its name, for a reader: a user's, a key's, a file's. */
  readonly subject?: string | null;
  /** Small facts: a role, scopes, a span of days. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

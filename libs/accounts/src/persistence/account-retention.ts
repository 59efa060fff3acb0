import { daysBack, type RetentionRule } from '#lib/database';

export const ACCOUNT_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'loginAttempts',
    table: 'login_attempt',
    what: 'Failed logins, by account and address',
    expired: daysBack('t.attempted_at'),
  },
  {
    keep: 'loginAttempts',
    table: 'login',
    what: 'Logins that ended',
    expired: daysBack('least(t.expires_at, t.revoked_at)'),
  },
  {
    keep: 'revokedKeys',
    table: 'api_key',
    what: 'API keys that were revoked or expired',
    expired: daysBack('least(t.expires_at, t.revoked_at)'),
  },
];

import { Injectable } from '@nestjs/common';
import { type Act, recordAct } from '#lib/audit-trail';
import { columnNamesOf, columnsOf, Database, prepareStatement, type RowOf } from '#lib/database';
import { AppError } from '#lib/kernel';
import { newApiKey, parseApiKey, prefixOf, sameSecret } from './api-key-secret';
import { DEFAULT_KEY_SCOPES, type KeyScope } from './domain/key-scopes';
import { ADMINISTRATOR_ID, type Identity } from './domain/user';
import { ApiKey } from './persistence/api-key.entity';
import { User } from './persistence/user.entity';

const STORED = {
  id: true,
  keyId: true,
  name: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const;
const COLUMNS = columnsOf(ApiKey, '', STORED);

type KeyRow = RowOf<typeof COLUMNS>;

/** A key as its owner sees it again: never the secret. */
export interface ApiKeyView extends Omit<KeyRow, 'keyId'> {
  /** The readable part of the key, `sck_<key id>`. */
  prefix: string;
}

export interface CreatedApiKey extends ApiKeyView {
  /** The whole key; it can't be shown again. */
  key: string;
}

/** Whom a key names, and what it may do. */
export interface KeyIdentity extends Identity {
  /** The readable part of the key, `sck_<key id>`. */
  keyPrefix: string;
  scopes: readonly KeyScope[];
}

export interface NewKey {
  /** 1 to 100 characters. */
  name: string;
  /** Unset: the key lives until it is revoked. */
  expiresInDays?: number | undefined;
  /** Unset: `read` and `write`. */
  scopes?: readonly KeyScope[] | undefined;
}

/** Rows of one user, dead ones included. */
const MOST_KEYS = 100;

const INSERTED = columnNamesOf(ApiKey, ['keyId', 'secretHash', 'name', 'userId', 'expiresAt', 'scopes']);

/** Runs once a request with a key. */
const IDENTIFY_KEY = prepareStatement<
  Pick<ApiKey, 'id' | 'secretHash' | 'userId' | 'scopes'> & Pick<User, 'username' | 'role'> & { useIsStale: boolean }
>(
  'identify_api_key',
  `select ${columnsOf(ApiKey, 'k', ['id', 'secretHash', 'userId', 'scopes'])}, ${columnsOf(User, 'u', ['username', 'role'])},
     coalesce(k.last_used_at < now() - interval '1 minute', true) as "useIsStale"
   from api_key k join app_user u on u.id = k.user_id
   where k.key_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and u.disabled_at is null`,
);

/** Personal API keys: random, stored as hashes, named, revocable. */
@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /**
   * Makes a key. A user has at most 100; in place of the oldest that was revoked or has expired, a new one may be made.
   * @throws AppError `too_many_keys` where 100 are alive; `admin_scope` where somebody else than user id 1 asks for `admin`,
   * whose routes take no other user's keys.
   */
  async create(userId: number, { name, expiresInDays, scopes = DEFAULT_KEY_SCOPES }: NewKey): Promise<CreatedApiKey> {
    if (scopes.length === 0) {
      const message = 'scopes must name at least one of read, write, admin';
      throw AppError.invalid(message, [{ field: 'scopes', message }]);
    }
    if (scopes.includes('admin') && userId !== ADMINISTRATOR_ID) {
      throw new AppError('forbidden', 'admin_scope', 'only keys of the first administrator can have the scope admin');
    }
    const secret = newApiKey();
    const row = await this.database.transaction(async (tx) => {
      await tx.query('select 1 from app_user where id = $1 for update', [userId]);
      const [kept] = await tx.query<{ count: number }>(
        `with dead as (
           delete from api_key where id in (
             select id from api_key where user_id = $1 and (revoked_at is not null or expires_at <= now())
             order by id limit (select greatest(0, count(*) - $2) from api_key where user_id = $1)
           ) returning id
         )
         select (select count(*) from api_key where user_id = $1)::int - (select count(*) from dead)::int as count`,
        [userId, MOST_KEYS - 1],
      );
      if (kept !== undefined && kept.count >= MOST_KEYS) {
        throw AppError.conflict('too_many_keys', `you have ${MOST_KEYS} API keys; revoke one first`);
      }
      const [made] = await tx.query<KeyRow>(
        `insert into api_key (${INSERTED})
         values ($1, $2, $3, $4, now() + make_interval(days => $5), $6) returning ${COLUMNS}`,
        [secret.keyId, secret.secretHash, name, userId, expiresInDays ?? null, scopes],
      );
      if (made === undefined) throw new Error('the new key was not returned');
      await recordAct(tx, { action: 'api_key.created', ...actOn(made) });
      return made;
    });
    return { ...viewOf(row), key: secret.key };
  }

  /** A user's keys, newest first, revoked ones included. */
  async list(userId: number): Promise<ApiKeyView[]> {
    const keys = this.database.repository(ApiKey);
    const rows = await keys.find({ select: STORED, where: { userId }, order: { id: 'desc' } });
    return rows.map(viewOf);
  }

  /** Ends a key of the user at once; a second time changes nothing. @throws AppError `not_found`. */
  async revoke(userId: number, id: number): Promise<ApiKeyView> {
    const row = await this.database.transaction(async (tx) => {
      const [revoked] = await tx.query<KeyRow>(
        `update api_key set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null returning ${COLUMNS}`,
        [id, userId],
      );
      if (revoked === undefined) return undefined;
      await recordAct(tx, { action: 'api_key.revoked', ...actOn(revoked) });
      return revoked;
    });
    return row === undefined ? this.get(userId, id) : viewOf(row);
  }

  /** @throws AppError `not_found`. */
  private async get(userId: number, id: number): Promise<ApiKeyView> {
    const row = await this.database.repository(ApiKey).findOne({ select: STORED, where: { id, userId } });
    if (row === null) throw AppError.notFound('there is no such API key');
    return viewOf(row);
  }

  /** Whom a key names; `undefined` where it is unknown, wrong, expired, revoked or its user is disabled. */
  async identify(key: string): Promise<KeyIdentity | undefined> {
    const given = parseApiKey(key);
    if (given === undefined) return undefined;
    const [row] = await this.database.query(IDENTIFY_KEY, [given.keyId]);
    if (row === undefined || !sameSecret(row.secretHash, given.secretHash)) return undefined;
    if (row.useIsStale) await this.stampUse(row.id);
    return {
      userId: row.userId,
      username: row.username,
      role: row.role,
      scopes: row.scopes,
      keyPrefix: prefixOf(given.keyId),
    };
  }

  /** At most one write a minute and key, however often the key is used. */
  private async stampUse(id: number): Promise<void> {
    await this.database.query(
      `update api_key set last_used_at = now()
       where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)`,
      [id],
    );
  }
}

function actOn({ id, name, keyId, scopes }: KeyRow): Pick<Act, 'subjectId' | 'subject' | 'details'> {
  return { subjectId: id, subject: name, details: { prefix: prefixOf(keyId), scopes } };
}

function viewOf({ keyId, ...row }: KeyRow): ApiKeyView {
  return { ...row, prefix: prefixOf(keyId) };
}

import { Injectable } from '@nestjs/common';
import { type Act, recordAct } from '#lib/audit-trail';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { createApiKey, parseApiKey, toPrefix, sameSecret } from './api-key-secret';
import { DEFAULT_KEY_SCOPES, type KeyScope } from './domain/key-scopes';
import { ADMINISTRATOR_ID, type Identity } from './domain/user';
import { ApiKey } from './persistence/api-key.entity';
import {
  type ApiKeyRow,
  insertApiKey,
  revokeApiKey,
  selectActiveKey,
  SHOWN_KEY_COLUMNS,
  stampKeyUse,
  trimDeadKeys,
} from './persistence/api-keys.query';
import { lockUser } from './persistence/users.query';

/** A key as lists show it: never the secret. */
export interface ApiKeyView extends Omit<ApiKeyRow, 'keyId'> {
  /** The readable part of the key, `sck_<key id>`. */
  prefix: string;
}

export interface CreatedApiKey extends ApiKeyView {
  /** The whole key; it can't be shown again. */
  key: string;
}

/** The user of a key, and what the key may do. */
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

/** Rows of one user, revoked and expired ones included. */
const MOST_KEYS = 100;

/** Personal API keys: random, stored as hashes, named, revocable. */
@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /**
   * Creates a key. A user has at most 100; a new one may replace the oldest that was revoked or has expired.
   * @throws AppError `too_many_keys` if 100 are active; `admin_scope` if a user other than id 1 requests `admin`, because the
   * routes of administrators accept no other user's keys.
   */
  async create(userId: number, { name, expiresInDays, scopes = DEFAULT_KEY_SCOPES }: NewKey): Promise<CreatedApiKey> {
    if (scopes.length === 0) {
      const message = 'scopes must name at least one of read, write, admin';
      throw AppError.invalid(message, [{ field: 'scopes', message }]);
    }
    if (scopes.includes('admin') && userId !== ADMINISTRATOR_ID) {
      throw new AppError('forbidden', 'admin_scope', 'only keys of the first administrator can have the scope admin');
    }
    const secret = createApiKey();
    const row = await this.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      if ((await trimDeadKeys(tx, userId, MOST_KEYS - 1)) >= MOST_KEYS) {
        throw AppError.conflict('too_many_keys', `you have ${MOST_KEYS} API keys; revoke one first`);
      }
      const { keyId, secretHash } = secret;
      const expires = expiresInDays ?? null;
      const created = await insertApiKey(tx, { keyId, secretHash, name, userId, expiresInDays: expires, scopes });
      await recordAct(tx, { action: 'api_key.created', ...toAct(created) });
      return created;
    });
    return { ...toView(row), key: secret.key };
  }

  /** A user's keys, newest first, revoked ones included. */
  async list(userId: number): Promise<ApiKeyView[]> {
    const keys = this.database.repository(ApiKey);
    const rows = await keys.find({ select: SHOWN_KEY_COLUMNS, where: { userId }, order: { id: 'desc' } });
    return rows.map(toView);
  }

  /** Ends a key of the user at once; a second time changes nothing. @throws AppError `not_found`. */
  async revoke(userId: number, id: number): Promise<ApiKeyView> {
    const row = await this.database.transaction(async (tx) => {
      const revoked = await revokeApiKey(tx, userId, id);
      if (revoked === undefined) return undefined;
      await recordAct(tx, { action: 'api_key.revoked', ...toAct(revoked) });
      return revoked;
    });
    return row === undefined ? this.get(userId, id) : toView(row);
  }

  /** @throws AppError `not_found`. */
  private async get(userId: number, id: number): Promise<ApiKeyView> {
    const row = await this.database.repository(ApiKey).findOne({ select: SHOWN_KEY_COLUMNS, where: { id, userId } });
    if (row === null) throw AppError.notFound('there is no such API key', undefined, { resource: 'api_key' });
    return toView(row);
  }

  /** The user of a key; `undefined` if the key is unknown, wrong, expired or revoked, or its user is disabled. */
  async identify(key: string): Promise<KeyIdentity | undefined> {
    const given = parseApiKey(key);
    if (given === undefined) return undefined;
    const row = await selectActiveKey(this.database, given.keyId);
    if (row === undefined || !sameSecret(row.secretHash, given.secretHash)) return undefined;
    if (row.useIsStale) await stampKeyUse(this.database, row.id);
    return {
      userId: row.userId,
      username: row.username,
      role: row.role,
      scopes: row.scopes,
      keyPrefix: toPrefix(given.keyId),
    };
  }
}

function toAct({ id, name, keyId, scopes }: ApiKeyRow): Pick<Act, 'subjectId' | 'subject' | 'details'> {
  return { subjectId: id, subject: name, details: { prefix: toPrefix(keyId), scopes } };
}

function toView({ keyId, ...row }: ApiKeyRow): ApiKeyView {
  return { ...row, prefix: toPrefix(keyId) };
}

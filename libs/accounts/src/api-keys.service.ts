import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { newApiKey, parseApiKey, prefixOf, sameSecret } from './api-key-secret';
import type { Identity } from './domain/user';

export interface ApiKeyView {
  id: number;
  name: string;
  /** The readable part of the key, `sck_<key id>`. */
  prefix: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

export interface CreatedApiKey extends ApiKeyView {
  /** The whole key; it can't be shown again. */
  key: string;
}

type KeyRow = Omit<ApiKeyView, 'prefix'> & { keyId: string };

const COLUMNS = `id, key_id as "keyId", name, expires_at as "expiresAt", revoked_at as "revokedAt",
  last_used_at as "lastUsedAt", created_at as "createdAt"`;

/** Personal API keys: random, stored as hashes, named, revocable. */
@Injectable()
export class ApiKeysService {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param input `name` of 1 to 100 characters; `expiresInDays` unset: the key lives until it is revoked. */
  async create(userId: number, input: { name: string; expiresInDays?: number | undefined }): Promise<CreatedApiKey> {
    const secret = newApiKey();
    const [row] = await this.database.query<KeyRow>(
      `insert into api_key (key_id, secret_hash, name, user_id, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(days => $5)) returning ${COLUMNS}`,
      [secret.keyId, secret.secretHash, input.name, userId, input.expiresInDays ?? null],
    );
    if (row === undefined) throw new Error('the new key was not returned');
    return { ...viewOf(row), key: secret.key };
  }

  /** A user's keys, newest first, revoked ones included. */
  async list(userId: number): Promise<ApiKeyView[]> {
    const rows = await this.database.query<KeyRow>(
      `select ${COLUMNS} from api_key where user_id = $1 order by id desc`,
      [userId],
    );
    return rows.map(viewOf);
  }

  /** Ends a key of the user at once; a second time changes nothing. @throws AppError `not_found`. */
  async revoke(userId: number, id: number): Promise<ApiKeyView> {
    const [row] = await this.database.query<KeyRow>(
      `update api_key set revoked_at = coalesce(revoked_at, now()) where id = $1 and user_id = $2 returning ${COLUMNS}`,
      [id, userId],
    );
    if (row === undefined) throw AppError.notFound('there is no such API key');
    return viewOf(row);
  }

  /** Whom a key names; `undefined` where it is unknown, wrong, expired, revoked or its user is disabled. */
  async identify(key: string): Promise<Identity | undefined> {
    const given = parseApiKey(key);
    if (given === undefined) return undefined;
    const [row] = await this.database.query<Identity & { id: number; secretHash: Buffer; useIsStale: boolean }>(
      `select k.id, k.secret_hash as "secretHash", u.id as "userId", u.username, u.role,
         coalesce(k.last_used_at < now() - interval '1 minute', true) as "useIsStale"
       from api_key k join app_user u on u.id = k.user_id
       where k.key_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and u.disabled_at is null`,
      [given.keyId],
    );
    if (row === undefined || !sameSecret(row.secretHash, given.secretHash)) return undefined;
    if (row.useIsStale) await this.stampUse(row.id);
    return { userId: row.userId, username: row.username, role: row.role };
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

function viewOf({ keyId, ...row }: KeyRow): ApiKeyView {
  return { ...row, prefix: prefixOf(keyId) };
}

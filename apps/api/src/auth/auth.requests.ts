import { DEFAULT_KEY_SCOPES, KEY_SCOPES, type KeyScope } from '#lib/accounts';
import { IntField, TextField } from '../http';
import { WordListField } from '../http/fields/word-list-field';

export class LoginRequest {
  @TextField({ min: 1, max: 64, example: 'admin' }) username!: string;
  @TextField({ min: 1, max: 200, untrimmed: true, secret: true, example: 'correct horse battery staple' })
  password!: string;
}

export class ChangePasswordRequest {
  @TextField({ min: 1, max: 200, untrimmed: true, secret: true, example: 'correct horse battery staple' })
  current_password!: string;

  @TextField({ min: 10, max: 200, untrimmed: true, secret: true, example: 'seven quiet herons wade' })
  new_password!: string;
}

export class CreateApiKeyRequest {
  @TextField({ min: 1, max: 100, example: 'nightly scan' }) name!: string;
  @IntField({
    min: 1,
    max: 3650,
    optional: true,
    nullable: true,
    description: 'Without it the key lives until revoked',
    example: 90,
  })
  expires_in_days?: number | null;

  @WordListField(KEY_SCOPES, {
    max: KEY_SCOPES.length,
    default: [...DEFAULT_KEY_SCOPES],
    description: 'read: what changes nothing; write: what changes something; admin: routes of administrators',
  })
  scopes!: KeyScope[];
}

import { ApiKeysService, UsersService } from '#lib/accounts';
import type { TestApi } from './test-api';

export interface TestUser {
  id: number;
  token: string;
  apiKey: string;
}

/** A user beside the administrator, with a login and a personal API key. */
export async function createPlainUser(
  api: TestApi,
  username = 'plain',
  role: 'user' | 'admin' = 'user',
): Promise<TestUser> {
  const password = 'a long enough password';
  const user = await api.app.get(UsersService).create({ username, password, role });
  const { key } = await api.app.get(ApiKeysService).create(user.id, { name: 'test' });
  return { id: user.id, token: await api.login({ username, password }), apiKey: key };
}

import { ApiKeysService, ensureAdministrator, UsersService } from '#lib/accounts';
import type { Database } from '#lib/database';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

describe('the accounts store', () => {
  let opened: OpenedDatabase;
  let database: Database;
  let users: UsersService;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 10 });
    ({ database } = opened);
    users = new UsersService(database);
  });
  afterAll(() => opened.remove());

  it('creates one administrator, user 1, however many processes start, and returns the password once', async () => {
    const settings = { username: 'Admin', password: undefined };
    const made = await Promise.all(Array.from({ length: 6 }, () => ensureAdministrator(database, settings)));
    expect(made.filter((one) => one.created)).toHaveLength(1);
    expect(made.filter((one) => one.generatedPassword !== undefined)).toHaveLength(1);
    expect(await users.list()).toMatchObject([{ id: 1, username: 'Admin', role: 'admin', disabledAt: null }]);
    expect(await ensureAdministrator(database, { username: 'other', password: 'another one' })).toEqual({
      created: false,
      generatedPassword: undefined,
    });
  });

  it('numbers other users from 2, and compares names without regard to case', async () => {
    const user = await users.create({ username: ' 张三 ', password: 'long enough', role: 'user' });
    expect(user).toMatchObject({ id: expect.any(Number) as number, username: '张三' });
    expect(user.id).toBeGreaterThan(1);
    await users.create({ username: 'Li.Si', password: 'long enough', role: 'user' });
    await expect(users.create({ username: 'li.si', password: 'long enough', role: 'user' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'username_taken',
    });
    expect((await users.getByUsername('LI.SI')).username).toBe('Li.Si');
  });

  it.each(['', 'a b', 'a\nb', 'x'.repeat(65), '<script>'])('rejects the name %j', async (username) => {
    await expect(users.create({ username, password: 'long enough', role: 'user' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('rejects a short password, and disabling the first administrator', async () => {
    await expect(users.create({ username: 'short', password: '9 letters', role: 'user' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(users.setDisabled('admin', true)).rejects.toMatchObject({ code: 'administrator_needed' });
    expect((await users.getByUsername('admin')).disabledAt).toBeNull();
  });

  it('stores argon2id hashes, and a new one at a reset', async () => {
    const hash = async () =>
      (await database.query<{ hash: string }>(`select password_hash as hash from app_user where username = 'Li.Si'`))[0]
        ?.hash;
    const before = await hash();
    expect(before).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await users.resetPassword('li.si')).toMatch(/^[\w-]{20}$/);
    expect(await hash()).not.toBe(before);
    await expect(users.resetPassword('nobody')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('gives a key an expiry only if requested', async () => {
    const keys = new ApiKeysService(database);
    const lasting = await keys.create(1, { name: 'lasting' });
    const ending = await keys.create(1, { name: 'ending', expiresInDays: 2 });
    expect(lasting.expiresAt).toBeNull();
    expect((ending.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(1.9 * 86_400_000);
    expect((await keys.list(1)).map((key) => key.name)).toEqual(['ending', 'lasting']);
    await expect(keys.revoke(2, lasting.id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await keys.identify(lasting.key)).toEqual({
      ...{ userId: 1, username: 'Admin', role: 'admin' },
      scopes: ['read', 'write'],
      keyPrefix: lasting.prefix,
    });
  });
});

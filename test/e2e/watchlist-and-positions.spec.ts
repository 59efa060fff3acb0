import { randomUUID } from 'node:crypto';
import { ApiKeysService, UsersService } from '#lib/accounts';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const watchlist = '/api/watchlist';
const positions = '/api/positions';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string;

describe("a user's own lists", () => {
  let api: TestApi;
  let bearer: string;

  beforeAll(async () => {
    api = await TestApi.start({ environment: { RATE_LIMIT: 'off' } });
    await putSmallMarket(api.database, { from: '2025-06-02', to: '2025-06-06' }, [
      { code: '000001', name: '平安银行' },
      { code: '600519', name: '贵州茅台' },
    ]);
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    bearer = (await newUser()).bearer;
  });

  const newUser = async () => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    const { id } = await api.app.get(UsersService, { strict: false }).create({ ...user, role: 'user' });
    return { id, bearer: await api.login(user) };
  };
  const call = (method: string, path: string, json?: unknown) =>
    api.call(method, path, { bearer, ...(json === undefined ? {} : { json }) });

  it.each([
    [watchlist, 'watchlist_item', 'code', {}],
    [positions, 'position', 'code, quantity', { quantity: 100 }],
  ])('have pages in %s, and at most 10,000 codes', async (path, table, columns, json) => {
    const { id, bearer: his } = await newUser();
    await api.database.query(
      `insert into ${table} (user_id, ${columns}) select $1, lpad(n::text, 6, '0')${columns === 'code' ? '' : ', 1'}
       from generate_series(1, 10000) n`,
      [id],
    );
    const get = async (query: string) =>
      (await api.call('GET', `${path}${query}`, { bearer: his })).body.data as {
        items: { code: string }[];
        total: number;
      };
    const first = await get('');
    expect([first.items.length, first.total]).toEqual([200, 10_000]);
    expect((await get('?limit=2&offset=9999')).items.map(({ code }) => code)).toEqual(['010000']);
    expect((await get('?limit=9999')).items).toHaveLength(200);
    const refused = await api.call('PUT', `${path}/600519`, { bearer: his, json });
    expect([refused.status, refused.body.code]).toEqual([409, 'list_full']);
    expect((await api.call('PUT', `${path}/000007`, { bearer: his, json })).status).toBe(200);
  });

  describe('contain a watch-list that', () => {
    it('takes codes with a note or without, and lists them by code with their names', async () => {
      const put = await call('PUT', `${watchlist}/600519`, { note: ' waits for\na test ' });
      expect(put.status).toBe(200);
      const item = {
        code: '600519',
        formerCode: null,
        stockName: '贵州茅台',
        note: 'waits for\na test',
        createdAt: INSTANT,
      };
      expect(put.body).toEqual({ success: true, data: item });
      expect((await call('PUT', `${watchlist}/000001`)).body.data).toMatchObject({ note: null });
      expect((await call('PUT', `${watchlist}/830799`, {})).body.data).toMatchObject({ stockName: null, note: null });
      const list = (await call('GET', watchlist)).body.data as { items: { code: string }[]; total: number };
      expect(list.items.map(({ code }) => code)).toEqual(['000001', '600519', '830799']);
      expect(list.items[1]).toEqual(put.body.data);
      expect(list.total).toBe(3);
      expect((await call('GET', `${watchlist}/600519`)).body.data).toEqual(put.body.data);
    });

    it('keeps a note that a PUT leaves out, and clears one that is null or blank', async () => {
      const note = async (json?: unknown) =>
        ((await call('PUT', `${watchlist}/600519`, json)).body.data as { note: string | null }).note;
      expect(await note({ note: 'first' })).toBe('first');
      expect(await note()).toBe('first');
      expect(await note({})).toBe('first');
      expect(await note({ note: null })).toBeNull();
      await note({ note: 'second' });
      expect(await note({ note: '  ' })).toBeNull();
      expect((await call('GET', watchlist)).body.data).toMatchObject({ total: 1 });
    });

    it('folds full-width digits of a path', async () => {
      expect((await call('PUT', `${watchlist}/${encodeURIComponent('６００５１９')}`)).body.data).toMatchObject({
        code: '600519',
      });
    });

    it('removes codes, once', async () => {
      await call('PUT', `${watchlist}/600519`);
      expect((await call('DELETE', `${watchlist}/600519`)).body.data).toEqual({ code: '600519', deleted: true });
      const again = await call('DELETE', `${watchlist}/600519`);
      expect([again.status, again.body.code]).toEqual([404, 'not_found']);
      expect((await call('GET', `${watchlist}/600519`)).status).toBe(404);
      expect((await call('GET', watchlist)).body.data).toEqual({ items: [], total: 0 });
    });

    it.each([
      ['another field', { note: 'x', user_id: 1 }],
      ['a note that is no text', { note: 7 }],
      ['a note that is too long', { note: 'x'.repeat(20_001) }],
      ['a control character', { note: 'a\u0001b' }],
      ['an array', []],
      ['null', null],
    ])('rejects %s', async (_what, json) => {
      expect((await call('PUT', `${watchlist}/600519`, json)).status).toBe(400);
      expect((await call('GET', watchlist)).body.data).toMatchObject({ total: 0 });
    });

    it('survives simultaneous requests with the same code', async () => {
      const replies = await Promise.all(Array.from({ length: 8 }, () => call('PUT', `${watchlist}/600519`)));
      expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
      expect((await call('GET', watchlist)).body.data).toMatchObject({ total: 1 });
    });
  });

  describe('contain positions that', () => {
    it('are replaced whole, listed by code with their names, and removed', async () => {
      const put = await call('PUT', `${positions}/600519`, {
        quantity: 100,
        avg_cost: 1688.5,
        opened_at: '2024-01-05',
      });
      expect(put.status).toBe(200);
      expect(put.body).toMatchObject({
        success: true,
        data: {
          code: '600519',
          formerCode: null,
          stockName: '贵州茅台',
          quantity: 100,
          avgCost: 1688.5,
          openedAt: '2024-01-05',
          updatedAt: INSTANT,
        },
      });
      await call('PUT', `${positions}/000001`, { quantity: 0.5 });
      const list = (await call('GET', positions)).body.data as { items: object[]; total: number };
      expect(list).toMatchObject({
        items: [{ code: '000001', quantity: 0.5, avgCost: null, openedAt: null }, put.body.data],
        total: 2,
      });
      expect((await call('PUT', `${positions}/600519`, { quantity: 200, avg_cost: null })).body.data).toMatchObject({
        quantity: 200,
        avgCost: null,
        openedAt: null,
      });
      expect((await call('GET', `${positions}/600519`)).body.data).toMatchObject({ quantity: 200 });
      expect((await call('DELETE', `${positions}/600519`)).body.data).toEqual({ code: '600519', deleted: true });
      expect((await call('DELETE', `${positions}/600519`)).status).toBe(404);
      expect((await call('GET', `${positions}/600519`)).status).toBe(404);
    });

    it('accept the bounds, and a cost below 0 as brokers show it after sales at a profit', async () => {
      const bounds = { quantity: 1e12, avg_cost: -99_999_999.5, opened_at: '1990-12-19' };
      expect((await call('PUT', `${positions}/600519`, bounds)).body.data).toMatchObject({
        quantity: 1e12,
        avgCost: -99_999_999.5,
      });
    });

    it.each([
      [{}, 'quantity'],
      [{ quantity: 0 }, 'quantity'],
      [{ quantity: -1 }, 'quantity'],
      [{ quantity: 1e12 + 1 }, 'quantity'],
      [{ quantity: '100' }, 'quantity'],
      [{ quantity: null }, 'quantity'],
      [{ quantity: [1] }, 'quantity'],
      [{ quantity: 1, avg_cost: 1e8 + 1 }, 'avg_cost'],
      [{ quantity: 1, avg_cost: -1e8 }, 'avg_cost'],
      [{ quantity: 1, opened_at: '2024-02-30' }, 'opened_at'],
      [{ quantity: 1, opened_at: '2024/1/5' }, 'opened_at'],
      [{ quantity: 1, opened_at: '2999-01-01' }, 'opened_at'],
      [{ quantity: 1, avgCost: 1 }, 'avgCost'],
      [{ quantity: 1, user_id: 1 }, 'user_id'],
    ])('reject %j', async (json, field) => {
      const reply = await call('PUT', `${positions}/600519`, json);
      expect(reply.status).toBe(400);
      expect(reply.body.fields?.map((problem) => problem.field)).toEqual([field]);
      expect((await call('GET', positions)).body.data).toMatchObject({ total: 0 });
    });

    it('need a body', async () => {
      expect((await call('PUT', `${positions}/600519`)).status).toBe(400);
    });
  });

  describe.each([
    [watchlist, {}],
    [positions, { quantity: 5 }],
  ])('%s', (list, body) => {
    it.each(['60051', '6005190', '600519.SH', 'sh600519', '60051x', '%00', '٦٠٠٥١٩'])(
      'rejects the code %s',
      async (code) => {
        const path = `${list}/${code.startsWith('٦') ? encodeURIComponent(code) : code}`;
        for (const [method, json] of [
          ['GET', undefined],
          ['PUT', body],
          ['DELETE', undefined],
        ] as const) {
          const reply = await call(method, path, json);
          expect([method, reply.status]).toEqual([method, 400]);
          expect(reply.body.fields).toMatchObject([{ field: 'code' }]);
        }
      },
    );

    it('belongs to its user, by login and by key: nobody sees, changes or removes another’s', async () => {
      const other = await newUser();
      const key = (await api.app.get(ApiKeysService, { strict: false }).create(other.id, { name: 'test' })).key;
      expect((await call('PUT', `${list}/600519`, body)).status).toBe(200);
      const before = (await call('GET', list)).text;
      const administrator = await api.login();
      for (const foreign of [other.bearer, key, administrator]) {
        expect((await api.call('GET', list, { bearer: foreign })).body.data).toMatchObject({
          items: [],
          total: 0,
        });
        expect((await api.call('GET', `${list}/600519`, { bearer: foreign })).status).toBe(404);
        expect((await api.call('DELETE', `${list}/600519`, { bearer: foreign })).status).toBe(404);
      }
      const json = list === watchlist ? { note: 'theirs' } : { quantity: 7 };
      expect((await api.call('PUT', `${list}/600519`, { bearer: key, json })).status).toBe(200);
      expect((await call('GET', list)).text).toBe(before);
      expect((await api.call('GET', list, { bearer: other.bearer })).body.data).toMatchObject({ items: [json] });
      await api.call('DELETE', `${list}/600519`, { bearer: other.bearer });
      expect((await call('GET', list)).text).toBe(before);
    });

    it('requires a credential, and accepts no query', async () => {
      for (const [method, path] of [
        ['GET', list],
        ['GET', `${list}/600519`],
        ['PUT', `${list}/600519`],
        ['DELETE', `${list}/600519`],
      ] as const) {
        expect([method, (await api.call(method, path)).status]).toEqual([method, 401]);
      }
      expect((await call('GET', `${list}?user_id=1`)).body.fields).toMatchObject([{ field: 'user_id' }]);
      expect((await call('POST', list, body)).status).toBe(405);
    });
  });
});

import { OPERATIONS, pathOf } from '../support/openapi/openapi-operations';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

/** Tables in which every visit leaves a trace, by purpose: when a key was last used, how often somebody asked. */
const VISITED = ['api_key', 'login_attempt', 'rate_limit'];

/** An event stream of a real scan or drain goes on as long as that does. */
const READS = OPERATIONS.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'));

/** A link on a foreign page opens an address with the reader's cookie: no such address may change anything. */
describe('reads by the login cookie', () => {
  let api: TestApi;
  let cookie: string;

  beforeAll(async () => {
    api = await TestApi.start();
    const token = await api.login();
    cookie = `stock_cycle=${token}`;
    await putSmallMarket(api.database, { from: '2025-06-02', to: '2025-12-19' }, [{ code: '600519' }]);
    const json = { code: '600519', entry_date: '2025-12-01' };
    expect((await api.call('POST', '/api/stock-cycle/sessions', { bearer: token, json })).status).toBe(200);
    expect((await api.call('PUT', '/api/watchlist/600519', { bearer: token, json: {} })).status).toBe(200);
  });
  afterAll(() => api.stop());

  async function contents(): Promise<Record<string, string>> {
    const tables = await api.database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname <> all ($1) order by relname`,
      [VISITED],
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await api.database.query<{ digest: string }>(
        `select count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from "${name}" t`,
      );
      digests[name] = row?.digest ?? '';
    }
    return digests;
  }

  it.each(READS.map((operation) => [operation.name, operation] as const))(
    'by %s change no table',
    async (_name, operation) => {
      const before = await contents();
      const path = pathOf(operation, (name) => (name === 'code' ? '600519' : '1'));
      const queries = [
        '',
        '?limit=5',
        '?start_date=2025-12-01&end_date=2025-12-05',
        '?code=600519',
        '?codes=600519',
        '?delete=1',
      ];
      const statuses: number[] = [];
      for (const query of queries) {
        const headers = { cookie, origin: 'https://evil.example', 'x-http-method-override': 'DELETE' };
        statuses.push((await api.call('GET', `${path}${query}`, { headers, unchecked: true })).status);
        const head = await fetch(`${api.url}${path}${query}`, { method: 'HEAD', headers });
        expect(head.status).toBeLessThan(500);
      }
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect(await contents()).toEqual(before);
    },
  );
});

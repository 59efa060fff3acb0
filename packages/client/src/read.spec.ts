import { createStockCycleClient, readData, readPages } from '../index.js';

const clientOf = (...answers: Response[]) => {
  const urls: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    urls.push(url);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('socket hang up');
    return answer;
  };
  return { urls, client: createStockCycleClient({ baseUrl: 'http://127.0.0.1/', token: 'a token', fetch }) };
};
const html = (status: number): Response => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

it.each([
  ['a proxy’s page', html(502), { status: 502, code: 'unknown', message: 'HTTP 502', fields: [], details: {} }],
  ['a page in place of JSON', html(200), { status: 0, code: 'unreachable' }],
  ['no response', undefined, { status: 0, code: 'unreachable', message: expect.stringContaining('socket hang up') }],
  [
    'a limit',
    Response.json(
      { success: false, error: 'later', code: 'rate_limited' },
      { status: 429, headers: { 'retry-after': '20' } },
    ),
    { status: 429, code: 'rate_limited', message: 'later', retryAfter: 20 },
  ],
  [
    'a date to retry after',
    Response.json({ error: 'no' }, { status: 503, headers: { 'retry-after': 'Fri, 27 Nov 2026 12:00:00 GMT' } }),
    { status: 503, code: 'unknown', retryAfter: null },
  ],
])('%s is an error of the call', async (_what, answer, expected) => {
  const { client } = clientOf(...(answer === undefined ? [] : [answer]));
  const call = readData(client.GET('/api/screens'));
  await expect(call).rejects.toMatchObject({ name: 'StockCycleError', ...expected });
});

it('requests the next page from where the last one ended', async () => {
  const page = (offset: number, hasMore: boolean) =>
    Response.json({ success: true, data: { scans: [], pagination: { total: 3, limit: 2, offset, hasMore } } });
  const { client, urls } = clientOf(page(0, true), page(2, false));
  const pages = readPages((offset) =>
    client.GET('/api/stock-cycle/scans', { params: { query: { limit: 2, offset } } }),
  );
  const offsets: number[] = [];
  for await (const { pagination } of pages) offsets.push(pagination.offset);
  expect(offsets).toEqual([0, 2]);
  expect(urls.map((url) => new URL(url).search)).toEqual(['?limit=2&offset=0', '?limit=2&offset=2']);
});

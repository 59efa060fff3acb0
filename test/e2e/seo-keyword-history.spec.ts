import { emptyTables } from '../support/database/empty-tables';
import { importFile } from '../support/worlds/seo-world';
import { TestService } from '../support/worlds/test-service';

describe('the history of a keyword', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());
  beforeEach(() => emptyTables(service.database, ['seo_keyword', 'seo_import']));

  const idOf = async (keyword: string) => {
    const [row] = await service.database.query<{ id: number }>('select id from seo_keyword where keyword = $1', [
      keyword,
    ]);
    return row?.id ?? 0;
  };
  const history = async (id: number, query = '') =>
    (await service.call('GET', `/api/seo/keywords/${id}/history${query}`)).body.data as {
      items: Record<string, unknown>[];
      pagination: object;
    };

  it('keeps the metrics that a newer import replaced, and their day, the latest first', async () => {
    const header = 'keyword,searchVolume,keywordDifficulty,cpc,asOf';
    const first = await importFile(service, `${header}\nx,1,2,3,2026-01-01\n`, 'kind=keywords');
    const second = await importFile(service, `${header}\nx,10,2,3,2026-02-01\n`, 'kind=keywords');
    const third = await importFile(service, `${header}\nx,10,2,3,2026-03-01\n`, 'kind=keywords');
    const { items, pagination } = await history(await idOf('x'));
    expect(items).toMatchObject([
      { searchVolume: 10, keywordDifficulty: 2, cpc: 3, asOf: '2026-02-01', replacedBy: third.id },
      { searchVolume: 1, keywordDifficulty: 2, cpc: 3, asOf: '2026-01-01', replacedBy: second.id },
    ]);
    expect(items.map(({ storedAt, replacedAt }) => String(storedAt) < String(replacedAt))).toEqual([true, true]);
    expect(items[0]?.['storedAt']).toBe(items[1]?.['replacedAt']);
    expect(pagination).toEqual({ total: 2, totalIsExact: true, limit: 50, offset: 0, hasMore: false });
    expect((await history(await idOf('x'), '?limit=1&offset=1')).items).toMatchObject([{ searchVolume: 1 }]);
    expect(first.report).toMatchObject({ created: 1 });
  });

  it('keeps a site’s own metrics, and nothing if a file changes none', async () => {
    const queries = (clicks: number) => `Top queries,Clicks,Impressions,CTR,Position\nlauf,${clicks},100,5%,3.5\n`;
    await importFile(service, queries(5), 'kind=keywords');
    await importFile(service, queries(5), 'kind=keywords');
    await importFile(service, queries(6).replace('lauf', 'LAUF'), 'kind=keywords');
    await importFile(service, queries(6), 'kind=keywords');
    const id = await idOf('lauf');
    expect((await history(id)).items).toMatchObject([{ clicks: 5, impressions: 100, ctr: 5, position: 3.5 }]);
    await importFile(service, 'keyword\nbare\n', 'kind=keywords');
    await importFile(service, 'keyword,kws\nbare,1\n', 'kind=keywords');
    expect((await history(await idOf('bare'))).items).toEqual([]);
    expect((await service.call('GET', '/api/seo/keywords/987654/history')).status).toBe(404);
  });

  it('keeps nothing from a dry run, and is removed with its keyword', async () => {
    await importFile(service, 'keyword,kws\nx,1\n', 'kind=keywords');
    await importFile(service, 'keyword,kws\nx,2\n', 'kind=keywords&dry_run=true');
    expect((await history(await idOf('x'))).items).toEqual([]);
    await importFile(service, 'keyword,kws\nx,2\n', 'kind=keywords');
    await service.database.query('delete from seo_keyword');
    expect(await service.database.query('select from seo_keyword_history')).toEqual([]);
  });
});

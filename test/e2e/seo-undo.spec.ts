import { SeoImportsService } from '#lib/seo';
import { emptyTables } from '../support/database/empty-tables';
import { endOfImport, importFile, type SeoImportView } from '../support/worlds/seo-world';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

describe('the undo of an import', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.database, [
      'seo_keyword',
      'seo_trend',
      'seo_trend_row',
      'seo_backlink',
      'seo_competitor',
      'seo_import',
    ]),
  );

  const rows = <Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []) =>
    service.database.query<Row>(sql, parameters);
  const ask = (importId: number) => service.call('POST', `/api/admin/imports/${importId}/undo`);
  const view = async (importId: number) =>
    (await service.call('GET', `/api/admin/imports/${importId}`)).body.data as SeoImportView;

  async function undo({ id }: SeoImportView): Promise<SeoImportView['undo']> {
    const reply = await ask(id);
    expect([reply.status, reply.body.data]).toEqual([
      202,
      { importId: id, jobId: expect.any(Number) as number, statusUrl: `/api/admin/imports/${id}` },
    ]);
    await until('the undo ends', 60_000, async () => {
      const { undo: state } = await view(id);
      return state?.state === 'completed' || state?.state === 'failed';
    });
    return (await view(id)).undo;
  }

  /** Everything that the store holds of a kind. */
  const TABLES = {
    keywords: ['seo_keyword', 'seo_keyword_history'],
    backlinks: ['seo_backlink'],
    trends: ['seo_trend', 'seo_trend_row'],
    competitors: ['seo_competitor'],
  };
  const all = (kind: keyof typeof TABLES) =>
    Promise.all(TABLES[kind].map((table) => rows(`select to_jsonb(t) as row from ${table} t order by t::text`)));

  it.each([
    [
      'keywords',
      'keyword,searchVolume,cpc,cpcCurrency,asOf\nstays,1,0.1,EUR,2026-01-02\nchanges,2,,,\n',
      'keyword,searchVolume,cpc,cpcCurrency,asOf\nstays,1,0.1,EUR,2026-01-02\nChanges,3,0.25,USD,2026-02-03\nnew,4,,,\n',
      { restored: 1, removed: 1, kept: 0 },
    ],
    [
      'backlinks',
      'fromUrl,toUrl,anchor,createdAt\nhttps://a.example/,https://me.example/1,x,2026-01-02T03:04:05.678Z\nhttps://b.example/,,y,\n',
      'fromUrl,toUrl,anchor,is_deleted\nhttps://a.example/,https://me.example/2,x,\nhttps://b.example/,https://me.example/1,z,true\nhttps://c.example/,,,\n',
      { restored: 1, removed: 2, kept: 0 },
    ],
    [
      'trends',
      'keyword,period,query,trendsValue,collectedAt,trendDate\nai,past_4_hours,art,12,,\nai,past_4_hours,music,3,2026-01-02T00:00:00Z,\n',
      'keyword,period,query,trendsValue,collectedAt,trendDate\nai,past_4_hours,art,99,,\nai,past_4_hours,music,4,2026-01-02T00:00:00Z,\nai,past_4_hours,film,5,,\nother,,x,Breakout,,\n',
      { restored: 2, removed: 2, kept: 0 },
    ],
    [
      'competitors',
      'domain,name,bounceRate,createdDate\na.example.com,A,45.5,2020-02-29\n',
      'domain,name,bounceRate\na.example.com,B,\nb.example.com,C,1\n',
      { restored: 1, removed: 1, kept: 0 },
    ],
  ] as const)('restores the %s as they were before', async (kind, first, second, counts) => {
    await importFile(service, first, `kind=${kind}`);
    const before = await all(kind);
    const done = await importFile(service, second, `kind=${kind}`);
    expect(done).toMatchObject({ undo: null, undoRefusal: null });
    expect(await all(kind)).not.toEqual(before);
    expect(await undo(done)).toMatchObject({ state: 'completed', ...counts, error: null });
    expect(await all(kind)).toEqual(before);
    expect(await rows('select from seo_import_change where import_id = $1', [done.id])).toEqual([]);
    expect(await view(done.id)).toMatchObject({ undoRefusal: 'import_already_undone' });
  });

  it('keeps what a person or a later import changed since, and counts it', async () => {
    const first = await importFile(service, 'keyword,searchVolume\na,1\nb,1\nc,1\nd,1\n', 'kind=keywords');
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(`select id from seo_keyword where keyword = 'b'`);
    await service.call('DELETE', `/api/seo/keywords/${id}`);
    await importFile(service, 'keyword,searchVolume\nc,2\nd,1\n', 'kind=keywords');
    await importFile(service, 'keyword,query,trendsValue\nlinked,x,1\n', 'kind=trends');
    const [trend] = await rows<{ id: number }>('select id from seo_trend');
    const [a] = await rows<{ id: number }>(`select id from seo_keyword where keyword = 'a'`);
    await service.call('PATCH', `/api/seo/trends/${trend?.id ?? 0}`, { json: { keyword_id: a?.id } });
    expect(await undo(first)).toMatchObject({ restored: 0, removed: 1, kept: 3 });
    expect(await rows('select keyword, search_volume as volume from seo_keyword order by 1')).toEqual([
      { keyword: 'a', volume: 1 },
      { keyword: 'b', volume: 1 },
      { keyword: 'c', volume: 2 },
    ]);
  });

  it('is possible one import after the other, the last one first', async () => {
    const states = ['keyword,searchVolume\nx,1\n', 'keyword,searchVolume\nx,2\n', 'keyword,searchVolume\nx,3\ny,1\n'];
    const done: SeoImportView[] = [];
    for (const text of states) done.push(await importFile(service, text, 'kind=keywords'));
    const volumes = async () =>
      (await rows<{ volume: number }>('select search_volume as volume from seo_keyword order by keyword')).map(
        ({ volume }) => volume,
      );
    for (const left of [[2], [1], []]) {
      const last = done.pop();
      if (last !== undefined) expect(await undo(last)).toMatchObject({ kept: 0 });
      expect(await volumes()).toEqual(left);
    }
  });

  it('keeps a trend whose row was changed since, with what is left of it', async () => {
    const list = (...cells: string[]) => `keyword,query,trendsValue\n${cells.map((one) => `seed,${one}`).join('\n')}\n`;
    const first = await importFile(service, list('a,1', 'b,1'), 'kind=trends');
    await importFile(service, list('a,2'), 'kind=trends');
    expect(await undo(first)).toMatchObject({ restored: 0, removed: 1, kept: 1 });
    expect(
      await rows(
        'select t.keyword_count as count, r.query, r.trends_value as value from seo_trend t join seo_trend_row r on r.trend_id = t.id',
      ),
    ).toEqual([{ count: 1, query: 'a', value: 2 }]);
  });

  it('is rejected with its reason, and changes nothing', async () => {
    const refused = async (importId: number) => {
      const { status, body } = await ask(importId);
      return [status, body.code];
    };
    expect(await refused(987_654)).toEqual([404, 'not_found']);
    const dry = await importFile(service, 'keyword\nx\n', 'kind=keywords&dry_run=true');
    expect(await refused(dry.id)).toEqual([409, 'import_was_dry']);
    const done = await importFile(service, 'keyword,kws\nx,1\n', 'kind=keywords');
    await rows('update seo_import set logged = 0 where id = $1', [done.id]);
    expect(await refused(done.id)).toEqual([409, 'import_changes_unknown']);
    await rows(`update seo_import set logged = 1, finished_at = now() - interval '31 days' where id = $1`, [done.id]);
    expect(await refused(done.id)).toEqual([409, 'import_changes_pruned']);
    expect(await view(done.id)).toMatchObject({ undoRefusal: 'import_changes_pruned' });
    await rows('update seo_import set finished_at = now() where id = $1', [done.id]);
    await rows('delete from seo_import_change where import_id = $1', [done.id]);
    expect(await refused(done.id)).toEqual([409, 'import_changes_pruned']);
    expect(await rows('select keyword from seo_keyword')).toEqual([{ keyword: 'x' }]);
    const again = await importFile(service, 'keyword,kws\nx,2\n', 'kind=keywords');
    await undo(again);
    expect(await refused(again.id)).toEqual([409, 'import_already_undone']);
  });

  it('happens once if requested twice, and is rejected before the end of the import', async () => {
    const done = await importFile(service, 'keyword\nx\n', 'kind=keywords');
    await service.stopWorker();
    const reply = await service.call('POST', '/api/admin/imports?kind=keywords', {
      raw: 'keyword\ny\n',
      headers: { 'content-type': 'text/csv' },
    });
    const { importId } = reply.body.data as { importId: number };
    expect((await ask(importId)).body).toMatchObject({ code: 'import_not_ended' });
    const [first, second] = await Promise.all([ask(done.id), ask(done.id)]);
    expect([first.status, second.body.data]).toEqual([202, first.body.data]);
    await service.startWorker();
    await endOfImport(service, importId);
    await until('the undo ends', 60_000, async () => (await view(done.id)).undo?.state === 'completed');
    expect(await rows('select keyword from seo_keyword')).toEqual([{ keyword: 'y' }]);
    const acts = await rows(`select subject_id as id from audit_event where action = 'seo.import_undo_started'`);
    expect(acts.filter(({ id }) => Number(id) === done.id)).toHaveLength(1);
  });

  it('is possible for an import that failed halfway', async () => {
    const done = await importFile(service, 'keyword,kws\nx,1\ny,2\n', 'kind=keywords');
    await rows(`update seo_import set status = 'failed', error = 'lost' where id = $1`, [done.id]);
    expect((await service.api.app.get(SeoImportsService, { strict: false }).get(done.id)).state).toBe('failed');
    expect(await undo(done)).toMatchObject({ removed: 2 });
  });
});

import type { Page } from 'playwright-core';
import { importFile, seoFixture } from '../support/worlds/seo-world';
import { createPlainUser } from '../support/worlds/plain-user';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const PATIENCE_MS = 60_000;

const fixture = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(seoFixture(name)) });

describePages('the SEO store’s pages', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
    const keywords = ['keyword,searchVolume,keywordDifficulty,cpc,cpcCurrency,language,market,source'];
    for (let index = 0; index < 60; index += 1)
      keywords.push(`word ${index},${6000 - index},${index},1.5,USD,en,us,own`);
    keywords.push('marathon,90500,61,2.1,USD,en,us,semrush', 'Laufschuhe,60500,41,0.9,EUR,de,de,ahrefs');
    await importFile(web.service, keywords.join('\n'), 'kind=keywords');
    await importFile(web.service, seoFixture('multiTimeline.csv'), 'kind=trends');
    await importFile(web.service, seoFixture('competitors.csv'), 'kind=competitors');
    await importFile(
      web.service,
      'fromUrl,anchor,pageAuthority\nhttps://x.com/a,one,45\nhttps://netflix.com/b,two,40\nhttps://www.x.com/c,three,30\n',
      'kind=backlinks',
    );
  });
  afterAll(() => web.stop());

  const rows = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('tbody tr');

  it.each(['light', 'dark'] as const)('list keywords with facts next to them, %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/seo', { scheme });
    await page.waitForURL(/\/seo\/keywords/);
    await page.getByRole('button', { name: 'marathon' }).click();
    await page.getByRole('heading', { name: 'marathon' }).waitFor();
    await page.getByText('2.10 USD').waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, `seo-keywords-${scheme}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('filter and page keywords by the address', async () => {
    const { page, complaints, close } = await web.visit('/seo/keywords');
    expect(await rows(page, '关键词').count()).toBe(50);
    await page.getByRole('button', { name: '下一页' }).click();
    await page.waitForURL(/offset=50/);
    await until('the second page is there', PATIENCE_MS, async () => (await rows(page, '关键词').count()) === 12);
    await page.getByLabel('语言').fill('de');
    await page.waitForURL(/language=de/);
    await until('one is left', PATIENCE_MS, async () => (await rows(page, '关键词').count()) === 1);
    await page.reload();
    await settled(page);
    expect(await rows(page, '关键词').allInnerTexts()).toEqual([expect.stringContaining('Laufschuhe')]);
    await page.getByLabel('搜索').fill('nothing like it');
    await page.getByText('没有符合条件的记录').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('delete a keyword, undo that, and show and restore deleted ones', async () => {
    const { page, complaints, close } = await web.visit('/seo/keywords?search=word+7');
    await page.getByRole('button', { name: 'word 7', exact: true }).click();
    await page.getByRole('button', { name: '删除' }).click();
    await page.getByText('已删除“word 7”').waitFor();
    await page.getByText('没有符合条件的记录').waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('button', { name: 'word 7', exact: true }).click();
    await page.getByRole('button', { name: '删除' }).click();
    await page.getByText('没有符合条件的记录').waitFor();
    await page.getByRole('checkbox', { name: '看已删除的' }).check();
    await page.getByRole('button', { name: 'word 7', exact: true }).click();
    await page.getByRole('button', { name: '恢复' }).click();
    await page.getByText('已恢复“word 7”').waitFor();
    const [row] = await web.service.database.query<{ deleted: boolean }>(
      `select deleted_at is not null as deleted from seo_keyword where keyword = 'word 7'`,
    );
    expect(row).toEqual({ deleted: false });
    expect(complaints).toEqual([]);
    await close();
  });

  it('draw a trend, link it to a keyword and unlink it', async () => {
    const { page, complaints, close } = await web.visit('/seo/trends');
    await page.getByRole('button', { name: 'marathon' }).click();
    await page.getByRole('img', { name: 'marathon 的趋势线' }).waitFor();
    await page.getByText('按文字匹配').waitFor();
    await page.getByLabel('查找要关联的关键词').fill('laufschuhe');
    await page.getByRole('button', { name: '关联 Laufschuhe' }).click();
    await page.getByText('已关联“Laufschuhe”').waitFor();
    await page.getByText('Laufschuhe (de, ahrefs) 60,500').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'seo-trends-light');
    await page.getByRole('button', { name: '取消关联' }).click();
    await page.getByText('按文字匹配').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('save the changes of a competitor, name the field of an invalid value, and undo a save', async () => {
    const { page, complaints, close } = await web.visit('/seo/competitors', { expectStatuses: [400], scheme: 'dark' });
    await page.getByRole('button', { name: 'shop.example' }).click();
    const bounce = page.getByLabel('跳出率 %');
    expect(await bounce.inputValue()).toBe('45.2');
    expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
    await bounce.fill('lots');
    await page.getByLabel('标签').fill('');
    await page.getByRole('button', { name: '保存' }).click();
    await until('the field says it', PATIENCE_MS, async () => (await bounce.getAttribute('aria-invalid')) === 'true');
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'seo-competitor-refused-dark');
    await bounce.fill('50%');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: '保存' }).click();
    expect((await sent).postDataJSON()).toEqual({ domain: 'shop.example', bounceRate: '50%', tags: null });
    await page.getByText('已保存 shop.example').waitFor();
    const stored = () =>
      web.service.database.query<object>(
        `select bounce_rate, tags, name from seo_competitor where domain = 'shop.example'`,
      );
    expect(await stored()).toEqual([{ bounce_rate: 50, tags: null, name: 'The Shop' }]);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已撤销').waitFor();
    expect(await stored()).toEqual([{ bounce_rate: 45.2, tags: 'a,b', name: 'The Shop' }]);

    await page.getByRole('button', { name: '新增竞品' }).click();
    await page.getByLabel('域名', { exact: true }).fill('localhost');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('域名', { exact: true }).fill('https://www.new.example/x');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('heading', { name: 'new.example' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('find backlinks of one host only, and export them', async () => {
    const { page, complaints, close } = await web.visit('/seo/backlinks?search=x.com');
    expect(await rows(page, '外链').count()).toBe(3);
    await page.getByLabel('匹配方式').selectOption('host');
    await until('of the host alone', PATIENCE_MS, async () => (await rows(page, '外链').count()) === 2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出 CSV' }).click();
    expect((await download).suggestedFilename()).toBe('backlinks.csv');
    await page.getByRole('button', { name: 'https://x.com/a' }).click();
    await page.getByRole('button', { name: '删除' }).click();
    await until('it is gone', PATIENCE_MS, async () => (await rows(page, '外链').count()) === 1);
    await page.getByRole('button', { name: '撤销' }).click();
    await until('it is back', PATIENCE_MS, async () => (await rows(page, '外链').count()) === 2);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['keywords', 'ahrefs-keywords-2026.csv', 'Volume'],
    ['backlinks', 'semrush-backlinks.csv', 'Source url'],
    ['competitors', 'competitors.csv', 'PAGES PER VISIT'],
    ['trends', 'trends.csv', 'trendsValue'],
  ])('import %s in three steps', async (kind, file, column) => {
    const { page, complaints, close } = await web.visit('/seo/imports');
    await page.getByLabel('内容').selectOption(kind);
    await page.getByRole('button', { name: '上传并预览' }).click();
    await page.getByText('先选择一个文件').waitFor();
    await page.locator('input[type=file]').setInputFiles(fixture(file));
    await page.getByRole('button', { name: '上传并预览' }).click();
    await page.waitForURL(/preview=\d+/);
    await page.getByText('预览，没有写入').waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('cell', { name: column, exact: true }).waitFor();
    await until('the list knows that it has ended', PATIENCE_MS, async () =>
      (await rows(page, '导入记录').first().innerText()).includes('完成'),
    );
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, `seo-import-${kind}`);
    await page.getByRole('button', { name: '确认导入' }).click();
    await page.waitForURL(/import=\d+/);
    await page.getByRole('button', { name: '再导入一个文件' }).waitFor({ timeout: PATIENCE_MS });
    await page.reload();
    await page.getByRole('button', { name: '再导入一个文件' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('list rejected rows with their lines, download them, and explain why a file is unusable', async () => {
    const { page, complaints, close } = await web.visit('/seo/imports');
    await page.getByLabel('内容').selectOption('competitors');
    await page.locator('input[type=file]').setInputFiles(fixture('competitors.csv'));
    await page.getByRole('button', { name: '上传并预览' }).click();
    await page.getByText('拒绝的行 2').first().waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('row', { name: /^4 domain must be a domain/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载拒绝的行' }).click();
    expect((await download).suggestedFilename()).toMatch(/^import-\d+-rejected\.csv$/);
    await page.reload();
    await page.getByText('页面重新打开过').waitFor();
    await page.getByRole('button', { name: '重新选择' }).click();
    await page.getByLabel('内容').selectOption('trends');
    await page.locator('input[type=file]').setInputFiles(fixture('relatedQueries.csv'));
    await page.getByRole('button', { name: '上传并预览' }).click();
    await page.getByText('没有导入').waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('button', { name: '重新选择' }).click();
    await page.getByLabel('内容').selectOption('trends');
    await page.locator('input[type=file]').setInputFiles(fixture('relatedQueries.csv'));
    await page.getByLabel('种子关键词').fill('marathon');
    await page.getByRole('button', { name: '上传并预览' }).click();
    await page.getByRole('button', { name: '确认导入' }).waitFor({ timeout: PATIENCE_MS });
    expect(complaints).toEqual([]);
    await close();
  });

  it('show a keyword’s earlier metrics, and undo an import that replaced them', async () => {
    const volumes = (volume: number, asOf: string) =>
      importFile(web.service, `keyword,searchVolume,asOf\ntreadmill,${volume},${asOf}\n`, 'kind=keywords');
    await volumes(100, '2026-01-02');
    await volumes(250, '2026-02-03');
    const { id } = await volumes(9000, '2026-03-04');
    const { page, complaints, close } = await web.visit('/seo/keywords?search=treadmill');
    await page.getByRole('button', { name: 'treadmill' }).click();
    await page.getByRole('img', { name: 'treadmill 的搜索量' }).waitFor();
    const earlier = () => rows(page, '历史数据').locator('td:first-child').allInnerTexts();
    expect(await earlier()).toEqual(['2026-02-03', '2026-01-02']);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'seo-keyword-history-light');

    await page.goto(`${web.url}/seo/imports?import=${id}`);
    await page.getByRole('button', { name: '撤销这次导入' }).click();
    await page.getByRole('button', { name: '不撤销' }).click();
    await page.getByRole('button', { name: '撤销这次导入' }).click();
    await page.getByRole('button', { name: '确认撤销' }).click();
    const undone = page.getByText('已撤销：移除 0 条，恢复 1 条，之后改过而保留 0 条。');
    await undone.waitFor({ timeout: PATIENCE_MS });
    await page.reload();
    await undone.waitFor();
    expect(await page.getByRole('button', { name: '撤销这次导入' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'seo-import-undone-light');
    await page.goto(`${web.url}/seo/keywords?search=treadmill`);
    await page.getByRole('button', { name: 'treadmill' }).click();
    await until('the figures from before are back', PATIENCE_MS, async () => (await earlier()).length === 1);
    expect(await earlier()).toEqual(['2026-01-02']);
    await rows(page, '关键词').getByText('250').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('are for administrators only', async () => {
    await createPlainUser(web.service.api, 'reader');
    const user = { username: 'reader', password: 'a long enough password' };
    const { page, complaints, close } = await web.visit('/seo/keywords', { user });
    await page.getByText('只有管理员可以查看').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('fit a phone, in English', async () => {
    const { page, complaints, close } = await web.visit('/seo/keywords', { viewport: PHONE, language: 'en' });
    await page.getByRole('button', { name: 'marathon' }).click();
    await page.getByRole('heading', { name: 'marathon' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'seo-phone');
    await page.goto(`${web.url}/seo/imports`);
    await settled(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await web.shot(page, 'seo-imports-phone');
    expect(complaints).toEqual([]);
    await close();
  });
});

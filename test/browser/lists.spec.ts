import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

describePages('the lists that replace a spreadsheet', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const codesOf = async (path: string): Promise<string[]> => {
    const { items } = (await web.service.call('GET', path)).body.data as { items: { code: string }[] };
    return items.map(({ code }) => code);
  };
  const headsOf = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();
  const download = async (page: Page): Promise<{ name: string; lines: string[] }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    return { name: file.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
  };

  it('have columns that are chosen and ordered, and sort by what they show', async () => {
    const { page, complaints, close } = await web.visit('/sessions?status=open');
    const chip = page.getByRole('button', { name: /^列/ });
    await chip.click();
    const menu = page.getByRole('dialog', { name: '列' });
    await menu.getByLabel('行业', { exact: true }).check();
    await menu.getByLabel('来源', { exact: true }).uncheck();
    await menu.getByRole('button', { name: '阶段 后移' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'sessions-columns');
    await page.keyboard.press('Escape');
    const heads = (await headsOf(page)).map((head) => head.replace(/[↑↓]/, '').trim());
    expect(heads).toEqual(expect.arrayContaining(['今日', '换手', '量比', '行业']));
    expect(heads).not.toContain('来源');
    expect(heads.indexOf('AI')).toBeLessThan(heads.indexOf('阶段'));
    await page.reload();
    await settled(page);
    expect((await headsOf(page)).map((head) => head.replace(/[↑↓]/, '').trim())).toEqual(heads);

    await page.getByRole('columnheader', { name: '今日' }).getByRole('button').click();
    await page.waitForURL(/sort=change_pct/);
    await settled(page);
    const { sessions } = (
      await web.service.call('GET', '/api/stock-cycle/sessions?status=open&sort=change_pct&order=desc&limit=1')
    ).body.data as { sessions: { id: number }[] };
    expect(await page.locator('[role=row][aria-rowindex="2"]').getAttribute('id')).toBe(`session-${sessions[0]?.id}`);
    await web.shot(page, 'sessions-by-change');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['zh', '列', '距失效', /失效$/, 'light'],
    ['en', 'Columns', 'To invalidation', /end the reading$/, 'dark'],
  ] as const)(
    'show how far a price is from where its reading ends, and sort by it, in %s',
    async (language, columns, head, rule, scheme) => {
      const { page, complaints, close } = await web.visit('/sessions?status=open', { language, scheme });
      expect((await headsOf(page)).some((text) => text.includes(head))).toBe(false);
      await page.getByRole('button', { name: new RegExp(`^${columns}`) }).click();
      await page.getByRole('dialog', { name: columns }).getByLabel(head, { exact: true }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: head }).getByRole('button').click();
      await page.waitForURL(/sort=invalidation_distance_pct&order=asc/);
      await settled(page);
      const path = '/api/stock-cycle/sessions?status=open&sort=invalidation_distance_pct&order=asc&limit=1';
      const { sessions } = (await web.service.call('GET', path)).body.data as {
        sessions: { id: number; invalidationDistancePct: number; invalidationAsOf: string }[];
      };
      const [first] = sessions;
      const at = (await headsOf(page)).findIndex((text) => text.includes(head));
      const row = page.locator('[role=row][aria-rowindex="2"]');
      expect(await row.getAttribute('id')).toBe(`session-${first?.id}`);
      const cell = row.getByRole('gridcell').nth(at);
      expect(await cell.innerText()).toContain(Math.abs(first?.invalidationDistancePct ?? 0).toFixed(2));
      await cell.locator('[data-provenance]').hover();
      const tip = page.getByRole('tooltip');
      await tip.getByText(rule).first().waitFor();
      await tip.getByText(String(first?.invalidationAsOf)).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await web.shot(page, `sessions-invalidation-${language}`);
      await page.getByRole('button', { name: new RegExp(`^${columns}`) }).click();
      await page.getByRole('dialog', { name: columns }).getByLabel(head, { exact: true }).uncheck();
      await until('it is hidden', 30_000, async () => !(await headsOf(page)).some((text) => text.includes(head)));
      await settled(page);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('show on a phone the figure that they are sorted by', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { viewport: PHONE });
    const card = page.getByRole('region', { name: '跟踪列表' }).getByRole('button').first();
    await card.getByText('较入场').waitFor();
    await page.goto(`${web.url}/sessions?sort=invalidation_distance_pct&order=asc`);
    await card.getByText('距失效').waitFor();
    expect(await card.innerText()).toMatch(/距失效\s+(! −)?\d+\.\d\d%/);
    expect(await card.getByText('较入场').count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'sessions-phone-invalidation');
    expect(complaints).toEqual([]);
    await close();
  });

  it('are found by pinyin initials', async () => {
    const [stock] = await web.service.database.query<{ code: string; initials: string }>(
      `select k.code, k.initials from stock k join tracking_session t on t.code = k.code and t.ended_at is null
         and t.deleted_at is null where k.initials is not null order by k.code limit 1`,
    );
    const { page, complaints, close } = await web.visit('/sessions');
    await page.keyboard.press('f');
    await page.keyboard.type(stock?.initials ?? '', { delay: 20 });
    await page.waitForURL(/code=/);
    await settled(page);
    await page.getByRole('gridcell', { name: stock?.code ?? '' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('are downloaded whole as they are filtered and sorted, and copied as a table', async () => {
    const { page, complaints, close } = await web.visit('/sessions?phase=transition&sort=code&order=asc');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { pagination } = (
      await web.service.call('GET', '/api/stock-cycle/sessions?status=open&phase=transition&limit=1')
    ).body.data as { pagination: { total: number } };
    const { name, lines } = await download(page);
    expect(name).toBe('demo-sessions.csv');
    expect(lines).toHaveLength(pagination.total + 1);
    // By the mark spreadsheets know the file's encoding.
    expect(lines[0]).toMatch(/^\ufeffid,code,stockName,/);

    for (const index of [2, 3])
      await page.locator(`[role=row][aria-rowindex="${index}"]`).getByRole('checkbox').click();
    await page.getByRole('button', { name: '复制为表格' }).click();
    await page.getByText('已复制 2 行').waitFor();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()'))
      .split('\n')
      .map((row) => row.split('\t'));
    expect(copied[0]?.slice(0, 2)).toEqual(['代码', '名称']);
    // Its place is that of the user's choice, which the server keeps.
    const phaseAt = copied[0]?.indexOf('阶段') ?? -1;
    expect(copied.slice(1).map(([code]) => code)).toEqual(lines.slice(1, 3).map((line) => line.split(',')[1]));
    expect(copied[1]?.[phaseAt]).toBe('过渡');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('show the holdings with their money, in %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/settings/holdings', { scheme });
    await page.waitForURL(/\/holdings$/);
    await page.getByRole('heading', { level: 1, name: '持仓' }).waitFor();
    const { items, totals } = (await web.service.call('GET', '/api/positions')).body.data as {
      items: { code: string; sessionId: number | null }[];
      totals: { marketValue: number };
    };
    const money = totals.marketValue.toLocaleString('en-US', { minimumFractionDigits: 2 });
    await page.locator('dl', { hasText: '市值' }).getByText(money, { exact: true }).first().waitFor();
    const tracked = items.find(({ sessionId }) => sessionId !== null);
    expect(await page.getByRole('link', { name: tracked?.code }).getAttribute('href')).toBe(
      `/sessions/${tracked?.sessionId}`,
    );
    await page.getByRole('columnheader', { name: '盈亏', exact: true }).getByRole('button').click();
    await page.waitForURL(/sort=profit&order=desc/);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, `holdings-${scheme}`, { fullPage: true });
    if (scheme === 'light') expect((await download(page)).lines).toHaveLength(items.length + 1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show the holdings in English, on a laptop and on a phone', async () => {
    for (const [name, viewport] of [
      ['laptop', { width: 1366, height: 657 }],
      ['phone', PHONE],
    ] as const) {
      const { page, complaints, close } = await web.visit('/holdings', { language: 'en', viewport });
      await page.getByRole('heading', { level: 1, name: 'Holdings' }).waitFor();
      await web.shot(page, `holdings-${name}-en`, { fullPage: true });
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('replace the holdings by a file after a preview, and take it back', async () => {
    const before = await codesOf('/api/positions');
    const [kept = '', ...sold] = before;
    const { page, complaints, close } = await web.visit('/holdings');
    await page.locator('input[type=file]').setInputFiles({
      name: 'whole.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`证券代码,证券数量,成本价\n${kept},12300,8.88\n`),
    });
    await page.getByLabel(/我的全部持仓/).check();
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByText('预览：还没有写入').waitFor();
    const changes = page.getByRole('region', { name: '变动' });
    await changes.getByRole('row', { name: new RegExp(`移除.*${sold[0]}`) }).waitFor();
    await changes.getByRole('row', { name: new RegExp(`更新.*${kept}`) }).waitFor();
    await web.shot(page, 'holdings-replace', { fullPage: true });
    expect(await codesOf('/api/positions')).toEqual(before);
    await page.getByRole('button', { name: `导入并移除 ${sold.length} 只` }).click();
    await page.getByText('✓ 已导入').waitFor();
    expect(await codesOf('/api/positions')).toEqual([kept]);
    await page.getByRole('button', { name: '撤销' }).click();
    await until('all are held again', 30_000, async () => (await codesOf('/api/positions')).join() === before.join());
    expect(complaints).toEqual([]);
    await close();
  });

  it('bring back the ticks, the order and the place of a scan’s hits', async () => {
    const { page, complaints, close } = await web.visit('/scans/1?view=table', {
      viewport: { width: 1366, height: 657 },
    });
    await page.getByRole('columnheader', { name: '成交量' }).getByRole('button').click();
    await page.waitForURL(/sort=volume/);
    await page.getByRole('columnheader', { name: '成交量' }).getByRole('button').click();
    await page.waitForURL(/order=desc/);
    const hits = page.getByRole('region', { name: '命中' });
    const row = hits.getByRole('row').nth(4);
    const box = row.getByRole('checkbox');
    await box.check();
    const code = (await row.getByRole('link').innerText()).trim();
    const content = `document.getElementById('content')`;
    await page.evaluate(`${content}.scrollTo({ top: 500 })`);
    const top = (): Promise<number> => page.evaluate<number>(`${content}.scrollTop`);
    const left = await top();
    expect(left).toBeGreaterThan(100);
    await row.getByRole('link').click();
    await page.waitForURL(/\/sessions\/\d+/);
    await settled(page);
    await page.goBack();
    await page.waitForURL(/\/scans\/1\?/);
    await settled(page);
    await page.getByRole('checkbox', { name: new RegExp(code), checked: true }).waitFor();
    await until('the page stands where it was', 10_000, async () => Math.abs((await top()) - left) < 60);
    expect(new URL(page.url()).search).toContain('order=desc');
    await hits.locator('tr[data-selected]', { hasText: code }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('let the user assign columns if no name matches', async () => {
    const held = await codesOf('/api/positions');
    const [stock] = await web.service.database.query<{ code: string }>(
      'select code from stock where code <> all($1::text[]) order by code limit 1',
      [held],
    );
    const code = stock?.code ?? '';
    const { page, complaints, close } = await web.visit('/holdings', { expectStatuses: [400] });
    await page.locator('input[type=file]').setInputFiles({
      name: 'holdings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`合约,手上,花费\n${code},700,6.54\n`),
    });
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByLabel('证券代码（必需）').selectOption({ label: '合约' });
    await page.getByLabel('持有股数（必需）').selectOption({ label: '手上' });
    await page.getByRole('combobox', { name: '成本价' }).selectOption({ label: '花费' });
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'holdings-columns', { fullPage: true });
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByText('预览：还没有写入').waitFor();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await page.getByText('✓ 已导入').waitFor();
    const reply = await web.service.call('GET', `/api/positions/${code}`);
    expect(reply.body.data).toMatchObject({ quantity: 700, avgCost: 6.54 });
    await web.service.call('DELETE', `/api/positions/${code}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('import holdings by upload: a preview stores nothing, the import does', async () => {
    const before = await codesOf('/api/positions');
    const [stock] = await web.service.database.query<{ code: string }>(
      'select code from stock where code <> all($1::text[]) order by code desc limit 1',
      [before],
    );
    const code = stock?.code ?? '';
    const { page, complaints, close } = await web.visit('/holdings');
    await page.locator('input[type=file]').setInputFiles({
      name: 'holdings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`证券代码,证券数量,成本价\n${code},1200,8.88\n${code},x,9\n`),
    });
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByText('预览：还没有写入').waitFor();
    await page.getByRole('region', { name: '拒绝' }).getByRole('cell', { name: '3' }).waitFor();
    await web.shot(page, 'holdings-import', { fullPage: true });
    expect(await codesOf('/api/positions')).toEqual(before);
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await page.getByText('✓ 已导入').waitFor();
    expect(await codesOf('/api/positions')).toEqual([...before, code].sort());
    expect(complaints).toEqual([]);
    await close();
  });
});

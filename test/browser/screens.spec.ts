import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';
import { countShown, listOf } from './support/session-list';

jest.setTimeout(240_000);

const WAIT_MS = 30_000;

interface Session {
  code: string;
  source: string;
  entryDate: string;
}

describePages('the pages of screens', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const hits = (page: Page) => page.getByRole('region', { name: '命中' }).locator('tbody tr');
  const openSessions = async (source: string): Promise<Session[]> => {
    const { body } = await web.service.call(
      'GET',
      '/api/stock-cycle/sessions?status=open&limit=200&sort=id&order=desc',
    );
    return (body.data as { sessions: Session[] }).sessions.filter((session) => session.source === source);
  };

  async function writeScreen(name: string, formula: string): Promise<string> {
    const { body } = await web.service.call('POST', '/api/screens', { json: { name, formula } });
    return (body.data as { screen: { id: string } }).screen.id;
  }

  it('lists the screens by their source, finds one, and opens it', async () => {
    const { page, complaints, close } = await web.visit('/screens');
    for (const source of ['战术信号库', '自编公式']) await page.getByRole('heading', { name: source }).waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('弹簧');
    await until('one is left', WAIT_MS, async () => (await page.getByRole('heading', { level: 2 }).count()) === 1);
    expect(page.url()).toContain('q=');
    await page.getByRole('link', { name: 'Spring 箱体弹簧' }).click();
    await page.getByText('设好条件后运行').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('runs a screen by key, marks what was changed, and keeps it with the user', async () => {
    const { page, complaints, close } = await web.visit('/screens/top_gainers');
    await page.getByLabel('天数').selectOption('5');
    await page.getByLabel('取前').fill('3');
    await page.getByText('已改 2 项').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/只中命中 3 只/).waitFor();
    expect(await hits(page).count()).toBe(3);
    expect(new URL(page.url()).search).toBe('?day=newest&p.window=5&p.top=3');
    await page.getByRole('img', { name: /走势/ }).first().waitFor();
    await page.reload();
    await page.getByText(/只中命中 3 只/).waitFor();
    await page.goto(`${web.url}/screens/top_gainers`);
    await until(
      'the form has the last values',
      WAIT_MS,
      async () => (await page.getByLabel('取前').inputValue()) === '3',
    );
    await page.getByRole('button', { name: '恢复默认' }).click();
    expect(await page.getByLabel('取前').inputValue()).toBe('50');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the thresholds that count with a template, and runs with one of them changed', async () => {
    const { page, complaints, close } = await web.visit('/screens/fundamental');
    const roe = page.getByLabel('三年每年扣非 ROE ≥（%）');
    const years = page.getByLabel('最近连续亏损年数 ≥（年）');
    await page.getByLabel('最低得分（不用模板）').waitFor();
    expect([await roe.count(), await years.count()]).toEqual([0, 0]);
    await page.getByLabel('模板', { exact: true }).selectOption({ label: '困境反转' });
    await years.waitFor();
    expect(await page.getByLabel('最低得分（不用模板）').count()).toBe(0);
    await page.getByLabel('模板', { exact: true }).selectOption({ label: '白马' });
    await roe.fill('5');
    expect(await page.getByLabel('排雷：质押比例 ≤（%）').count()).toBe(0);
    await page.getByLabel('排雷', { exact: true }).check();
    await page.getByLabel('排雷：质押比例 ≤（%）').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/只中命中 \d+ 只/).waitFor();
    expect(new URL(page.url()).search).toBe('?day=newest&p.template=white_horse&p.roe_min=5&p.exclude_risks=true');
    expect(await hits(page).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: '恢复默认' }).click();
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens sessions for two hits, and takes them back', async () => {
    const { page, complaints, close } = await web.visit('/screens/top_gainers?day=newest&p.top=20');
    await page.getByText(/只中命中 20 只/).waitFor();
    const untracked = hits(page).filter({ hasNotText: '已跟踪' });
    for (const place of [0, 1]) await untracked.nth(place).getByRole('checkbox').check();
    const codes = await Promise.all([0, 1].map((place) => untracked.nth(place).locator('.code').innerText()));
    await page.getByRole('button', { name: '建立跟踪' }).click();
    await page.getByText('已建立 2 个跟踪').waitFor();
    const opened = await openSessions('涨幅榜');
    expect(opened.map(({ code }) => code).sort()).toEqual([...codes].sort());
    expect(opened.every(({ entryDate }) => entryDate === '2026-11-20')).toBe(true);
    await hits(page)
      .filter({ hasText: codes[0] ?? '' })
      .getByText('已跟踪')
      .waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await until('the sessions are gone', WAIT_MS, async () => (await openSessions('涨幅榜')).length === 0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('compares two days, and hands out all hits as a file and as a table', async () => {
    const { page, complaints, close } = await web.visit('/screens/top_gainers?day=newest&p.top=110');
    await page.getByText('100 / 110').waitFor();
    await page.getByRole('button', { name: '再显示 10 只' }).click();
    await page.getByText('110 / 110').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出 CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('top_gainers-2026-11-20.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(111);
    expect(lines[0]).toContain('名次,代码,名称,命中日');
    await page.getByRole('columnheader', { name: '收盘' }).getByRole('button').click();
    await page.waitForURL(/sort=close/);
    const sorted = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出 CSV' }).click();
    const inOrder = (await readFile(await (await sorted).path(), 'utf8')).trim().split('\r\n');
    expect(inOrder.slice(1)).toEqual(
      lines.slice(1).sort((one, other) => Number(other.split(',')[4]) - Number(one.split(',')[4])),
    );
    await page.getByRole('columnheader', { name: '名次' }).getByRole('button').click();
    await page.getByLabel('对比日期').fill('2026-11-19');
    await page.getByText(/与 2026-11-19 相比/).waitFor();
    const text = await page.getByText(/与 2026-11-19 相比/).innerText();
    const [added = 0, kept = 0, gone = 0] = [...text.matchAll(/[，：](?:新增|仍在|离开) (\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect([added + kept, gone + kept]).toEqual([110, 110]);
    await page.getByText(`离开 ${gone}`, { exact: true }).click();
    await page.getByText(`${Math.min(gone, 100)} / ${gone}`).waitFor();
    expect(await hits(page).getByRole('checkbox').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('filters the sessions by a screen, until its chip is removed', async () => {
    const id = await writeScreen('上涨的', 'PCT>0');
    const { page, complaints, close } = await web.visit('/sessions');
    const everything = (await countShown(page)) ?? '';
    await page.getByRole('button', { name: '选股 不限' }).click();
    await page.getByRole('menuitem', { name: '上涨的' }).click();
    await page.waitForURL(new RegExp(`screen=${id}$`));
    await settled(page);
    const { total } = await listOf(web, `status=open&screen=${id}`);
    expect(total).toBeGreaterThan(0);
    expect(await countShown(page)).toBe(everything.replace(/^[\d,]+/, String(total)));
    await page.reload();
    await settled(page);
    const chip = page.getByRole('button', { name: '去掉选股「上涨的」' });
    expect(await chip.innerText()).toMatch(/11-20 命中 \d+ 只/);
    await web.shot(page, 'sessions-by-screen');
    await chip.click();
    await settled(page);
    expect(new URL(page.url()).search).toBe('');
    expect(await countShown(page)).toBe(everything);
    expect(complaints).toEqual([]);
    await close();

    const phone = await web.visit(`/sessions?screen=${id}`, { viewport: PHONE });
    await phone.page.getByRole('button', { name: '去掉选股「上涨的」' }).waitFor();
    await web.shot(phone.page, 'sessions-by-screen-phone');
    await phone.page.getByRole('button', { name: '筛选' }).click();
    await phone.page.getByLabel('选股', { exact: true }).selectOption({ label: '不限' });
    await phone.page.getByRole('button', { name: /^看 \d+ 只/ }).click();
    await until('the filter is gone', WAIT_MS, async () => new URL(phone.page.url()).search === '');
    expect(phone.complaints).toEqual([]);
    await phone.close();

    const unknown = await web.visit('/sessions?screen=own_999', { expectStatuses: [404] });
    await unknown.page.getByRole('button', { name: '去掉选股「own_999」' }).click();
    await settled(unknown.page);
    expect(await countShown(unknown.page)).toBe(everything);
    await unknown.close();
    await web.service.call('DELETE', `/api/screens/${id}`);
  });

  it('marks the days on which a screen found the stock of a session', async () => {
    const id = await writeScreen('阳线', 'C>O');
    const [session] = (await listOf(web, 'status=open&limit=1')).rows;
    if (session === undefined) throw new Error('the demo has no open session');
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    const choice = page.getByLabel('标记选股');
    expect(await choice.locator('option').allInnerTexts()).not.toContain('涨幅榜');
    await choice.selectOption({ label: '阳线' });
    const chart = page.getByRole('region', { name: 'K 线' });
    await chart.getByText(/ 起 \d+ 天命中$/).waitFor();
    expect(new URL(page.url()).searchParams.get('screen')).toBe(id);
    const bars = (await chart.getByRole('img', { name: /日 K 线/ }).getAttribute('aria-label')) ?? '';
    const [, found = '0'] = /(\d+) 根被选股命中/.exec(bars) ?? [];
    expect(Number(found)).toBeGreaterThan(20);
    expect(await chart.getByText(` ${found} 天命中`).count()).toBe(1);
    await page.reload();
    await chart.getByText(` ${found} 天命中`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'session-marked-screen');
    await choice.selectOption({ label: '标记选股：无' });
    await until('the marks are gone', WAIT_MS, async () => (await chart.getByText('天命中').count()) === 0);
    expect(new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
    await close();

    const phone = await web.visit(`/sessions/${session.id}?screen=${id}`, { viewport: PHONE });
    await phone.page.getByText(` ${found} 天命中`).waitFor();
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await web.shot(phone.page, 'session-marked-screen-phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();

    const refused = await web.visit(`/sessions/${session.id}?screen=top_gainers`, { expectStatuses: [409] });
    await refused.page.getByText('在全市场中取最好的').waitFor();
    await refused.close();
    await web.service.call('DELETE', `/api/screens/${id}`);
  });

  it('sorts all hits by a column, and by rank again', async () => {
    const address = '/screens/top_gainers?day=newest&p.top=110';
    const { page, complaints, close } = await web.visit(address);
    await page.getByText('100 / 110').waitFor();
    const ranks = async () => (await hits(page).locator('td:nth-child(2)').allInnerTexts()).map(Number);
    const by = (name: string) => page.getByRole('columnheader', { name });
    await by('收盘').getByRole('button').click();
    await until('they are sorted', WAIT_MS, async () => (await ranks())[0] !== 1);
    expect(page.url()).toBe(`${web.url}${address}&sort=close&order=desc`);
    expect(await by('收盘').getAttribute('aria-sort')).toBe('descending');
    const { body } = await web.service.call('POST', '/api/screens/top_gainers/run', {
      json: { params: { top: 110 }, limit: 110 },
    });
    const rows = (body.data as { rows: { rank: number; close: number }[] }).rows;
    const expected = rows.toSorted((one, other) => other.close - one.close || one.rank - other.rank);
    expect(await ranks()).toEqual(expected.slice(0, 100).map(({ rank }) => rank));
    await page.getByRole('button', { name: '再显示 10 只' }).click();
    await page.getByText('110 / 110').waitFor();
    expect(await ranks()).toEqual(expected.map(({ rank }) => rank));
    await web.shot(page, 'screen-sorted');
    await page.reload();
    await page.getByText('100 / 110').waitFor();
    await until('they are sorted still', WAIT_MS, async () => (await ranks())[0] === expected[0]?.rank);
    await by('名次').getByRole('button').click();
    await until('they are by rank', WAIT_MS, async () => (await ranks())[0] === 1);
    expect(page.url()).toBe(`${web.url}${address}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says why a day has no hits to show', async () => {
    const { page, close } = await web.visit('/screens/top_gainers?day=2026-11-21', { expectStatuses: [400] });
    await page.getByText(/这一天没有行情/).waitFor();
    await close();
  });

  it('writes a formula: an error is marked, fixed, saved, run and deleted', async () => {
    const { page, complaints, close } = await web.visit('/screens/new');
    const text = page.getByRole('textbox', { name: '公式', exact: true });
    await page.getByLabel('名称').first().fill('测试三连阳');
    await text.click();
    await page.keyboard.type('M5 := MA(C, 5);\nC > M5 AND FOO > 1;');
    await page.getByText('1 处错误').waitFor();
    await page.getByRole('button', { name: '第 2 行第 12 列' }).waitFor();
    expect(await page.locator('[data-wrong]').allInnerTexts()).toEqual(['FOO']);
    expect(await page.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'formula-with-error');
    await page.getByRole('button', { name: '第 2 行第 12 列' }).click();
    await page.keyboard.type('CLO');
    await page.getByRole('option', { name: 'CLOSE' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await text.inputValue()).toBe('M5 := MA(C, 5);\nC > M5 AND CLOSE > 1;');
    await page.getByText('可以运行').waitFor();
    expect(await page.locator('[data-wrong]').count()).toBe(0);
    await page.getByRole('img', { name: /近 20 日/ }).waitFor();
    await page.reload();
    expect(await text.inputValue()).toContain('CLOSE > 1');
    await page.getByText('可以运行').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/screens\/own_\d+\?day=newest/);
    await page.getByText(/只中命中 \d+ 只/).waitFor();
    expect(await hits(page).count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: '修改公式' }).click();
    await page.getByText('第 1 版 · 我的').waitFor();
    await text.fill('C > MA(C, 10);');
    await page.getByText('可以运行').waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('自编公式 · 第 2 版').waitFor();
    await page.getByRole('link', { name: '修改公式' }).click();
    await page.getByRole('region', { name: '第 1 版' }).getByText('CLOSE > 1').waitFor();
    expect(await text.inputValue()).toBe('C > MA(C, 10);');
    await page.getByRole('button', { name: '放回编辑器' }).click();
    await page.getByText('编辑器里是第 1 版').waitFor();
    expect(await text.inputValue()).toBe('M5 := MA(C, 5);\nC > M5 AND CLOSE > 1;');
    await web.shot(page, 'formula-versions');
    await page.getByRole('button', { name: '撤销' }).click();
    await until('it is undone', WAIT_MS, async () => (await text.inputValue()) === 'C > MA(C, 10);');
    await page.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await page.getByText('还没有自编公式').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('starts from a well-known formula, in English on a phone', async () => {
    const { page, complaints, close } = await web.visit('/screens/new', { language: 'en', viewport: PHONE });
    await page.getByRole('button', { name: 'MACD crosses up' }).click();
    await page.getByText('It can be run').waitFor();
    expect(await page.getByLabel('Name').first().inputValue()).toBe('MACD crosses up');
    await settled(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(complaints).toEqual([]);
    await close();
  });
});

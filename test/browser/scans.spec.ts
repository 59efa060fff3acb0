import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const SCANS = '/api/stock-cycle/scans';
const WAIT_MS = 30_000;

interface Scan {
  id: number;
  status: string;
  matchedCount: number;
  circMktMinYi: number;
}

describePages('the scans page', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const scanOf = async (page: Page): Promise<Scan> => {
    await page.waitForURL(/\/scans\/\d+/);
    const id = /\/scans\/(\d+)/.exec(page.url())?.[1] ?? '';
    return (await web.service.call('GET', `${SCANS}/${id}`)).body.data as Scan;
  };
  const startOf = async (body: object): Promise<number> => {
    const reply = await web.service.call('POST', SCANS, { json: body });
    return (reply.body.data as { scanId: number }).scanId;
  };
  const ended = async (id: number): Promise<Scan> => {
    let scan: Scan | undefined;
    await until(`scan ${id} has ended`, WAIT_MS, async () => {
      scan = (await web.service.call('GET', `${SCANS}/${id}`)).body.data as Scan;
      return !['queued', 'running'].includes(scan.status);
    });
    if (scan === undefined) throw new Error('no scan');
    return scan;
  };
  const fillRange = async (page: Page, from: string, to: string): Promise<void> => {
    await page.getByLabel('开始日期').fill(from);
    await page.getByLabel('结束日期').fill(to);
  };
  const ALL_CAPS = { circ_mkt_min_yi: 0, circ_mkt_max_yi: 1_000_000 };

  it('suggests the last 20 trading days, and explains why a range is invalid before the button works', async () => {
    const { page, complaints, close } = await web.visit('/scans', { expectStatuses: [400] });
    const button = page.getByRole('button', { name: '扫描 ⌘↵' });
    await page.getByText('20 / 60 个交易日 ✓').waitFor();
    expect(await page.getByLabel('结束日期').inputValue()).toBe('2026-11-20');
    expect(await button.isEnabled()).toBe(true);
    await fillRange(page, '2026-01-05', '2026-11-20');
    await page.getByText(/区间有 \d+ 个交易日，最多 60 个/).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await fillRange(page, '2026-11-14', '2026-11-15');
    await page.getByText('区间内没有交易日').waitFor();
    await fillRange(page, '2026-11-20', '2026-11-12');
    await page.getByText('开始日期晚于结束日期').waitFor();
    await page.getByLabel('流通市值下限（亿）').fill('900');
    await page.getByText('流通市值下限高于上限').waitFor();
    await page.getByRole('button', { name: '近 60 日' }).click();
    await page.getByText('60 / 60 个交易日 ✓').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('流通市值下限（亿）').fill('');
    await page.getByLabel('结束日期').fill('2026-11-27');
    await page.getByText('行情只到 2026-11-20').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('writes days as the market does, in a browser of any language, and knows the open ones', async () => {
    const { page, complaints, close } = await web.visit('/scans');
    const end = page.getByLabel('结束日');
    expect(await end.inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await page.locator('input[type=date]').count()).toBe(0);
    await end.fill('2026-11-2');
    await page.keyboard.press('Tab');
    expect(await end.inputValue()).toBe('2026-11-20');
    await end.fill('2026/11/19');
    expect(await end.inputValue()).toBe('2026-11-19');
    await page.getByRole('button', { name: '打开日历' }).last().click();
    const calendar = page.getByRole('dialog');
    const day = (text: string) => calendar.getByRole('button', { name: text });
    await calendar.locator('button[title=休市]').first().waitFor();
    await settled(page);
    await web.shot(page, 'day-field');
    // The Monday to come, a Saturday, and the Wednesday before.
    expect(await day('23 十一月 2026').isDisabled()).toBe(true);
    expect(await day('14 十一月 2026').isDisabled()).toBe(true);
    await day('18 十一月 2026').click();
    await until('the day is chosen', 5000, async () => (await end.inputValue()) === '2026-11-18');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('starts a scan by ⌘↵, follows it to its end, and opens a hit', async () => {
    const { page, complaints, close } = await web.visit('/scans');
    await page.getByText('20 / 60 个交易日 ✓').waitFor();
    await page.getByLabel('流通市值下限（亿）').fill('');
    await page.getByLabel('流通市值上限（亿）').fill('');
    await page.keyboard.press('Control+Enter');
    const { id } = await scanOf(page);
    const scan = await ended(id);
    await page.getByText(`${scan.matchedCount} / ${scan.matchedCount}`).waitFor();
    expect(scan.status).toBe('completed');
    expect(scan.matchedCount).toBeGreaterThan(3);
    await page.reload();
    await page.getByRole('heading', { name: `扫描 #${id}` }).waitFor();
    const charts = page.getByRole('img', { name: /近 120 日走势/ });
    await until('every hit has its chart', WAIT_MS, async () => (await charts.count()) === scan.matchedCount);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/\d+/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('reattaches to a running scan after a reload, and cancels it after a confirmation', async () => {
    await web.service.stopWorker();
    const { page, complaints, close } = await web.visit('/scans');
    await page.getByRole('button', { name: '近 60 日' }).click();
    await page.getByText('60 / 60 个交易日 ✓').waitFor();
    await page.getByRole('button', { name: '扫描 ⌘↵' }).click();
    const { id } = await scanOf(page);
    await page.reload();
    await page.getByText('等待工作进程开始…').waitFor();
    await page.getByRole('button', { name: '取消扫描' }).click();
    await page.getByRole('button', { name: '继续扫描' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '取消扫描' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消扫描' }).click();
    await page.getByText('扫描已取消').waitFor();
    expect((await ended(id)).status).toBe('cancelled');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await web.service.startWorker();
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports that the connection is lost, and recovers when it is back', async () => {
    await web.service.stopWorker();
    const id = await startOf({ start_date: '2026-10-12', end_date: '2026-11-20', ...ALL_CAPS });
    const { page, complaints, close } = await web.visit('/scans');
    await page.route('**/events', (route) => route.abort());
    await page.goto(`${web.url}/scans/${id}`);
    await page.getByText(/连接已断开 \d+ 秒，正在重连/).waitFor();
    await web.shot(page, 'scans-lost');
    await page.unroute('**/events');
    await page.getByText(/连接已断开/).waitFor({ state: 'detached' });
    await web.service.startWorker();
    const scan = await ended(id);
    await page.getByText(`${scan.matchedCount} / ${scan.matchedCount}`).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  it('shows more hits as they arrive, and holds them back while hits are ticked', async () => {
    const id = await startOf({ start_date: '2026-10-13', end_date: '2026-11-20', ...ALL_CAPS });
    const { matchedCount } = await ended(id);
    const hidden = 3;
    let all = false;
    const { page, complaints, close } = await web.visit('/scans');
    // The scan as it was before its last hits: still running, with fewer of them.
    await page.route(`**${SCANS}/${id}`, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: Record<string, unknown> };
      if (!all) Object.assign(body.data, { finishedAt: null, status: 'running', matchedCount: matchedCount - hidden });
      await route.fulfill({ response: reply, json: body });
    });
    await page.route(`**${SCANS}/${id}/events`, (route) => route.abort());
    await page.route(`**${SCANS}/${id}/hits?*`, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: { hits: unknown[]; pagination: { total: number } } };
      if (!all) {
        body.data.hits = body.data.hits.slice(hidden);
        body.data.pagination.total -= hidden;
      }
      await route.fulfill({ response: reply, json: body });
    });
    await page.goto(`${web.url}/scans/${id}`);
    const cards = page.getByRole('checkbox', { name: /^选择 \d{6}$/ });
    await cards.first().check();
    const before = await page.getByRole('link', { name: /^\d{6} / }).allInnerTexts();
    expect(before.length).toBe(matchedCount - hidden);
    all = true;
    await page.getByRole('button', { name: `有 ${hidden} 个新命中` }).waitFor();
    expect(await cards.count()).toBe(matchedCount - hidden);
    await page.getByRole('button', { name: `有 ${hidden} 个新命中` }).click();
    await until('the new hits are there', WAIT_MS, async () => (await cards.count()) === matchedCount);
    const after = await page.getByRole('link', { name: /^\d{6} / }).allInnerTexts();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  it('sorts and filters in the address, and downloads the CSV that the API returns', async () => {
    const { page, complaints, close } = await web.visit('/scans/1?view=table');
    const csv = (await web.service.call('GET', `${SCANS}/1/hits`, { headers: { accept: 'text/csv' } })).text;
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 CSV' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('demo-scan-1.csv');
    // With the mark by which spreadsheets know UTF-8.
    expect(await readFile(await download.path(), 'utf8')).toBe(`\ufeff${csv}`);
    const [head = '', row = ''] = csv.split('\r\n');
    for (const origin of ['limitUpBasis', 'capErrorPct', 'capDate', 'volumeBasis'])
      expect(head.split(',')).toContain(origin);
    const tip = page.getByRole('tooltip');
    const told = page.locator('tbody tr').first().locator('[data-provenance]');
    await told.first().hover();
    await tip.getByText('按当日实际成交股数比较').waitFor();
    expect(row.endsWith(',raw')).toBe(true);
    await told.nth(1).hover();
    await tip.getByText(/涨停价(来自数据商|按规则)/).waitFor();
    await web.shot(page, 'scan-hits-provenance');
    await told.nth(2).hover();
    await tip.getByText(/的流通市值$/).waitFor();
    await page.getByLabel('排序').selectOption('cap');
    await page.getByText('已有', { exact: true }).first().click();
    await page.waitForURL(/sort=cap/);
    await page.waitForURL(/outcome=already_open/);
    await page.getByText('当前筛选下没有命中').waitFor();
    await page.reload();
    await page.getByText('当前筛选下没有命中').waitFor();
    await page.getByText('新建', { exact: true }).first().click();
    const caps = (await page.locator('tbody tr td:nth-child(13)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/[,亿]/g, '')),
    );
    expect(caps.length).toBe(csv.trimEnd().split('\r\n').length - 1);
    expect(caps).toEqual(caps.toSorted((a, b) => b - a));
    expect(complaints).toEqual([]);
    await close();
  });

  it('deletes the sessions of ticked hits and restores them, and raises priorities', async () => {
    const { page, complaints, close } = await web.visit('/scans/1');
    const state = async (sessionId: number) =>
      (await web.service.call('GET', `/api/stock-cycle/sessions/${sessionId}`)).status;
    const { hits } = (await web.service.call('GET', `${SCANS}/1/hits`)).body.data as {
      hits: { code: string; sessionId: number }[];
    };
    const [first, second] = hits;
    if (first === undefined || second === undefined) throw new Error('the demo scan has no two hits');
    await page.getByRole('checkbox', { name: `选择 ${first.code}` }).check();
    await page.getByRole('checkbox', { name: `选择 ${second.code}` }).check();
    await page.getByRole('button', { name: '删除新建的跟踪' }).click();
    await page.getByText('已删除 2 个跟踪').waitFor();
    expect([await state(first.sessionId), await state(second.sessionId)]).toEqual([404, 404]);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已撤销').waitFor();
    expect([await state(first.sessionId), await state(second.sessionId)]).toEqual([200, 200]);
    const priority = async (): Promise<number> => {
      const reply = await web.service.call('GET', `/api/stock-cycle/sessions/${first.sessionId}`);
      return (reply.body.data as { session: { priority: number } }).session.priority;
    };
    const before = await priority();
    await page.getByRole('button', { name: '优先 −1' }).click();
    await page.getByText('2 个跟踪优先 −1').waitFor();
    expect(await priority()).toBe(before - 1);
    await page.getByRole('button', { name: '撤销' }).click();
    await until('the priority is back', WAIT_MS, async () => (await priority()) === before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('compares two scans: what is new, what is lost, and why', async () => {
    const id = await startOf({
      start_date: '2026-10-19',
      end_date: '2026-11-20',
      circ_mkt_min_yi: 0,
      circ_mkt_max_yi: 150,
    });
    await ended(id);
    const { page, complaints, close } = await web.visit(`/scans/${id}`);
    await page.getByLabel('对比').selectOption('1');
    await page.getByText(/新增 0，消失 \d+，共有 \d+/).waitFor();
    await page.getByText('市值高于本次上限').first().waitFor();
    await web.shot(page, 'scans-compare');
    await page.reload();
    await page.getByRole('heading', { name: `对比 #1 → #${id}` }).waitFor();
    await page.getByRole('button', { name: '关闭对比' }).click();
    await page.waitForURL((url) => !url.search.includes('compare'));
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports an address that is no scan', async () => {
    const { page, complaints, close } = await web.visit('/scans/999999', { expectStatuses: [404] });
    await page.getByRole('alert').waitFor();
    await page.goto(`${web.url}/scans/abc`);
    await page.getByText('没有这次扫描').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('is readable in %s, as charts and as a table', async (scheme) => {
    const { page, complaints, close } = await web.visit('/scans/1', { scheme });
    await page
      .getByRole('img', { name: /近 120 日走势/ })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.getByRole('checkbox', { name: /^选择/ }).nth(2).check();
    await web.shot(page, `scans-grid-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('v');
    await page.getByRole('table').waitFor();
    await web.shot(page, `scans-table-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('fits a phone, in English', async () => {
    const { page, complaints, close } = await web.visit('/scans/1', { viewport: PHONE });
    await page
      .getByRole('img', { name: /近 120 日走势/ })
      .first()
      .scrollIntoViewIfNeeded();
    await web.shot(page, 'scans-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await page.evaluate<number>("document.querySelector('#content').scrollWidth")).toBeLessThanOrEqual(
      PHONE.width,
    );
    expect(await axeFindings(page)).toEqual([]);
    await close();
    const english = await web.visit('/scans/1', { language: 'en' });
    await english.page.getByRole('heading', { name: 'Scan #1' }).waitFor();
    await web.shot(english.page, 'scans-english');
    expect([...complaints, ...english.complaints]).toEqual([]);
    await english.close();
  });
});

import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const PATIENCE_MS = 60_000;
const HEADER = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST';
const BARS = ['2026-11-18', '2026-11-19', '2026-11-20']
  .map((day) => `${day},sh.600519,1500,1520,1490,1510,1500,10000,15100000,0.08,1,0`)
  .join('\n');

const csv = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

const wide = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');

describePages('the market’s pages', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start({ UPLOAD_MAX_BYTES: String(64 * 1024) });
    // A hole, a thin day and a day read too early, as a market of files would have them.
    const days = await web.service.database.query<{ day: string }>(
      'select trade_date::text as day from market_day order by trade_date desc limit 30',
    );
    const [hole, thin, early] = [days[12]?.day, days[20]?.day, days[5]?.day];
    await web.service.database.query('delete from market_day where trade_date = $1', [hole]);
    await web.service.database.query('update market_day set bars = bars * 85 / 100 where trade_date = $1', [thin]);
    await web.service.database.query(
      'update market_day set provisional = true, complete = false where trade_date = $1',
      [early],
    );
  });
  afterAll(() => web.stop());

  it.each(['light', 'dark'] as const)('show coverage and its calendar, %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/market', { scheme });
    await page.getByRole('grid', { name: '覆盖日历' }).waitFor();
    const hole = page.locator('[role=gridcell][data-state=empty]');
    expect(await hole.count()).toBe(1);
    expect(await page.locator('[role=gridcell][data-state=incomplete]').count()).toBe(1);
    expect(await page.locator('[role=gridcell][data-state=provisional]').count()).toBe(1);
    expect(await hole.getAttribute('aria-label')).toMatch(/^2026-.+0 \/ \d+ 只 {2}0\.0% {2}没有日线$/);
    await page.getByText('缺 1 天').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, `market-${scheme}`, { fullPage: true });
    expect(complaints).toEqual([]);
    await close();
  });

  it('move through the calendar by keys, describe each day, and have its table', async () => {
    const { page, complaints, close } = await web.visit('/market');
    const cells = page.locator('[role=gridcell][tabindex="0"]');
    expect(await cells.count()).toBe(1);
    await cells.focus();
    expect(await page.evaluate('document.activeElement.dataset.day')).toBe('2026-11-20');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.dataset.day')).toBe('2026-10-19');
    await page.locator('p', { hasText: '2026-10-19' }).waitFor();
    await page.getByText('以表格显示').click();
    await page.getByRole('cell', { name: '2026-10-19' }).waitFor();
    await page.getByRole('combobox', { name: '时间段' }).selectOption({ index: 1 });
    await page.waitForURL(/year=2026/);
    await until(
      'the calendar shows the chosen year',
      30_000,
      async () => (await page.getByRole('rowheader').last().textContent()) === '2026-01',
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('explain why there is no sync, and require typed confirmation before the demo is replaced', async () => {
    const { page, complaints, close } = await web.visit('/market', { expectStatuses: [503, 409] });
    await page.getByRole('button', { name: '开始同步' }).click();
    await page.getByText('没有设置 Tushare').waitFor();
    const panel = page.locator('section', { has: page.getByRole('heading', { name: '与 Tushare 同步' }) });
    await panel.getByRole('checkbox', { name: '替换演示行情' }).check();
    await page.getByRole('button', { name: '开始同步' }).click();
    const dialog = page.getByRole('dialog', { name: '替换演示行情？' });
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await dialog.getByRole('button', { name: '替换', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reject a file that is too large before it is sent, and show why the demo is kept', async () => {
    const { page, complaints, close } = await web.visit('/market', { expectStatuses: [409] });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await page.getByRole('button', { name: '上传并导入' }).click();
    await page.getByText('先选择一个文件').waitFor();
    await page.locator('input[type=file]').setInputFiles(csv('large.csv', 'x'.repeat(65 * 1024)));
    await page.getByRole('button', { name: '上传并导入' }).click();
    await page.getByText('文件有 65 KiB，超过服务器允许的 64 KiB').waitFor();
    expect(asked).toEqual([]);
    await page.locator('input[type=file]').setInputFiles(csv('small.csv', `${HEADER}\n${BARS}\n`));
    await page.getByRole('button', { name: '上传并导入' }).click();
    await page.getByText('数据库里是演示行情').waitFor();
    await web.shot(page, 'market-import-refused');
    expect(complaints).toEqual([]);
    await close();
  });

  it('refresh the chips as a job, and reattach to it after a reload', async () => {
    const { page, complaints, close } = await web.visit('/market');
    await page.getByRole('button', { name: '刷新筹码' }).click();
    await page.waitForURL(/chips=\d+/);
    await page.getByText('外部请求').waitFor({ timeout: PATIENCE_MS });
    await page.reload();
    await page.getByText('外部请求').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('find a stock, show it, and link to its sessions', async () => {
    const { page, complaints, close } = await web.visit('/market');
    const [tracked] = await web.service.database.query<{ code: string; id: number }>(
      `select code, id from tracking_session where status = 'open' order by id limit 1`,
    );
    await page.getByRole('combobox', { name: '查找股票' }).fill(tracked?.code ?? '');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(`**/market/stocks/${tracked?.code ?? ''}`);
    await page.getByRole('heading', { name: 'K 线' }).waitFor();
    await page.getByRole('link', { name: String(tracked?.id), exact: true }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'market-stock-light');
    expect(complaints).toEqual([]);
    await close();
  });

  it('open a session of a stock without one, and report an unknown stock as unknown', async () => {
    const [free] = await web.service.database.query<{ code: string }>(
      `select code from stock s where not exists (select from tracking_session t where t.code = s.code)
         and (select count(*) from daily_bar b where b.code = s.code) > 100 order by code limit 1`,
    );
    const { page, complaints, close } = await web.visit(`/market/stocks/${free?.code ?? ''}`, {
      expectStatuses: [404],
    });
    await page.getByRole('button', { name: /开始跟踪$/ }).click();
    await page.waitForURL(/\/sessions\/\d+/);
    await page.goto(`${web.url}/market/stocks/999999`);
    await page.getByText('没有找到这样的股票').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('fit a phone, in English', async () => {
    const phone = await web.visit('/market', { viewport: PHONE });
    expect(await wide(phone.page)).toBeLessThanOrEqual(PHONE.width);
    await web.shot(phone.page, 'market-phone', { fullPage: true });
    expect(await axeFindings(phone.page)).toEqual([]);
    expect(phone.complaints).toEqual([]);
    await phone.close();
    const english = await web.visit('/market', { language: 'en', scheme: 'dark' });
    await english.page.getByRole('grid', { name: 'Coverage calendar' }).waitFor();
    expect(english.complaints).toEqual([]);
    await english.close();
  });
});

describePages('an import in place of the demo', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  it('requires typed confirmation, is followed by its address, and reports what was imported and what was rejected', async () => {
    const { page, complaints, close } = await web.visit('/market');
    await page.getByRole('combobox', { name: '格式' }).selectOption('baostock-csv');
    await page.locator('input[type=file]').setInputFiles(csv('bars.csv', `${HEADER}\n${BARS}\n`));
    const panel = page.locator('section', { has: page.getByRole('heading', { name: '导入文件' }) });
    await panel.getByRole('checkbox', { name: '替换演示行情' }).check();
    await page.getByRole('button', { name: '上传并导入' }).click();
    const dialog = page.getByRole('dialog', { name: '替换演示行情？' });
    await dialog.getByLabel('输入“替换演示行情”确认').fill('替换演示行情');
    await dialog.getByRole('button', { name: '替换', exact: true }).click();
    await page.waitForURL(/\/market\/imports\/\d+/);
    await page.getByText('已替换演示行情').waitFor({ timeout: PATIENCE_MS });
    await until('the top bar knows', PATIENCE_MS, async () => (await page.getByText('演示数据').count()) === 0);
    await web.shot(page, 'market-import-light');
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('link', { name: '返回行情' }).click();
    await page.getByRole('combobox', { name: '格式' }).selectOption('baostock-csv');
    const bad = `${HEADER}\n${BARS.replace('1500,1520,1490,1510', '1500,1400,1490,1510')}\n`;
    await page.locator('input[type=file]').setInputFiles(csv('bad.csv', bad));
    await page.getByRole('button', { name: '上传并导入' }).click();
    await page.waitForURL(/\/market\/imports\/\d+/);
    await page.getByRole('heading', { name: '拒绝的文件 1' }).waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('row', { name: /bad\.csv 2 / }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'market-import-refused-file');
    expect(complaints).toEqual([]);
    await close();
  });
});

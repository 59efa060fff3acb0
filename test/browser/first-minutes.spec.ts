import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

describePages('the first minutes', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start({ MARKET_SOURCE: '' });
  });
  afterAll(() => web.stop());

  it.each([
    ['a laptop', 'zh', { width: 1366, height: 657 }],
    ['a phone', 'en', PHONE],
  ] as const)('ask for the market and show the first steps on %s, in %s', async (_device, language, viewport) => {
    const { page, complaints, close } = await web.visit('/today', { language, viewport });
    await page
      .getByRole('region', { name: language === 'zh' ? '用演示行情，还是真实行情？' : 'Demo, or the real market?' })
      .waitFor();
    const steps = page.getByRole('region', { name: language === 'zh' ? '上手清单' : 'First steps' });
    await steps.waitFor();
    expect(await steps.getByRole('listitem').count()).toBe(4);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, `first-minutes-${language}`);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are over when the steps are dismissed, in every browser, and come back by undo', async () => {
    const { page, complaints, close } = await web.visit('/today');
    const steps = page.getByRole('region', { name: '上手清单' });
    await page.getByRole('button', { name: '不再显示上手清单' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^撤销/ }).click();
    await steps.waitFor();
    await page.getByRole('button', { name: '不再显示上手清单' }).click();
    await steps.waitFor({ state: 'detached' });
    await settled(page);
    expect(complaints).toEqual([]);
    await close();

    const elsewhere = await web.visit('/today');
    await elsewhere.page.getByRole('region', { name: '用演示行情，还是真实行情？' }).waitFor();
    await settled(elsewhere.page);
    expect(await elsewhere.page.getByRole('region', { name: '上手清单' }).count()).toBe(0);
    await elsewhere.close();
    await web.service.call('DELETE', '/api/auth/settings/first-steps');
  });

  it('lead to the sources with what each costs, and the choice of the demo ends the question', async () => {
    const { page, complaints, close } = await web.visit('/today');
    await page.getByRole('button', { name: '选择真实行情' }).click();
    await page.waitForURL(/\/market$/);
    await page.getByRole('radio', { name: '通达信盘后数据包' }).check();
    await page.getByText(/1\.3 GB/).waitFor();
    // Real prices never come beside invented ones.
    expect(await page.getByRole('button', { name: '使用这个来源' }).isDisabled()).toBe(true);
    await page.goto(`${web.url}/today`);
    await page.getByRole('button', { name: '先用演示行情' }).click();
    await page.getByRole('region', { name: '用演示行情，还是真实行情？' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: '上手清单' }).getByLabel('已完成').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('follow a long fill with what works already', async () => {
    await web.service.database.query(
      `insert into market_sync (kind, status, from_date, to_date, asked_at, units_total, units_done, started_at)
       values ('backfill', 'running', '2025-01-02', '2026-11-20', now(), 500, 120, now())`,
    );
    const { page, complaints, close } = await web.visit('/today');
    const fill = page.getByRole('region', { name: '正在补齐行情' });
    await fill.waitFor();
    expect(await fill.innerText()).toContain('120 / 500');
    await web.service.database.query('update market_sync set units_done = units_done + 30');
    await fill.getByText(/约还需/).waitFor();
    await fill.getByRole('link', { name: '查看进度' }).click();
    await page.waitForURL(/\/market\/syncs\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });
});

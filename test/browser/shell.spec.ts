import { ADMIN } from '../support/worlds/test-api';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(180_000);

describePages('the frame of the console', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  it('signs in with a password, shows a message for a wrong one, and signs out', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { user: null, expectStatuses: [401] });
    await web.shot(page, 'sign-in');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('用户名').fill(ADMIN.username);
    await page.getByLabel('密码', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByText('用户名或密码不对').waitFor();
    await page.getByLabel('密码', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sessions');
    await page.getByRole('button', { name: '账户' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByLabel('用户名').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('switches language, appearance and price colours, and keeps them over a reload', async () => {
    const { page, complaints, close } = await web.visit('/settings');
    await page.getByRole('button', { name: '账户' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    for (const choice of ['Dark', 'Green up, red down']) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: choice }).click();
    }
    await page.reload();
    await settled(page);
    const root = page.locator('html');
    expect(await root.getAttribute('lang')).toBe('en');
    expect(await root.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await root.getAttribute('data-price-colours')).toBe('green-up');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is navigated by keys: sections, search by pinyin, the list of keys', async () => {
    const { page, complaints, close } = await web.visit('/settings');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(/\/sessions/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const [stock] = await web.service.database.query<{ code: string; name: string; initials: string }>(
      `select code, name, initials from stock where initials <> '' order by code limit 1`,
    );
    await page.getByRole('combobox', { name: /搜索/ }).fill(stock?.initials.toLowerCase() ?? '');
    await page
      .getByText(stock?.name ?? '')
      .first()
      .click();
    await page.waitForURL(/\/(sessions|market\/stocks)\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens a code that is typed anywhere, without a key or a click before', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const [free] = await web.service.database.query<{ code: string }>(
      `select code from stock s where not exists (select from tracking_session t where t.code = s.code)
         and (select count(*) from daily_bar b where b.code = s.code) > 100 order by code limit 1`,
    );
    const code = free?.code ?? '';
    // Without a pause: the dialog is not there yet at the second digit.
    await page.keyboard.type(code);
    const search = page.getByRole('combobox', { name: /搜索/ });
    await until('no digit is lost', 5000, async () => (await search.inputValue()) === code);
    await until('the field has the focus', 5000, () =>
      page.evaluate<boolean>(`document.activeElement.value === '${code}'`),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/market/stocks/${code}`);
    // In a field a digit is a digit.
    await page.getByRole('combobox', { name: '查找股票' }).or(page.getByPlaceholder(/代码/)).first().fill('6');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens a typed code by Enter at once: its session, or the page of a stock without one', async () => {
    const { page, complaints, close } = await web.visit('/today');
    const [tracked] = await web.service.database.query<{ code: string; id: number }>(
      `select code, id from tracking_session where ended_at is null and deleted_at is null order by code limit 1`,
    );
    const [free] = await web.service.database.query<{ code: string }>(
      `select code from stock s where not exists (select from tracking_session t where t.code = s.code)
         and (select count(*) from daily_bar b where b.code = s.code) > 100 order by code limit 1`,
    );
    // A slow reply, and the hits of fewer digits before it: Enter takes none of those.
    await page.route('**/api/market/stocks?*', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    const search = page.getByRole('combobox', { name: /搜索/ });
    const options = page.getByRole('dialog').getByRole('option');
    const find = async (code: string): Promise<void> => {
      await page.keyboard.press('/');
      await search.waitFor();
      await search.pressSequentially(code.slice(0, 3), { delay: 20 });
      await options.first().waitFor();
      await search.pressSequentially(code.slice(3), { delay: 20 });
      await page.keyboard.press('Enter');
    };
    await find(tracked?.code ?? '');
    await page.waitForURL(`**/sessions/${tracked?.id ?? ''}`);
    await find(free?.code ?? '');
    await page.waitForURL(`**/market/stocks/${free?.code ?? ''}`);
    await page.keyboard.press('/');
    await search.fill(free?.code ?? '');
    await page.getByText('未跟踪 · 看行情').waitFor();
    await search.fill(tracked?.code ?? '');
    await page.getByText('打开跟踪').waitFor();
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await web.shot(page, 'search');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto(`${web.url}/market`);
    await page.getByRole('combobox', { name: '查找股票' }).pressSequentially(tracked?.code ?? '', { delay: 20 });
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/market/stocks/${tracked?.code ?? ''}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('requests the password over the page when the login has ended, and keeps the typed text', async () => {
    const { page, complaints, close } = await web.visit('/today', { expectStatuses: [401] });
    await page.getByLabel('证据').fill('登录失效前写的');
    // As after a log-out in another tab.
    await page.context().clearCookies();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: /登录已失效/ });
    await dialog.waitFor();
    expect(await page.getByText('已连接').count()).toBe(0);
    expect(await dialog.getByLabel('用户名').inputValue()).toBe(ADMIN.username);
    await dialog.getByLabel('密码', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const failed = page.locator('button[data-key][data-mark=failed]');
    await failed.click();
    await page.getByLabel('证据').waitFor();
    expect(await page.getByLabel('证据').inputValue()).toBe('登录失效前写的');
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/已保存/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the typed text when the user leaves the page and over a reload', async () => {
    const { page, complaints, close } = await web.visit('/today');
    await page.getByLabel('证据').fill('写到一半');
    await page.keyboard.press('Escape');
    await until('Esc has left the field for the list', 5000, () =>
      page.evaluate<boolean>(`document.activeElement?.matches('button[data-key]') === true`),
    );
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(/\/sessions/);
    await page.goBack();
    await page.getByLabel('证据').waitFor();
    expect(await page.getByLabel('证据').inputValue()).toBe('写到一半');
    await page.reload();
    await page.getByLabel('证据').waitFor();
    expect(await page.getByLabel('证据').inputValue()).toBe('写到一半');
    expect(complaints).toEqual([]);
    await close();
  });

  it('says so where there is no page at an address', async () => {
    const { page, complaints, close } = await web.visit('/stock/600519', { expectStatuses: [404] });
    await page.getByText('没有这个页面').first().waitFor();
    await page.getByRole('link', { name: '回到今日' }).click();
    await page.waitForURL(/\/today/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports that the server does not respond, and that it does again', async () => {
    const { page, complaints, close } = await web.visit('/today');
    let silent = true;
    await page.route('**/api/**', async (route) => {
      await until('the server answers', 60_000, () => Promise.resolve(!silent));
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByText(/服务器没有回应，已等 \d+ 秒/).waitFor();
    silent = false;
    await page.getByText('已连接').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('has its sections at the bottom of a phone, four and the others in a menu', async () => {
    const { page, complaints, close } = await web.visit('/today', { viewport: PHONE });
    const sections = page.getByRole('navigation', { name: '主菜单' });
    const box = await sections.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(PHONE.height - 4);
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '设置' }).click();
    await page.waitForURL(/\/settings/);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(PHONE.width);
    expect(complaints).toEqual([]);
    await close();
  });
});

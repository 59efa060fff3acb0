import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const SECTIONS = [
  'watchlist',
  'appearance',
  'notifications',
  'password',
  'keys',
  'users',
  'models',
  'events',
  'retention',
  'audit',
];

describePages('the settings pages', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const codesOf = async (path: string): Promise<string[]> => {
    const { items } = (await web.service.call('GET', path)).body.data as { items: { code: string }[] };
    return items.map(({ code }) => code);
  };

  it.each(['light', 'dark'] as const)('have no serious axe findings in any section, in %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/settings', { scheme });
    for (const section of SECTIONS) {
      await page.goto(`${web.url}/settings/${section}`);
      await settled(page);
      await web.shot(page, `settings-${section}-${scheme}`);
      expect([section, await axeFindings(page)]).toEqual([section, []]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('create a key that is shown once and works, and revoke it permanently', async () => {
    const { page, complaints, close } = await web.visit('/settings/keys');
    await page.getByRole('textbox', { name: '名称' }).fill('夜间脚本');
    await page.getByRole('button', { name: '新建密钥' }).click();
    const box = page.getByRole('dialog', { name: '新密钥，只显示这一次' });
    const key = await box.getByRole('textbox', { name: '新密钥，只显示这一次' }).innerText();
    expect(key).toMatch(/^sck_/);
    await web.shot(page, 'settings-new-key');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await box.getByRole('button', { name: '完成' }).isDisabled()).toBe(true);
    await box.getByLabel('我已保存').check();
    await box.getByRole('button', { name: '完成' }).click();
    await box.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    const use = async (): Promise<number> =>
      (await fetch(`${web.url}/api/watchlist`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await use()).toBe(200);
    await page.getByRole('button', { name: '吊销 夜间脚本' }).click();
    const dialog = page.getByRole('dialog', { name: '吊销密钥' });
    const revoke = dialog.getByRole('button', { name: '吊销' });
    expect(await revoke.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('夜间脚本');
    await revoke.click();
    await page.getByRole('cell', { name: '已吊销' }).waitFor();
    expect(await use()).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });

  it('create a user who can sign in, disable them, and undo that', async () => {
    const { page, complaints, close } = await web.visit('/settings/users');
    const account = { username: 'li.si', password: 'a pass phrase of li.si' };
    await page.getByRole('textbox', { name: '用户名' }).fill(account.username);
    await page.getByLabel('初始密码').fill(account.password);
    await page.getByRole('button', { name: '新建用户' }).click();
    await page.getByRole('cell', { name: account.username, exact: true }).waitFor();
    const signIn = async (): Promise<number> =>
      (await web.service.api.call('POST', '/api/auth/login', { json: account })).status;
    expect(await signIn()).toBe(200);
    await page.getByRole('button', { name: `停用 ${account.username}` }).click();
    await page.getByText('⊘ 已停用').waitFor();
    expect(await signIn()).toBe(401);
    await page.getByRole('button', { name: '撤销' }).first().click();
    await page.getByRole('button', { name: `停用 ${account.username}` }).waitFor();
    expect(await signIn()).toBe(200);
    expect(complaints).toEqual([]);
    await close();
    const his = await web.visit('/settings/users', { user: account });
    await his.page.getByText('只有管理员能看这一项。').waitFor();
    expect(await his.page.getByRole('link', { name: '用户', exact: true }).count()).toBe(0);
    expect(his.complaints).toEqual([]);
    await his.close();
  });

  it("change the user's own password, and require another sign-in", async () => {
    const account = { username: 'wang.wu', password: 'the first pass phrase' };
    await web.service.call('POST', '/api/admin/users', { json: account });
    const { page, complaints, close } = await web.visit('/settings/password', { user: account, expectStatuses: [401] });
    await page.getByLabel('当前密码').fill(account.password);
    await page.getByLabel('新密码', { exact: true }).fill('the second pass phrase');
    await page.getByLabel('再输一次新密码').fill('the second');
    await page.getByText('两次输入的不一样').waitFor();
    await page.getByLabel('再输一次新密码').fill('the second pass phrase');
    await page.getByRole('button', { name: '修改密码' }).click();
    await page.getByLabel('用户名').waitFor();
    const login = await web.service.api.call('POST', '/api/auth/login', {
      json: { ...account, password: 'the second pass phrase' },
    });
    expect(login.status).toBe(200);
    expect(complaints).toEqual([]);
    await close();
  });

  it('import a watch-list from a CSV after a preview, and remove stocks with an undo', async () => {
    const known = await codesOf('/api/watchlist');
    const stocks = await web.service.database.query<{ code: string }>(
      'select code from stock where code <> all($1::text[]) order by code limit 2',
      [known],
    );
    const [one, two] = stocks.map(({ code }) => code);
    if (one === undefined || two === undefined) throw new Error('no stocks');
    const { page, complaints, close } = await web.visit('/settings/watchlist');
    await page.locator('input[type=file]').setInputFiles({
      name: '自选.csv',
      mimeType: 'text/csv',
      // GBK, as spreadsheets write it: 代码,备注
      buffer: Buffer.concat([
        Buffer.from([0xb4, 0xfa, 0xc2, 0xeb]),
        Buffer.from(`,note\n${one},base\n${two},\nnone,\n`),
      ]),
    });
    await page.getByText('2 只新的，0 只已在自选 · 1 行读不出代码').waitFor();
    await web.shot(page, 'settings-watchlist-import', { fullPage: true });
    await page.getByRole('button', { name: '导入 2 只' }).click();
    await page.getByText('导入了 2 只').waitFor();
    expect(await codesOf('/api/watchlist')).toEqual([...known, one, two].sort());
    const [stock] = await web.service.database.query<{ name: string }>('select name from stock where code = $1', [one]);
    expect(await page.getByLabel(`${stock?.name ?? ''} 的备注`).inputValue()).toBe('base');
    await page.getByRole('button', { name: `移除 ${stock?.name ?? ''}` }).click();
    await until('it is off the list', 30_000, async () => !(await codesOf('/api/watchlist')).includes(one));
    await page.getByRole('button', { name: '撤销' }).last().click();
    await until('it is on the list again', 30_000, async () => (await codesOf('/api/watchlist')).includes(one));
    expect(complaints).toEqual([]);
    await close();
  });

  it('add a stock found by its initials', async () => {
    const known = await codesOf('/api/watchlist');
    const [stock] = await web.service.database.query<{ code: string; initials: string }>(
      `select code, initials from stock where initials <> '' and code <> all($1::text[]) order by code desc limit 1`,
      [known],
    );
    if (stock === undefined) throw new Error('no stock');
    const { page, complaints, close } = await web.visit('/settings/watchlist');
    await page.getByRole('combobox', { name: '股票' }).fill(stock.initials.toLowerCase());
    await page.getByRole('option', { name: new RegExp(`^${stock.code}`) }).click();
    await page.getByRole('button', { name: '加入' }).click();
    await until('it is on the list', 30_000, async () => (await codesOf('/api/watchlist')).includes(stock.code));
    expect(complaints).toEqual([]);
    await close();
  });

  it('switch language and price colours, and keep them', async () => {
    const { page, complaints, close } = await web.visit('/settings/appearance');
    await page.getByText('English', { exact: true }).click();
    await page.getByRole('heading', { name: 'Settings · Appearance' }).waitFor();
    await page.getByText('Orange up, blue down').click();
    await page.getByText('Comfortable', { exact: true }).click();
    await page.reload();
    await settled(page);
    expect(await page.locator('html').getAttribute('data-price-colours')).toBe('orange-blue');
    expect(await page.getByLabel('Comfortable').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show an administrator the audit events, the retention periods and the findings of the self-audit', async () => {
    const { page, complaints, close } = await web.visit('/settings/events', { expectStatuses: [503] });
    await web.service.call('POST', '/api/admin/users', {
      json: { username: 'audited', password: 'a long pass phrase', role: 'user' },
    });
    await page.reload();
    const events = page.getByRole('region', { name: '操作记录' });
    await events.getByRole('row').filter({ hasText: '新建用户' }).filter({ hasText: 'audited' }).waitFor();
    await page.getByLabel('操作', { exact: true }).selectOption('backup.failed');
    await page.getByText('没有符合条件的操作记录。').waitFor();

    await page.goto(`${web.url}/settings/retention`);
    const rules = page.getByRole('region', { name: '保留期限' });
    const jobs = rules.getByRole('row').filter({ hasText: 'KEEP_JOBS_DAYS' }).first();
    expect(await jobs.textContent()).toMatch(/30 天/);
    const said = await rules.locator('tbody td:first-child').allInnerTexts();
    expect(said.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);

    await page.goto(`${web.url}/settings/audit`);
    await page.getByText('还没有自查报告').waitFor();
    await web.service.database.query(
      `insert into audit_report (checked_at, differences, checks) values (now(), 1, $1)`,
      [
        JSON.stringify([
          { name: 'limit_prices', compared: 2000, differences: 0, worst: [] },
          {
            name: 'session_figures',
            compared: 12,
            differences: 1,
            worst: [{ subject: 'session 3', stored: '4.21', recomputed: '4.12' }],
          },
        ]),
      ],
    );
    await page.reload();
    await page.getByText('⚠ 1 处差异').waitFor();
    await page
      .getByRole('region', { name: /^跟踪数字：差异/ })
      .getByText('4.12')
      .waitFor();
    await web.shot(page, 'settings-audit-differences');
    expect(await axeFindings(page)).toEqual([]);
    for (const section of ['events', 'retention', 'audit']) {
      await page.route('**/api/admin/**', (route) =>
        route.fulfill({ status: 503, json: { success: false, error: 'no database', code: 'unavailable' } }),
      );
      await page.goto(`${web.url}/settings/${section}`);
      await page.getByRole('button', { name: '重试' }).first().waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('are no wider than the screen of a phone', async () => {
    const { page, complaints, close } = await web.visit('/settings', { viewport: PHONE });
    for (const section of SECTIONS) {
      await page.goto(`${web.url}/settings/${section}`);
      await settled(page);
      await web.shot(page, `settings-${section}-phone`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([section, width <= PHONE.width]).toEqual([section, true]);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

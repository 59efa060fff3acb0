import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';
import { type ListedSessions, listOf, nth, type Row, rowOf, SESSIONS } from './support/session-list';

jest.setTimeout(240_000);

const WAIT_MS = 15_000;

describePages('the list of sessions', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const list = (query: string): Promise<ListedSessions> => listOf(web, query);
  const session = async (id: number): Promise<Row> =>
    ((await web.service.call('GET', `${SESSIONS}/${id}`)).body.data as { session: Row }).session;
  const byPriority = async (): Promise<Row[]> => (await list('status=open&limit=50')).rows;
  const cursorOf = (page: Page): Promise<string | null> => page.getByRole('grid').getAttribute('aria-activedescendant');
  /** The last deed is taken back by its key, once it is done. */
  const undo = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: '撤销' }).first().waitFor();
    await page.keyboard.press('u');
    await page.getByText('已撤销').last().waitFor();
  };
  const soon = (what: string, condition: () => Promise<boolean>): Promise<number> => until(what, WAIT_MS, condition);

  it('searches for the text of an input method only when it is composed', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const asked: string[] = [];
    page.on('request', (request) => {
      const code = new URL(request.url()).searchParams.get('code');
      if (code !== null) asked.push(code);
    });
    await page.keyboard.press('f');
    const input = await page.context().newCDPSession(page);
    for (const text of ['g', 'ge', 'gel']) {
      await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      await page.waitForTimeout(350);
    }
    expect(asked).toEqual([]);
    await input.send('Input.insertText', { text: '股份' });
    await page.waitForURL(/code=/);
    await soon('it has asked', async () => asked.length > 0);
    expect(new Set(asked)).toEqual(new Set(['股份']));
    expect(complaints).toEqual([]);
    await close();
  });

  it('moves by keys with the preview following, and returns to the row after Back', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { viewport: { width: 1440, height: 560 } });
    const rows = await byPriority();
    const preview = page.getByRole('region', { name: '预览' });
    for (const key of ['j', 'ArrowDown', 'j', 'k', 'j']) await page.keyboard.press(key);
    const there = nth(rows, 3);
    expect(await cursorOf(page)).toBe(`session-${there.id}`);
    await soon('the preview follows', async () => (await preview.getAttribute('data-session')) === String(there.id));
    expect(await preview.getByRole('heading').textContent()).toContain(there.code);
    await page.keyboard.press('w');
    expect(await preview.getByRole('button', { name: '周' }).getAttribute('aria-pressed')).toBe('true');

    await page.keyboard.press('Space');
    expect(await page.getByText('已选 1').count()).toBe(1);
    expect(await rowOf(page, there).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('已选 3').waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('已选 2').waitFor();

    await page.keyboard.press('Escape');
    expect(await page.getByText(/^已选/).count()).toBe(0);

    await page.keyboard.press('p');
    expect(await preview.count()).toBe(0);
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('j');
    const far = nth(rows, 24);
    expect(await cursorOf(page)).toBe(`session-${far.id}`);
    const scrolled = `document.querySelector('[role=grid]').scrollTop`;
    const top = await page.evaluate<number>(scrolled);
    expect(top).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/sessions/${far.id}$`));
    await page.goBack();
    await settled(page);
    expect(await cursorOf(page)).toBe(`session-${far.id}`);
    expect(await page.evaluate<number>(scrolled)).toBe(top);
    await page.keyboard.press('k');
    expect(await cursorOf(page)).toBe(`session-${rows[23]?.id}`);
    await page.keyboard.press('p');
    expect(complaints).toEqual([]);
    await close();
  });

  it('goes on through the list on the page of a session, and Back leads to the list', async () => {
    const { page, complaints, close } = await web.visit('/sessions?sort=code&order=desc');
    const ids = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=row][id]')].map((row) => row.id.replace('session-', ''))`,
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/sessions/${ids[0]}$`));
    await settled(page);
    await page.keyboard.press('j');
    await page.waitForURL(new RegExp(`/sessions/${ids[1]}$`));
    await settled(page);
    await page.keyboard.press('w');
    await page.waitForURL(/period=week/);
    await page.keyboard.press('j');
    await page.waitForURL(new RegExp(`/sessions/${ids[2]}\\?period=week$`));
    await settled(page);
    await page.keyboard.press('k');
    await page.waitForURL(new RegExp(`/sessions/${ids[1]}\\?period=week$`));
    await page.goBack();
    await page.waitForURL(/sessions\?sort=code&order=desc/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the source of values: of every row under the pointer, of the cursor’s row at the focus', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const rows = await byPriority();
    const tip = page.getByRole('tooltip');
    const figures = (index: number) => rowOf(page, nth(rows, index)).locator('[data-provenance]');
    await figures(2).first().hover();
    await tip.getByText('来源：演示数据（不是真实行情）').waitFor();
    expect(await figures(2).first().getAttribute('tabindex')).toBeNull();
    await page.mouse.move(10, 10);
    await page.keyboard.press('j');
    const at = figures((await cursorOf(page)) === `session-${nth(rows, 1).id}` ? 1 : 0);
    await at.first().focus();
    await tip.getByText(/收盘$/).waitFor();
    await web.shot(page, 'sessions-provenance');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('never shows the title of one stock over the bars of another', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const rows = await byPriority();
    const late = nth(rows, 9);
    await page.route(`**/api/market/stocks/${late.code}/bars*`, async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    const preview = page.getByRole('region', { name: '预览' });
    await rowOf(page, late).click();
    await page.waitForTimeout(700);
    expect(await preview.getAttribute('data-session')).toBe(String(rows[0]?.id));
    expect(await preview.getByRole('heading').textContent()).toContain(rows[0]?.code);
    await soon('its bars came', async () => (await preview.getAttribute('data-session')) === String(late.id));
    expect(complaints).toEqual([]);
    await close();
  });

  it('edits cells in place: an edit is shown at once, stored, undone, and kept if the server rejects it', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { expectStatuses: [503] });
    const row = nth(await byPriority(), 4);
    const cells = rowOf(page, row);
    const priority = cells.getByRole('button', { name: String(row.priority), exact: true });
    await priority.click();
    await page.getByRole('spinbutton', { name: new RegExp(row.stockName) }).fill('33');
    await page.keyboard.press('Escape');
    expect((await session(row.id)).priority).toBe(row.priority);
    await priority.click();
    await page.getByRole('spinbutton', { name: new RegExp(row.stockName) }).fill('77');
    await page.keyboard.press('Enter');
    await cells.getByRole('button', { name: '77', exact: true }).waitFor();
    await soon('77 is stored', async () => (await session(row.id)).priority === 77);
    await page.getByText('已改 1 只').waitFor();
    await undo(page);
    await soon('it is as before', async () => (await session(row.id)).priority === row.priority);
    await priority.waitFor();

    // Five presses are one deed with one undo.
    await cells.click();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('-');
    await soon('five less', async () => (await session(row.id)).priority === row.priority - 5);
    await page.getByText(`优先 ${row.priority} → ${row.priority - 5}`).waitFor();
    await undo(page);
    await soon('five more again', async () => (await session(row.id)).priority === row.priority);

    // Tab leads to the review date.
    await priority.click();
    await page.keyboard.press('Tab');
    await page.getByLabel(new RegExp(`${row.stockName} 的复核日`)).fill('2026-12-31');
    await page.keyboard.press('Enter');
    await soon('the day is stored', async () => (await session(row.id)).nextReviewAt === '2026-12-31');
    await cells.getByText('12-31').waitFor();
    await undo(page);
    await soon('the day is back', async () => (await session(row.id)).nextReviewAt === row.nextReviewAt);

    await cells.click();
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: /复核日/ }).waitFor();
    await page.keyboard.press('Enter');
    await soon('a week later', async () => (await session(row.id)).nextReviewAt === '2026-11-27');
    await undo(page);
    await soon('not any more', async () => (await session(row.id)).nextReviewAt === row.nextReviewAt);

    await page.route('**/priority', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: 'the database rests', code: 'database_unavailable' },
      }),
    );
    await priority.click();
    await page.getByRole('spinbutton').fill('66');
    await page.keyboard.press('Enter');
    await cells.getByRole('button', { name: /未能保存 66：数据库没有响应/ }).waitFor();
    await page.unroute('**/priority');
    await cells.getByRole('button', { name: /未能保存/ }).click();
    expect(await page.getByRole('spinbutton').inputValue()).toBe('66');
    await page.getByRole('spinbutton').fill('65');
    await page.keyboard.press('Enter');
    await soon('65 is stored', async () => (await session(row.id)).priority === 65);
    await undo(page);
    await soon('it is as at first', async () => (await session(row.id)).priority === row.priority);
    expect(complaints).toEqual([]);
    await close();
  });

  it('does with many sessions what it does with one, with one undo for all', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const before = await list('status=open&limit=50');
    const three = before.rows.slice(1, 4);
    const each = (): Promise<Row[]> => Promise.all(three.map(({ id }) => session(id)));
    const all = async (what: string, condition: (row: Row, at: number) => boolean): Promise<void> => {
      await soon(what, async () => (await each()).every(condition));
    };
    const tickThree = async (): Promise<void> => {
      await rowOf(page, nth(three, 0)).getByRole('checkbox').click();
      await rowOf(page, nth(three, 2))
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await page.getByText('已选 3').waitFor();
    };
    await tickThree();
    await page.getByRole('button', { name: '复核 +7天' }).click();
    await all('reviewed in a week', ({ nextReviewAt }) => nextReviewAt === '2026-11-27');
    await undo(page);
    await all('as before', ({ nextReviewAt }, at) => nextReviewAt === three[at]?.nextReviewAt);
    await page.getByRole('button', { name: '优先 +1' }).click();
    await all('one more', ({ priority }, at) => priority === (three[at]?.priority ?? 0) + 1);
    await undo(page);
    await all('one less', ({ priority }, at) => priority === three[at]?.priority);

    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: '关闭 3 只' });
    await dialog.getByLabel('关闭原因').fill('跌破结构');
    await page.keyboard.press('Enter');
    await all('closed', ({ status, endReason }) => status === 'closed' && endReason === '跌破结构');
    await soon('they left the list', async () => (await rowOf(page, nth(three, 0)).count()) === 0);
    await undo(page);
    await all('open again', ({ status }) => status === 'open');
    await rowOf(page, nth(three, 0)).waitFor();

    await tickThree();
    await page.keyboard.press('#');
    await soon('they are deleted', async () => (await list('status=open')).total === before.total - 3);
    await page.getByText('已删除 3 只').waitFor();
    await undo(page);
    await soon('they are restored', async () => (await list('status=open')).total === before.total);
    await all('as they were', ({ status, priority }, at) => status === 'open' && priority === three[at]?.priority);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists the sessions that an action on many skipped', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { expectStatuses: [503] });
    const rows = (await byPriority()).slice(0, 3);
    const stuck = nth(rows, 1);
    await page.route(`**${SESSIONS}/${stuck.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 503,
            json: { success: false, error: 'the database rests', code: 'database_unavailable' },
          })
        : route.continue(),
    );
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: '设阶段' }).click();
    await page.getByRole('menuitem', { name: '拉升' }).click();
    const alert = page.getByRole('alert').filter({ hasText: '1 只没有完成' });
    await alert.getByText(`${stuck.code} ${stuck.stockName}: 数据库没有响应，请稍后再试。`).waitFor();
    await undo(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens a session for a stock found by its name, and reports one that exists already', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { expectStatuses: [409] });
    const [free] = await web.service.database.query<{ code: string; name: string }>(
      `select code, name from stock where last_bar_date is not null and delist_date is null
         and not exists (select from tracking_session t where t.code = stock.code and t.ended_at is null)
       order by code desc limit 1`,
    );
    if (free === undefined) throw new Error('every stock has a session');
    const create = async (): Promise<void> => {
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: '新建跟踪' });
      await dialog.getByRole('combobox', { name: /股票/ }).fill(free.code);
      await dialog.getByRole('option', { name: new RegExp(free.code) }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.getByText(/建议：/).waitFor();
      await dialog.getByLabel('优先级').fill('81');
      await dialog.getByRole('button', { name: '创建' }).click();
    };
    await create();
    await soon('it is there', async () => (await list(`status=open&code=${free.code}`)).rows[0]?.priority === 81);
    const { rows } = await list(`status=open&code=${free.code}`);
    expect(rows[0]).toMatchObject({ source: '手工新建', code: free.code });
    expect(rows[0]?.entryClosePrice).toBeGreaterThan(0);
    await page.waitForURL(/\/sessions$/);
    await create();
    await page.getByText(/已有开放的跟踪，先关闭它才能新建/).waitFor();
    expect(await page.getByRole('link', { name: '打开它' }).getAttribute('href')).toBe(`/sessions/${rows[0]?.id}`);
    await page.keyboard.press('Escape');
    await undo(page);
    await soon('it is gone', async () => (await list(`status=open&code=${free.code}`)).total === 0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens sessions for a pasted list, and skips stocks that have one', async () => {
    const { page, complaints, close } = await web.visit('/sessions?new=pasted', { expectStatuses: [404] });
    const free = await web.service.database.query<{ code: string; name: string }>(
      `select code, name from stock where last_bar_date is not null and delist_date is null
         and not exists (select from tracking_session t where t.code = stock.code and t.ended_at is null)
       order by code limit 2`,
    );
    const [one, two] = free;
    const known = nth(await byPriority(), 0);
    const dialog = page.getByRole('dialog', { name: '粘贴多个代码' });
    await dialog
      .getByRole('textbox')
      .fill(`${one?.code} ${one?.name}\nSZ${two?.code}，${known.code}\n999999\n没有代码`);
    await dialog.getByText('没有认出代码： 没有代码').waitFor();
    await dialog.getByRole('button', { name: '检查 4 个代码' }).click();
    await dialog.getByRole('cell', { name: '已有跟踪' }).waitFor();
    await dialog.getByText('⚠ 没有这个代码的行情').waitFor();
    await dialog.getByRole('button', { name: '创建 2 只' }).click();
    await soon('both are marked', async () => (await dialog.getByText('✓ 已创建').count()) === 2);
    for (const { code } of free) {
      expect((await list(`status=open&code=${code}`)).rows[0]).toMatchObject({ source: '批量新建' });
    }
    await dialog.getByRole('button', { name: '完成' }).click();
    await undo(page);
    await soon('both are gone', async () => (await list(`status=open&code=${one?.code}`)).total === 0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('imports from holdings by a job that survives a reload', async () => {
    const [free] = await web.service.database.query<{ code: string }>(
      `select code from stock where last_bar_date is not null and delist_date is null
         and not exists (select from tracking_session t where t.code = stock.code and t.ended_at is null)
       order by code desc limit 1`,
    );
    await web.service.call('PUT', `/api/positions/${free?.code}`, { json: { quantity: 300, avg_cost: 9 } });
    const { page, complaints, close } = await web.visit('/sessions');
    await page.getByRole('button', { name: /^新建/ }).click();
    await page.getByRole('menuitem', { name: '从持仓导入' }).click();
    await page.getByRole('button', { name: '试算' }).click();
    await page.getByRole('cell', { name: '可新建' }).waitFor();
    await page.getByRole('button', { name: '导入 1 只' }).click();
    await page.waitForURL(/job=\d+/);
    await page.reload();
    await page.getByText('已导入 1 只').waitFor();
    expect((await list(`status=open&code=${free?.code}`)).rows[0]).toMatchObject({ source: '持仓导入' });
    await page.getByRole('button', { name: '完成' }).click();
    await page.waitForURL(/\/sessions$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps named views and columns for all browsers of the user', async () => {
    const { page, complaints, close } = await web.visit('/sessions?phase=transition&sort=entry_date');
    await page.getByRole('button', { name: '+ 保存视图' }).click();
    await page.getByLabel('视图名称').fill('过渡新入');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^过渡新入/ }).waitFor();
    await settled(page);
    await page.keyboard.press('g');
    await page.keyboard.press('1');
    await page.waitForURL(/\/sessions$/);
    await page.reload();
    await settled(page);
    await page.keyboard.press('g');
    await page.keyboard.press('5');
    await page.waitForURL(/phase=transition&sort=entry_date/);
    await page.getByRole('button', { name: '删除视图「过渡新入」' }).click();
    await page.getByRole('button', { name: '+ 保存视图' }).waitFor();

    expect(await page.getByRole('columnheader', { name: '来源' }).count()).toBe(1);
    await page.getByRole('button', { name: /^列/ }).click();
    await page.getByRole('checkbox', { name: '来源' }).click();
    await page.keyboard.press('Escape');
    await settled(page);
    expect(complaints).toEqual([]);
    await close();

    const elsewhere = await web.visit('/sessions');
    await elsewhere.page.getByRole('columnheader', { name: '较入场' }).waitFor();
    expect(await elsewhere.page.getByRole('columnheader', { name: '来源' }).count()).toBe(0);
    expect(elsewhere.complaints).toEqual([]);
    await elsewhere.close();
  });

  describe('with ten thousand sessions', () => {
    const MANY = 10_000;

    beforeAll(async () => {
      await web.service.database.query(
        `insert into tracking_session (code, stock_name, entry_date, market_source, priority)
         select lpad((100000 + n)::text, 6, '0'), '样本' || n, '2026-11-02', 'demo', n % 40
         from generate_series(1, $1) n
         where not exists (select from tracking_session t where t.code = lpad((100000 + n)::text, 6, '0'))`,
        [MANY],
      );
      await web.service.database.query(
        `insert into session_market (session_id) select id from tracking_session on conflict do nothing`,
      );
    });
    afterAll(() => web.service.database.query(`delete from tracking_session where stock_name like '样本%'`));

    it('shows them all while it renders only a few, and ticks up to a thousand', async () => {
      // None of these codes has a bar.
      const { page, complaints, close } = await web.visit('/sessions', { expectStatuses: [404] });
      const { total } = await list('status=open&limit=1');
      expect(total).toBeGreaterThan(MANY);
      const rowsThere = (): Promise<number> => page.locator('[role=row]').count();
      expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(total + 1));
      expect(await rowsThere()).toBeLessThan(80);
      await page.keyboard.press('End');
      await settled(page);
      const last = nth((await list(`status=open&limit=1&offset=${total - 1}`)).rows, 0);
      await soon('the cursor is at the end', async () => (await cursorOf(page)) === `session-${last.id}`);
      expect(await rowOf(page, last).getAttribute('aria-rowindex')).toBe(String(total + 1));
      expect(await rowsThere()).toBeLessThan(80);

      const seen = new Set<number>();
      page.on('request', (request) => {
        const offset = new URL(request.url()).searchParams.get('offset');
        if (offset !== null) seen.add(Number(offset));
      });
      await page.evaluate(`document.querySelector('[role=grid]').scrollTop = ${28 * 5050}`);
      const middle = nth((await list('status=open&limit=1&offset=5050')).rows, 0);
      await rowOf(page, middle).waitFor();
      expect([...seen].every((offset) => offset >= 4800 && offset <= 5200)).toBe(true);

      await page.getByRole('checkbox', { name: '选择已载入的行' }).click();
      await page.getByRole('button', { name: '选择筛选的全部 1,000 只' }).click();
      await page.getByText('最多选择 1,000 只').waitFor();
      await page.getByRole('button', { name: '取消选择' }).click();
      await web.shot(page, 'sessions-ten-thousand');
      expect(complaints).toEqual([]);
      await close();
    });
  });

  it('shows two lines a session on a phone, with its filters in a sheet', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { viewport: PHONE });
    const rows = await byPriority();
    expect(await page.getByRole('grid').count()).toBe(0);
    const first = page.getByRole('button', { name: new RegExp(rows[0]?.stockName ?? '') });
    expect((await first.boundingBox())?.height).toBe(52);
    await web.shot(page, 'sessions-phone');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^筛选/ }).click();
    const sheet = page.getByRole('dialog', { name: '筛选' });
    await sheet.getByLabel('状态').selectOption('closed');
    const { total } = await list('status=closed');
    await sheet.getByRole('button', { name: `看 ${total} 只` }).waitFor();
    await sheet.getByLabel('状态').selectOption('all');
    await web.shot(page, 'sessions-phone-filters');
    expect(await axeFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: /^看/ }).click();
    await page.waitForURL(/status=all/);
    await settled(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await first.tap();
    await page.waitForURL(/\/sessions\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is available in English', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { language: 'en' });
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await page.getByRole('columnheader', { name: 'vs entry' }).waitFor();
    await web.shot(page, 'sessions-english');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('has no serious axe findings, %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/sessions', { scheme });
    await page.keyboard.press('Space');
    await settled(page);
    await web.shot(page, `sessions-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: '新建跟踪' }).waitFor();
    await web.shot(page, `sessions-new-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${web.url}/sessions?code=000000`);
    await settled(page);
    await page.getByText('没有符合筛选的跟踪').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

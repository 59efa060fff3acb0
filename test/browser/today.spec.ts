import type { SessionDetail, SessionView } from '#lib/tracking';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled, type Visit } from './support/demo-console';

jest.setTimeout(240_000);

const DAY = '2026-11-20';

describePages('the Today page', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
    await makeWork();
  });
  afterAll(() => web.stop());

  /** Sessions that a rule would close, a day that lacks its records, and stocks that rose much. */
  const makeWork = async (): Promise<void> => {
    const sessions = await due();
    await web.service.database.query(
      `update tracking_session set entry_close_price = 1000 where id = any($1::bigint[])`,
      [sessions.slice(-3).map(({ id }) => id)],
    );
    await web.service.database.query(
      `update daily_record set deleted_at = now(), is_latest = false where trade_date = $1 and session_id = any($2::bigint[])`,
      [DAY, sessions.slice(0, 5).map(({ id }) => id)],
    );
    await web.service.database.query(
      `update weekly_record set deleted_at = now(), is_latest = false where is_latest and session_id = any($1::bigint[])`,
      [sessions.slice(5, 8).map(({ id }) => id)],
    );
    await web.service.database.query(
      `update daily_bar set pre_close = round((close / 1.1)::numeric, 2)::float8 where trade_date = $1 and code in (
         select code from daily_bar b where trade_date = $1
           and not exists (select from tracking_session s where s.code = b.code) order by code limit 3)`,
      [DAY],
    );
  };

  const due = async (): Promise<SessionView[]> => {
    const reply = await web.service.call(
      'GET',
      '/api/stock-cycle/sessions?status=open&review_due=due&sort=priority&order=desc&limit=200',
    );
    return (reply.body.data as { sessions: SessionView[] }).sessions;
  };
  const detail = async (id: number): Promise<SessionDetail> =>
    (await web.service.call('GET', `/api/stock-cycle/sessions/${id}`)).body.data as SessionDetail;
  const rows = (visit: Visit) => visit.page.getByRole('list', { name: /待办列表/ }).getByRole('button');
  const cursor = (visit: Visit): Promise<string | null> =>
    visit.page.locator('button[data-key][aria-current=true]').getAttribute('data-key');

  it.each(['light', 'dark'] as const)('has no serious axe findings on any tab, in %s', async (scheme) => {
    const visit = await web.visit('/today', { scheme });
    for (const tab of ['review', 'daily', 'weekly', 'close', 'risers']) {
      await visit.page.goto(`${web.url}/today?tab=${tab}`);
      await settled(visit.page);
      await visit.page.locator('button[data-key]').first().waitFor();
      await web.shot(visit.page, `today-${tab}-${scheme}`);
      expect([tab, await axeFindings(visit.page)]).toEqual([tab, []]);
    }
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('reviews one session after the other by keyboard, and saves each in the API', async () => {
    const [first, second, third] = await due();
    if (first === undefined || second === undefined || third === undefined) throw new Error('nothing is due');
    const visit = await web.visit('/today');
    const { page } = visit;
    await rows(visit).first().waitFor();
    expect(await cursor(visit)).toBe(`s${first.id}`);
    await page.keyboard.press('j');
    await until('the cursor has moved', 5000, async () => (await cursor(visit)) === `s${second.id}`);
    await page.keyboard.press('k');
    await until('the cursor is back', 5000, async () => (await cursor(visit)) === `s${first.id}`);
    await page.getByLabel('证据').waitFor();
    await page.keyboard.press('e');
    await until('the form has the focus', 5000, () =>
      page.evaluate<boolean>(`document.activeElement?.tagName === 'SELECT'`),
    );
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('证据').fill('缩量回踩不破 SC 低点');
    await page.getByRole('button', { name: '+1 周' }).click();
    await page.getByLabel('阶段', { exact: true }).selectOption('markup');
    await page.getByLabel('证据').press('Control+Enter');
    await until('the next one is shown', 5000, async () => (await cursor(visit)) === `s${second.id}`);
    await until('the review is stored', 30_000, async () => {
      const { session, dailyRows } = await detail(first.id);
      const record = dailyRows.find(({ tradeDate }) => tradeDate === DAY);
      return (
        session.nextReviewAt === '2026-11-27' &&
        session.currentPrimaryPhase === 'markup' &&
        record?.evidenceNote === '缩量回踩不破 SC 低点' &&
        record.supplyDemand === 'demand_dominant' &&
        record.origin === 'manual'
      );
    });
    // The focus went along: typing goes on.
    await until('the form has the focus', 5000, () =>
      page.evaluate<boolean>(`document.activeElement?.tagName === 'SELECT'`),
    );
    await page.getByRole('button', { name: '+2 周' }).click();
    await page.keyboard.press('Control+Enter');
    await until('the second review is stored', 30_000, async () => {
      const { session } = await detail(second.id);
      return session.nextReviewAt === '2026-12-04';
    });
    await until('the third one is shown', 5000, async () => (await cursor(visit)) === `s${third.id}`);
    // Taken back by key, outside of fields.
    await page.locator(`button[data-key=s${third.id}]`).focus();
    await page.keyboard.press('u');
    await until('the second review is taken back', 30_000, async () => {
      const { session } = await detail(second.id);
      return session.nextReviewAt === second.nextReviewAt;
    });
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('shares drafts with the session’s page, and offers nothing that was saved there', async () => {
    const [first] = await due();
    if (first === undefined) throw new Error('nothing is due');
    const visit = await web.visit('/today');
    const { page } = visit;
    await page.getByLabel('证据').fill('今日里写的');
    await page.goto(`${web.url}/sessions/${first.id}?record=daily.${DAY}`);
    const evidence = page.getByRole('textbox', { name: '证据' });
    await until('the same text', 30_000, async () => (await evidence.inputValue()) === '今日里写的');
    await evidence.fill('在跟踪页改完');
    await evidence.press('Control+Enter');
    await until('it is stored', 30_000, async () =>
      (await detail(first.id)).dailyRows.some(({ evidenceNote }) => evidenceNote === '在跟踪页改完'),
    );
    // At once: the save's reply may never reach the page that sent it.
    await page.goto(`${web.url}/today?session=${first.id}`);
    await until(
      'what is stored is shown',
      30_000,
      async () => (await page.getByLabel('证据').inputValue()) === '在跟踪页改完',
    );
    expect(await page.getByText('有人改了这条记录').count()).toBe(0);
    expect(
      await page.evaluate<number>('Object.keys(sessionStorage).filter((key) => key.includes("draft")).length'),
    ).toBe(0);
    // The other way round.
    await page.goto(`${web.url}/sessions/${first.id}?record=daily.${DAY}`);
    await evidence.fill('在跟踪页写的');
    await page.goto(`${web.url}/today?session=${first.id}`);
    await until('the same text', 30_000, async () => (await page.getByLabel('证据').inputValue()) === '在跟踪页写的');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('keeps the typed text if a save fails', async () => {
    const [first] = await due();
    if (first === undefined) throw new Error('nothing is due');
    const visit = await web.visit('/today', { expectStatuses: [503] });
    const { page } = visit;
    await page.getByLabel('证据').fill('写了很久的一段');
    await page.route('**/api/stock-cycle/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, json: { success: false, error: 'no database', code: 'unavailable' } }),
    );
    await page.getByRole('button', { name: '存并下一个' }).click();
    await page.getByText('⚠ 未保存').waitFor();
    await page.locator(`button[data-key=s${first.id}]`).click();
    await until('it is still there', 5000, async () =>
      (await page.getByLabel('证据').inputValue()).includes('写了很久'),
    );
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('sums up the round at its end', async () => {
    const sessions = await due();
    const last = sessions.at(-1);
    if (last === undefined) throw new Error('nothing is due');
    const visit = await web.visit(`/today?session=${last.id}`);
    const { page } = visit;
    await page.getByLabel('优先级', { exact: true }).fill('7');
    await page.getByLabel('证据').fill('收在区间上沿');
    await page.getByLabel('证据').press('Control+Enter');
    await page.getByRole('heading', { name: '这一轮看完了' }).waitFor();
    await page.getByText(/1 只，不到 1 分钟 · 记 1 条/).waitFor();
    await web.shot(page, 'today-run-end');
    expect((await detail(last.id)).session.priority).toBe(7);
    await page.getByRole('button', { name: '从头再看' }).click();
    await page.getByLabel('证据').waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('writes the missing weeks one after the other, the oldest first', async () => {
    const sessions = await due();
    // One that no other test changes, with several weeks since its entry.
    const id = sessions.slice(8).find(({ entryDate }) => entryDate < '2026-11-06')?.id ?? 0;
    const { dailyRows, weeklyRows } = await detail(id);
    for (const row of weeklyRows) await web.service.call('DELETE', `/api/stock-cycle/weekly/${row.id}`);
    const visit = await web.visit(`/today?tab=weekly&session=${id}`);
    const { page } = visit;
    const heading = page.getByRole('heading', { name: /的周记录 新建/ });
    await heading.waitFor();
    const oldest = await heading.textContent();
    await web.shot(visit.page, 'today-missing-week');
    await page.getByLabel('证据').fill('周线缩量企稳');
    await page.getByLabel('证据').press('Control+Enter');
    // The next gap of the same session, not the next session.
    await until('the next week is asked for', 5000, async () => (await heading.textContent()) !== oldest);
    expect(await cursor(visit)).toBe(`s${id}`);
    await until('the week is written', 30_000, async () => (await detail(id)).weeklyRows.length === 1);
    const after = await detail(id);
    expect(after.weeklyRows).toMatchObject([{ evidenceNote: '周线缩量企稳', origin: 'manual' }]);
    expect(oldest).toContain(after.weeklyRows[0]?.weekEndDate.slice(5));
    expect(after.dailyRows).toEqual(dailyRows);
    await page.getByRole('button', { name: '上一周' }).click();
    await page.getByRole('heading', { name: /的周记录 已有/ }).waitFor();
    expect(await page.getByLabel('证据').inputValue()).toBe('周线缩量企稳');
    await page.getByRole('button', { name: '下一周' }).click();
    await heading.waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('lists missing days with their true number, whatever the review date, and writes the oldest recent one', async () => {
    // One that has three records, whatever the tests before have left.
    const details = await Promise.all((await due()).slice(5).map(({ id: one }) => detail(one)));
    const found = details.find(({ dailyRows: written }) => written.length >= 3);
    if (found === undefined) throw new Error('no session has three records');
    const { session, dailyRows } = found;
    const { id } = session;
    const [newest, second, third] = dailyRows;
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${id}`, { json: { next_review_at: '2027-06-01' } });
    for (const row of dailyRows) await web.service.call('DELETE', `/api/stock-cycle/daily/${row.id}`);
    for (const row of [newest, third]) await web.service.call('POST', `/api/stock-cycle/daily/${row?.id ?? 0}/restore`);
    const [bars] = await web.service.database.query<{ count: number }>(
      `select count(*)::int as count from daily_bar where code = $1 and trade_date between $2 and $3`,
      [session.code, session.entryDate, DAY],
    );
    const visit = await web.visit(`/today?tab=daily&session=${id}`);
    const { page } = visit;
    await page
      .locator(`button[data-key=s${id}]`)
      .getByText(`缺 ${(bars?.count ?? 0) - 2} 天`)
      .waitFor();
    const heading = page.getByRole('heading', { name: /日记录 新建/ });
    await heading.waitFor();
    expect(await heading.textContent()).not.toContain(second?.tradeDate.slice(5));
    await page.getByLabel('证据').fill('补记最早一日');
    await page.getByRole('button', { name: '存并下一个' }).click();
    await until('an old day is written', 30_000, async () =>
      (await detail(id)).dailyRows.some(({ evidenceNote }) => evidenceNote === '补记最早一日'),
    );
    expect((await detail(id)).dailyRows.find(({ tradeDate }) => tradeDate === second?.tradeDate)).toBeUndefined();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('keeps the typed text if somebody else has changed the record', async () => {
    const details = await Promise.all((await due()).slice(0, -1).map(({ id: one }) => detail(one)));
    const record = details.flatMap(({ dailyRows }) => dailyRows).find(({ tradeDate }) => tradeDate === DAY);
    const id = record?.sessionId ?? 0;
    const visit = await web.visit(`/today?session=${id}`, { expectStatuses: [412] });
    const { page } = visit;
    await page.getByLabel('证据').fill('我写的');
    await web.service.call('PATCH', `/api/stock-cycle/daily/${record?.id ?? 0}`, {
      json: { evidence_note: '别人写的' },
    });
    await page.getByRole('button', { name: '存并下一个' }).click();
    await page.getByText('⚠ 未保存').waitFor();
    await page.locator(`button[data-key=s${id}]`).click();
    const conflict = page.getByRole('alert').filter({ hasText: '有人改了这条记录' });
    await conflict.getByRole('row').filter({ hasText: '别人写的' }).getByText('我写的').waitFor();
    expect(await page.getByLabel('证据').inputValue()).toBe('我写的');
    await conflict.getByRole('button', { name: '保留我的改动' }).click();
    await page.getByRole('button', { name: '存并下一个' }).click();
    await until('mine is stored', 30_000, async () =>
      (await detail(id)).dailyRows.some(({ evidenceNote }) => evidenceNote === '我写的'),
    );
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('has the AI fill the current session, over a reload', async () => {
    const visit = await web.visit('/today?tab=daily');
    const { page } = visit;
    await rows(visit).first().waitFor();
    const id = Number((await cursor(visit))?.slice(1));
    await page.getByRole('button', { name: 'AI 补日记录' }).click();
    await page.waitForURL(/fills=/);
    await page.reload();
    await page.getByText(/AI 写入 \d+ 条/).waitFor();
    expect(new URL(page.url()).searchParams.get('fills')).toBeNull();
    expect((await detail(id)).dailyRows.some(({ tradeDate, origin }) => tradeDate === DAY && origin === 'ai')).toBe(
      true,
    );
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it("closes the sessions that the rules select, with the rule's name as the reason, and undoes it by a click", async () => {
    const visit = await web.visit('/today?tab=close');
    const { page } = visit;
    await rows(visit)
      .filter({ hasText: /较入场回撤/ })
      .first()
      .click();
    const id = Number(new URL(page.url()).searchParams.get('session'));
    expect(await page.getByLabel('关闭原因').inputValue()).toMatch(/^auto: .*entry_drawdown/);
    await page.getByRole('button', { name: '关闭并下一个' }).click();
    await until('it is closed', 30_000, async () => (await detail(id)).session.status === 'closed');
    expect((await detail(id)).session.endReason).toMatch(/^auto: /);
    await page.getByRole('button', { name: '撤销' }).first().click();
    await until('it is open again', 30_000, async () => (await detail(id)).session.status === 'open');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('begins to track a stock that rose', async () => {
    const visit = await web.visit('/today?tab=risers');
    const { page } = visit;
    await page.getByText('未跟踪').first().click();
    await page.getByText(/建议入场/).waitFor();
    const code = new URL(page.url()).searchParams.get('code');
    await web.shot(page, 'today-new-session');
    await page.getByRole('button', { name: '开始跟踪' }).click();
    await page.waitForURL(/session=\d+/);
    const id = Number(new URL(page.url()).searchParams.get('session'));
    const { session } = await detail(id);
    expect([session.code, session.status]).toEqual([code, 'open']);
    expect(session.entryClosePrice).not.toBeNull();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('shows prices, chips, volume and the whole form on a laptop', async () => {
    for (const viewport of [
      { width: 1366, height: 657 },
      { width: 960, height: 600 },
      { width: 1440, height: 900 },
      { width: 1440, height: 840 },
    ]) {
      const visit = await web.visit('/today', { viewport });
      const { page } = visit;
      const chart = page.getByRole('img', { name: /K 线/ });
      await chart.locator('canvas').first().waitFor();
      await settled(page);
      await web.shot(page, `today-${viewport.width}-${viewport.height}`);
      const at = await chart.boundingBox();
      const save = await page.getByRole('button', { name: '存并下一个' }).boundingBox();
      const form = await page.getByLabel('供需').boundingBox();
      if (at === null || save === null || form === null) throw new Error('something is not there');
      expect([viewport.width, at.height >= 240]).toEqual([viewport.width, true]);
      expect(save.y + save.height).toBeLessThanOrEqual(viewport.height);
      expect(form.y - at.y).toBeGreaterThanOrEqual(130);
      // The form covers nothing of the chart.
      if (viewport.width !== 960) expect(at.y + at.height).toBeLessThanOrEqual(form.y);
      await visit.close();
    }
  });

  it('is, on a phone, a list whose rows lead to the sessions', async () => {
    const visit = await web.visit('/today', { viewport: PHONE });
    const { page } = visit;
    await rows(visit).first().waitFor();
    await web.shot(page, 'today-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page)).toEqual([]);
    await rows(visit).first().tap();
    await page.waitForURL(/\/sessions\/\d+/);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('shows when the next review is if nothing is due', async () => {
    await web.service.database.query(
      `update tracking_session set next_review_at = case when id % 2 = 0 then '2026-11-24' else '2026-12-01' end::date`,
    );
    const [next] = await web.service.database.query<{ count: number }>(
      `select count(*)::int as count from tracking_session
       where next_review_at = '2026-11-24' and ended_at is null and deleted_at is null`,
    );
    const visit = await web.visit('/today');
    await visit.page.getByText('今天没有待复核。').waitFor();
    await visit.page.getByRole('link', { name: `下一个：11-24，${next?.count ?? 0} 只 →` }).waitFor();
    await web.shot(visit.page, 'today-empty');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

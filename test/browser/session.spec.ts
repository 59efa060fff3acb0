import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

interface SessionRow {
  id: number;
  entryDate: string;
  code: string;
  stockName: string;
  status: string;
  priority: number;
  nextReviewAt: string | null;
  currentPrimaryPhase: string | null;
  summaryNote: string | null;
  endReason: string | null;
  fundamentalScore: number | null;
}

interface RecordRow {
  id: number;
  tradeDate?: string;
  weekEndDate?: string;
  supplyDemand: string | null;
  alignFlag: string | null;
  cycleEvents: string[];
  cycleSubTags: string[];
  evidenceNote: string | null;
  origin: string;
  aiRunId: number | null;
  primaryPhaseHint: string | null;
}

interface Detail {
  session: SessionRow;
  dailyRows: RecordRow[];
  weeklyRows: RecordRow[];
}

const ANSWER_MS = 10_000;
const FILL_MS = 60_000;

describePages('the page of one session', () => {
  let web: DemoConsole;
  /** Sessions that no other test touches, one a test. */
  let untouched: number[];
  /** Sessions without records. */
  let spare: number[];
  let lastOne: number;

  beforeAll(async () => {
    web = await DemoConsole.start();
    const reply = await web.service.call('GET', '/api/stock-cycle/sessions?status=open&limit=100&sort=priority');
    const { sessions } = reply.body.data as { sessions: (SessionRow & { latestDaily: { id: number } | null })[] };
    const recorded = sessions.filter(({ latestDaily }) => latestDaily !== null).map(({ id }) => id);
    lastOne = recorded.pop() ?? 0;
    // Those that were not due have no records: a few of them are filled, so that there is one for each test.
    const notDue = sessions.filter(({ latestDaily }) => latestDaily === null);
    const idle = notDue.slice(0, 8);
    spare = notDue.slice(8).map(({ id }) => id);
    for (const { id } of idle) {
      for (const kind of ['daily', 'weekly']) {
        const fill = await web.service.call('POST', `/api/stock-cycle/sessions/${id}/ai-fill-${kind}`);
        expect(fill.status).toBe(200);
      }
    }
    // Which session has which id differs from run to run. Those of the last days, which can't have many records, come last.
    const entered = new Map(sessions.map(({ id, entryDate }) => [id, entryDate]));
    untouched = [...recorded, ...idle.map(({ id }) => id)].sort((one, other) =>
      (entered.get(one) ?? '').localeCompare(entered.get(other) ?? ''),
    );
  });
  afterAll(() => web.stop());

  /** One that keeps its records and its state, whatever they say. */
  const anySession = (): Promise<Detail> => detailOf(lastOne);
  /** One whose newest week is read as a rise: of the untouched, else of those that are filled for it. */
  const risingSession = async (): Promise<Detail> => {
    for (const id of [...untouched, ...spare]) {
      if (spare.includes(id)) await web.service.call('POST', `/api/stock-cycle/sessions/${id}/ai-fill-weekly`);
      const detail = await detailOf(id);
      if (['accumulation', 'markup'].includes(detail.weeklyRows[0]?.primaryPhaseHint ?? '')) return detail;
    }
    throw new Error('no session has a newest week in accumulation or markup');
  };
  const nextSession = async (): Promise<Detail> => {
    const id = untouched.shift();
    if (id === undefined) throw new Error('more tests than sessions: fill more of them before the tests');
    return detailOf(id);
  };

  async function detailOf(id: number): Promise<Detail> {
    const reply = await web.service.call('GET', `/api/stock-cycle/sessions/${id}`);
    expect(reply.status).toBe(200);
    return reply.body.data as Detail;
  }

  async function stored(what: string, id: number, holds: (detail: Detail) => boolean): Promise<void> {
    await until(what, ANSWER_MS, async () => holds(await detailOf(id)));
  }

  async function closeNotices(page: Page): Promise<void> {
    for (const button of await page.getByRole('button', { name: '关闭', exact: true }).all()) await button.click();
  }

  it('opens from its address, in both appearances and languages and on a phone, and everything on it is reachable', async () => {
    const { session, dailyRows } = await anySession();
    for (const scheme of ['light', 'dark'] as const) {
      const { page, complaints, close } = await web.visit(`/sessions/${session.id}`, { scheme });
      await page.getByRole('heading', { level: 1, name: `${session.code} ${session.stockName}` }).waitFor();
      const rows = page.getByRole('list', { name: '日记录' });
      await rows.getByText(dailyRows[0]?.evidenceNote ?? 'no note').waitFor();
      await web.shot(page, `session-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('tab', { name: '战绩' }).click();
      await page.getByRole('region', { name: '模型的判断' }).waitFor();
      await web.shot(page, `session-track-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('tab', { name: '备注与历史' }).click();
      await page.getByText('新建跟踪').waitFor();
      await web.shot(page, `session-history-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    }
    const english = await web.visit(`/sessions/${session.id}?period=week`, { language: 'en' });
    await english.page.getByRole('list', { name: 'Weekly' }).waitFor();
    await web.shot(english.page, 'session-english');
    expect(await english.page.locator('main').locator('button, label, [role=tab], option').allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/[\u4e00-\u9fff]/)]),
    );
    expect(english.complaints).toEqual([]);
    await english.close();
    for (const scheme of ['light', 'dark'] as const) {
      const phone = await web.visit(`/sessions/${session.id}`, { viewport: PHONE, scheme });
      await phone.page.getByRole('list', { name: '日记录' }).waitFor();
      await web.shot(phone.page, `session-phone-${scheme}`);
      expect(await axeFindings(phone.page)).toEqual([]);
      expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        PHONE.width,
      );
      await phone.page.getByRole('button', { name: `编辑 ${dailyRows[0]?.tradeDate ?? ''}` }).click();
      await phone.page.getByRole('textbox', { name: '证据' }).waitFor();
      await web.shot(phone.page, `session-phone-form-${scheme}`);
      expect(await axeFindings(phone.page)).toEqual([]);
      expect(phone.complaints).toEqual([]);
      await phone.close();
    }
  });

  it('prints its records without the buttons that change them', async () => {
    const { session } = await anySession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    const buttons = page.getByRole('main').getByRole('button', { name: /编辑/ });
    await until('buttons that change records', ANSWER_MS, async () => (await buttons.count()) > 1);
    await page.emulateMedia({ media: 'print' });
    // Only what is shown has a role.
    expect(await buttons.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the source of its values, under the pointer and at the keyboard’s focus', async () => {
    const { session } = await anySession();
    for (const language of ['zh', 'en'] as const) {
      const { page, complaints, close } = await web.visit(`/sessions/${session.id}?tab=history`, { language });
      const tip = page.getByRole('tooltip');
      const figures = page.locator('main [data-provenance]');
      await figures.first().waitFor();
      expect(await figures.count()).toBeGreaterThanOrEqual(6);
      const head = page.locator('header [data-provenance]');
      await head.first().hover();
      await tip.getByText(language === 'zh' ? '2026-11-20 收盘' : 'Close of 2026-11-20').waitFor();
      await tip
        .getByText(language === 'zh' ? '来源：演示数据（不是真实行情）' : 'Source: demo data (not a real market)')
        .waitFor();
      await web.shot(page, `session-provenance-${language}`);
      expect(await axeFindings(page)).toEqual([]);
      await page.mouse.move(700, 500);
      await tip.waitFor({ state: 'hidden' });
      await head.nth(1).focus();
      await tip.getByText(language === 'zh' ? /折算依据|没有需要折算/ : /Adjusted by|No ex-right/).waitFor();
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'hidden' });
      const notes = page.getByRole('region', { name: language === 'zh' ? '跟踪资料' : 'About the session' });
      await notes.locator('[data-provenance]').first().focus();
      await tip.getByText(language === 'zh' ? /流通市值/ : /Floating market cap of/).waitFor();
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('shows the current name next to the one at creation', async () => {
    const { session } = await anySession();
    const rename = (name: string) =>
      web.service.database.query('update stock set name = $1 where code = $2', [name, session.code]);
    await rename('*ST改名');
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('heading', { level: 1, name: `${session.code} *ST改名` }).waitFor();
    await page.getByText(`建立时名为 ${session.stockName}`).waitFor();
    expect(complaints).toEqual([]);
    await close();
    await rename(session.stockName);
  });

  it('edits a record in place, by keys, and undoes it', async () => {
    const { session, dailyRows } = await nextSession();
    const [newest] = dailyRows;
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('list', { name: '日记录' }).waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(/record=daily\./);
    await page.getByLabel('供需').selectOption('balanced');
    await page.getByLabel('与主阶段').selectOption('diverging');
    await page.getByRole('combobox', { name: /^事件/ }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'SPRING 弹簧' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: '证据' }).fill('人工：缩量回踩不破低点');
    await web.shot(page, 'session-form-light');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByText(`已保存 ${newest?.tradeDate ?? ''}`).waitFor();
    const edited = (await detailOf(session.id)).dailyRows[0];
    expect(edited).toMatchObject({ supplyDemand: 'balanced', alignFlag: 'diverging' });
    expect(edited?.evidenceNote).toBe('人工：缩量回踩不破低点');
    expect(edited?.cycleEvents).toContain('SPRING');
    await page.waitForURL(({ search }) => search === '');
    await page.keyboard.press('u');
    await stored(
      'the edit is taken back',
      session.id,
      ({ dailyRows: [row] }) => row?.evidenceNote === newest?.evidenceNote,
    );
    const restored = (await detailOf(session.id)).dailyRows[0];
    expect(restored).toMatchObject({ supplyDemand: newest?.supplyDemand, cycleEvents: newest?.cycleEvents });
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows days without a record, adds one to them, deletes one, and undoes both', async () => {
    const { session, dailyRows } = await nextSession();
    const [newest] = dailyRows;
    const day = newest?.tradeDate ?? '';
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: `编辑 ${day}` }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await page.getByText(`已删除 ${day}`).waitFor();
    await stored('the record is deleted', session.id, (detail) =>
      detail.dailyRows.every((row) => row.tradeDate !== day),
    );
    await page.getByRole('button', { name: '撤销' }).click();
    await stored(
      'the record is back',
      session.id,
      (detail) => detail.dailyRows[0]?.evidenceNote === newest?.evidenceNote,
    );
    expect((await detailOf(session.id)).dailyRows[0]).toMatchObject({
      tradeDate: day,
      id: newest?.id,
      cycleSubTags: newest?.cycleSubTags,
      supplyDemand: newest?.supplyDemand,
      origin: 'ai',
      aiRunId: newest?.aiRunId,
    });
    expect(newest?.origin).toBe('ai');
    await closeNotices(page);
    await page.getByRole('button', { name: `编辑 ${day}` }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await page.getByRole('button', { name: `补 ${day}` }).waitFor();
    await web.shot(page, 'session-missing-light');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `补 ${day}` }).click();
    expect(await page.getByLabel('交易日').inputValue()).toBe(day);
    await page.getByRole('textbox', { name: '证据' }).fill('补记');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText(`已新建 ${day}`).waitFor();
    expect((await detailOf(session.id)).dailyRows[0]).toMatchObject({
      tradeDate: day,
      evidenceNote: '补记',
      origin: 'manual',
    });
    await page.keyboard.press('u');
    await stored('the new record is gone', session.id, (detail) =>
      detail.dailyRows.every((row) => row.tradeDate !== day),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports what a weekly record did to the phase, and which rules fire', async () => {
    // A phase that stands already does not change.
    const details = await Promise.all(untouched.map((one) => detailOf(one)));
    const index = details.findIndex((one) => one.session.currentPrimaryPhase !== 'distribution');
    const { session, weeklyRows } = await detailOf(untouched.splice(index, 1)[0] ?? 0);
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}?period=week`);
    const newest = weeklyRows[0];
    await page.getByRole('button', { name: `编辑 ${newest?.weekEndDate ?? ''}` }).click();
    await page.getByLabel('阶段提示').selectOption('distribution');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/主阶段随最新周记录改变：.+ → 派发/).waitFor();
    expect((await detailOf(session.id)).session.currentPrimaryPhase).toBe('distribution');
    const shownPhase = page.getByRole('combobox', { name: '阶段', exact: true });
    await until('the page shows the phase', ANSWER_MS, async () => (await shownPhase.inputValue()) === 'distribution');
    const [daily] = (await detailOf(session.id)).dailyRows;
    await page.goto(`${web.url}/sessions/${session.id}?record=daily.${daily?.tradeDate ?? ''}`);
    await settled(page);
    await page.getByRole('combobox', { name: /^事件/ }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'FTI 跌破冰线' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByText('结构失效').waitFor();
    await web.shot(page, 'session-rules-light');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('changes priority, phase and review date, each with its undo', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: '优先级加 1' }).click();
    await page.getByRole('button', { name: '优先级加 1' }).click();
    await stored('two more', session.id, (detail) => detail.session.priority === session.priority + 2);
    await page.getByText(`优先级改为 ${session.priority + 2}`).waitFor();
    await page.keyboard.press('u');
    await stored('one less', session.id, (detail) => detail.session.priority === session.priority + 1);
    await page.getByRole('button', { name: /^复核/ }).click();
    await page.getByRole('button', { name: '+2 周' }).click();
    await stored('the review', session.id, (detail) => detail.session.nextReviewAt === '2026-12-04');
    await page.getByText('下次复核 12-04').waitFor();
    await page.keyboard.press('u');
    await stored('the old review', session.id, (detail) => detail.session.nextReviewAt === session.nextReviewAt);
    await page.getByRole('combobox', { name: '阶段', exact: true }).selectOption('markup');
    await stored('the phase', session.id, (detail) => detail.session.currentPrimaryPhase === 'markup');
    await page.getByText('阶段改为 拉升').waitFor();
    await page.keyboard.press('u');
    await stored(
      'the old phase',
      session.id,
      (detail) => detail.session.currentPrimaryPhase === session.currentPrimaryPhase,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the typed text if somebody else has changed the record, and shows what differs', async () => {
    const { session, dailyRows } = await nextSession();
    const [newest] = dailyRows;
    const { page, complaints, close } = await web.visit(
      `/sessions/${session.id}?record=daily.${newest?.tradeDate ?? ''}`,
      { expectStatuses: [412] },
    );
    await page.getByRole('textbox', { name: '证据' }).fill('我写的');
    await web.service.call('PATCH', `/api/stock-cycle/daily/${newest?.id ?? 0}`, {
      json: { evidence_note: '别人写的', cycle_events: ['SPRING'] },
    });
    await page.keyboard.press('Control+Enter');
    const conflict = page.getByRole('alert').filter({ hasText: '有人改了这条记录' });
    await conflict.getByRole('row').filter({ hasText: '别人写的' }).getByText('我写的').waitFor();
    await conflict.getByRole('row').filter({ hasText: 'SPRING' }).getByText('您没有改').waitFor();
    expect(await page.getByRole('textbox', { name: '证据' }).inputValue()).toBe('我写的');
    await closeNotices(page);
    expect((await detailOf(session.id)).dailyRows[0]?.evidenceNote).toBe('别人写的');
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await web.shot(page, `session-conflict-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    await conflict.getByRole('button', { name: '保留我的改动' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '保存' }).click();
    await stored('mine', session.id, ({ dailyRows: [row] }) => row?.evidenceNote === '我写的');
    // What only the other one changed stays.
    expect((await detailOf(session.id)).dailyRows[0]?.cycleEvents).toEqual(['SPRING']);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the typed text if somebody else deletes the record, or writes that of a missing day', async () => {
    const { session, dailyRows } = await nextSession();
    const day = dailyRows[0]?.tradeDate ?? '';
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}?record=daily.${day}`, {
      expectStatuses: [404, 409],
    });
    await page.getByRole('textbox', { name: '证据' }).fill('我写的');
    await web.service.call('DELETE', `/api/stock-cycle/daily/${dailyRows[0]?.id ?? 0}`);
    await page.keyboard.press('Control+Enter');
    await page.getByText('有人删除了这条记录').waitFor();
    expect(await page.getByRole('textbox', { name: '证据' }).inputValue()).toBe('我写的');
    await web.service.call('POST', `/api/stock-cycle/sessions/${session.id}/daily`, {
      json: { trade_date: day, evidence_note: '别人写的' },
    });
    await page.getByRole('button', { name: '保存' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: '有人改了这条记录' });
    await conflict.getByRole('row').filter({ hasText: '别人写的' }).getByText('我写的').waitFor();
    await conflict.getByRole('button', { name: '改用现在存着的' }).click();
    expect(await page.getByRole('textbox', { name: '证据' }).inputValue()).toBe('别人写的');
    expect(complaints).toEqual([]);
    await close();
  });

  it('offers a phase again if somebody else’s change came first', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`, { expectStatuses: [412] });
    const phase = page.getByRole('combobox', { name: '阶段', exact: true });
    await phase.waitFor();
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${session.id}`, {
      json: { current_primary_phase: 'distribution' },
    });
    await phase.selectOption('markdown');
    await page.getByText('这一步没有做：阶段改为 下跌').waitFor();
    await until('the stored phase is shown', ANSWER_MS, async () => (await phase.inputValue()) === 'distribution');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '再做：阶段改为 下跌' }).click();
    await stored('the phase', session.id, (detail) => detail.session.currentPrimaryPhase === 'markdown');
    await until('the page shows it', ANSWER_MS, async () => (await phase.inputValue()) === 'markdown');
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports that a weekly fill has cleared the review date and why, and sets it again', async () => {
    const needless = await risingSession();
    const { id } = needless.session;
    untouched = untouched.filter((one) => one !== id);
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${id}`, { json: { next_review_at: '2026-11-30' } });
    const { page, complaints, close } = await web.visit(`/sessions/${id}`);
    await page.getByRole('button', { name: 'AI 填' }).click();
    await page.getByRole('menuitem', { name: '周记录 · 并重写最新一周' }).click();
    await untilShown(page, /复核日期 11-30 已清除：最新周记录提示/, FILL_MS);
    await web.shot(page, 'session-review-cleared-light');
    expect(await axeFindings(page)).toEqual([]);
    expect((await detailOf(id)).session.nextReviewAt).toBeNull();
    await page.getByRole('button', { name: '设回 11-30' }).click();
    await stored('the review date', id, (detail) => detail.session.nextReviewAt === '2026-11-30');
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports that somebody else changed the session, keeps the typed text, and then saves it', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}?tab=history`, {
      expectStatuses: [412],
    });
    await page.getByRole('button', { name: '编辑总结' }).click();
    await page.getByRole('textbox', { name: '总结' }).fill('等待二次测试');
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${session.id}`, {
      json: { fundamental_note: '别人写的' },
    });
    await page.keyboard.press('Control+Enter');
    await page.getByText('此跟踪刚被他人修改').waitFor();
    await page.getByText('别人写的').first().waitFor();
    expect(await page.getByRole('textbox', { name: '总结' }).inputValue()).toBe('等待二次测试');
    expect((await detailOf(session.id)).session.summaryNote).toBe(session.summaryNote);
    await page.getByRole('textbox', { name: '总结' }).press('Control+Enter');
    await stored('the note', session.id, (detail) => detail.session.summaryNote === '等待二次测试');
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the typed text of a record by session and day, until it is saved or discarded', async () => {
    const { session, dailyRows } = await anySession();
    const [newest, second] = dailyRows;
    const [day, before] = [newest?.tradeDate ?? '', second?.tradeDate ?? ''];
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}?record=daily.${day}`, {
      expectStatuses: [412],
    });
    const evidence = page.getByRole('textbox', { name: '证据' });
    await evidence.fill('写到一半');
    await page.getByRole('link', { name: '今日' }).first().click();
    await page.waitForURL(/today/);
    await page.goBack();
    await until('it is there after Back', ANSWER_MS, async () => (await evidence.inputValue()) === '写到一半');
    await page.reload();
    await until('it is there after a reload', ANSWER_MS, async () => (await evidence.inputValue()) === '写到一半');
    // A form that is left by its key keeps it too, and its row says so. The form of another day knows nothing of it.
    await evidence.press('Escape');
    await page.getByText('有未保存的输入').waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await web.shot(page, `session-unsaved-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.getByRole('button', { name: `编辑 ${before}` }).click();
    expect(await evidence.inputValue()).toBe(second?.evidenceNote ?? '');
    await page.getByRole('button', { name: '取消' }).click();
    // What is stored changes meanwhile.
    await web.service.call('PATCH', `/api/stock-cycle/daily/${newest?.id ?? 0}`, {
      json: { evidence_note: '别人写的' },
    });
    await page.goto(`${web.url}/sessions/${untouched[0] ?? 0}?record=daily.${day}`);
    await settled(page);
    expect(await page.getByText('有未保存的输入').count()).toBe(0);
    await page.goto(`${web.url}/sessions/${session.id}?record=daily.${day}`);
    await page.getByRole('alert').getByText('有人改了这条记录').waitFor();
    expect(await evidence.inputValue()).toBe('写到一半');
    await page.getByRole('button', { name: '保留我的改动' }).click();
    await evidence.press('Control+Enter');
    await stored('what was typed', session.id, (detail) => detail.dailyRows[0]?.evidenceNote === '写到一半');
    await page.getByRole('button', { name: `编辑 ${day}` }).click();
    await evidence.fill('不要了');
    await page.getByRole('button', { name: '放弃输入' }).click();
    await page.getByRole('button', { name: `编辑 ${day}` }).click();
    expect(await evidence.inputValue()).toBe('写到一半');
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps a new record with its day, the notes and the reason of the dialog', async () => {
    const { session, dailyRows } = await anySession();
    const newest = dailyRows[0];
    await web.service.call('DELETE', `/api/stock-cycle/daily/${newest?.id ?? 0}`);
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: '新建', exact: true }).click();
    await page.getByRole('textbox', { name: '证据' }).fill('新的一条');
    const day = await page.getByLabel('交易日').inputValue();
    const others = await page.getByLabel('交易日').locator('option').allTextContents();
    const other = others.find((one) => one !== day);
    if (other !== undefined) {
      await page.getByLabel('交易日').selectOption(other);
      expect(await page.getByRole('textbox', { name: '证据' }).inputValue()).toBe('新的一条');
    }
    await page.getByRole('tab', { name: '备注与历史' }).click();
    await page.getByRole('button', { name: '编辑总结' }).click();
    await page.getByRole('textbox', { name: '总结' }).fill('总结写到一半');
    await page.getByRole('button', { name: '关闭跟踪' }).click();
    await page.getByLabel('关闭原因（可不填）').fill('跌破了');
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${session.id}`, {
      json: { summary_note: '别人的总结' },
    });
    await page.reload();
    await settled(page);
    await page.getByText('存着的改成了：别人的总结').waitFor();
    expect(await page.getByRole('textbox', { name: '总结' }).inputValue()).toBe('总结写到一半');
    await web.shot(page, 'session-note-kept-light');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '放弃输入' }).click();
    await page.getByText('别人的总结').first().waitFor();
    expect(await page.getByRole('textbox', { name: '总结' }).count()).toBe(0);
    await page.getByRole('button', { name: '关闭跟踪' }).click();
    expect(await page.getByLabel('关闭原因（可不填）').inputValue()).toBe('跌破了');
    await page.getByLabel('关闭原因（可不填）').fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: '记录' }).click();
    const form = page.getByRole('region', { name: '新建日记录' });
    if (!(await form.isVisible())) await page.getByRole('button', { name: '新建', exact: true }).click();
    expect(await page.getByLabel('交易日').inputValue()).toBe(other ?? day);
    expect(await form.getByRole('textbox', { name: '证据' }).inputValue()).toBe('新的一条');
    await form.getByRole('button', { name: '保存' }).click();
    await stored('the new record', session.id, (detail) =>
      detail.dailyRows.some((row) => row.tradeDate === (other ?? day) && row.evidenceNote === '新的一条'),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('fills by AI as a job, survives a reload, and shows what changed field by field', async () => {
    const { session, dailyRows } = await nextSession();
    const [newest, second] = dailyRows;
    for (const row of [newest, second]) await web.service.call('DELETE', `/api/stock-cycle/daily/${row?.id ?? 0}`);
    await web.service.call('POST', `/api/stock-cycle/sessions/${session.id}/daily`, {
      json: { trade_date: newest?.tradeDate, cycle_events: ['SPRING'], evidence_note: '人工旧证据' },
    });
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: 'AI 填' }).click();
    // Gaps come first; what writes over a person's record names it and asks.
    expect(await page.getByRole('menuitem').first().textContent()).toBe('日记录 · 只补缺口');
    await page.getByRole('menuitem', { name: '日记录 · 并重写最新一日' }).click();
    const question = page.getByRole('dialog', { name: '会重写人写的记录' });
    await question.getByText(/有 1 条人写的记录会被 AI 重写：11-20/).waitFor();
    await web.shot(page, 'session-fill-question-light');
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: '重写' }).click();
    await page.waitForURL(/fill=\d+/);
    await page.reload();
    await settled(page);
    await untilShown(page, /新建 1 · 重写 1 · 未动 \d/, FILL_MS);
    const newestChange = page.getByRole('article', { name: newest?.tradeDate ?? '' });
    const fields = await newestChange.getByRole('row').allTextContents();
    expect(fields.some((row) => /^供需—→ (需求主导|供应主导|供需平衡)$/.test(row))).toBe(true);
    await newestChange.getByText('人工旧证据').waitFor({ state: 'attached' });
    await page
      .getByRole('article', { name: second?.tradeDate ?? '' })
      .getByText('新建')
      .waitFor();
    expect(await page.getByRole('link', { name: /^运行 #\d+：/ }).getAttribute('href')).toMatch(/^\/ai\/runs\/\d+$/);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await web.shot(page, `session-fill-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    const filled = (await detailOf(session.id)).dailyRows;
    expect(filled.map(({ tradeDate }) => tradeDate)).toContain(second?.tradeDate);
    await newestChange.getByRole('button', { name: '恢复原值' }).click();
    await stored('the old values', session.id, (detail) => detail.dailyRows[0]?.evidenceNote === '人工旧证据');
    expect((await detailOf(session.id)).dailyRows[0]).toMatchObject({
      origin: 'manual',
      aiRunId: null,
      cycleEvents: ['SPRING'],
    });
    await page.getByRole('tab', { name: '记录' }).click();
    await page.getByRole('listitem').filter({ hasText: '人工旧证据' }).getByText('人工', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'AI 填' }).click();
    await page.reload();
    await settled(page);
    await page.getByRole('article', { name: newest?.tradeDate ?? '' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('previews what a fill would change, then writes it', async () => {
    const { session, dailyRows } = await nextSession();
    const [newest, second] = dailyRows;
    for (const row of [newest, second]) await web.service.call('DELETE', `/api/stock-cycle/daily/${row?.id ?? 0}`);
    await web.service.call('POST', `/api/stock-cycle/sessions/${session.id}/daily`, {
      json: { trade_date: newest?.tradeDate, cycle_events: ['SPRING'], evidence_note: '人工旧证据' },
    });
    const before = (await detailOf(session.id)).dailyRows;
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: 'AI 填' }).click();
    await page.getByRole('menuitem', { name: '日记录 · 先看差异再写' }).click();
    await untilShown(page, /将新建 1 · 将重写 1 · 不动 \d/, FILL_MS);
    const proposed = page.getByRole('article', { name: newest?.tradeDate ?? '' });
    await proposed.getByText('这一条是人写的').waitFor();
    await proposed.getByText('人工旧证据').waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await web.shot(page, `session-fill-preview-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    expect((await detailOf(session.id)).dailyRows).toEqual(before);
    await page.getByRole('button', { name: '写入这些记录' }).click();
    await untilShown(page, /新建 1 · 重写 1 · 未动 \d/, FILL_MS);
    const written = (await detailOf(session.id)).dailyRows;
    expect(written.map(({ tradeDate }) => tradeDate)).toContain(second?.tradeDate);
    expect(written[0]).toMatchObject({ tradeDate: newest?.tradeDate, origin: 'ai' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('scores the fundamentals, item by item', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: 'AI 填' }).click();
    await page.getByRole('menuitem', { name: '基本面评分' }).click();
    await untilShown(page, /20 项中 \d+ 项由数据判定/, FILL_MS);
    expect(await page.getByRole('table').getByRole('row').count()).toBe(21);
    await web.shot(page, 'session-fundamental-light');
    expect(await axeFindings(page)).toEqual([]);
    const { fundamentalScore } = (await detailOf(session.id)).session;
    await page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByText(`${fundamentalScore ?? '未评分'}/20`)
      .waitFor();
    await page.getByRole('button', { name: '收起' }).click();
    await page.reload();
    await page.getByRole('tab', { name: 'AI' }).click();
    await page.getByRole('heading', { name: '历次基本面评分' }).waitFor();
    await until('the items are there again', FILL_MS, async () => (await page.getByRole('row').count()) >= 21);
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports a job that does not exist', async () => {
    const { session } = await anySession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}?tab=ai&fill=99999999`, {
      expectStatuses: [404],
    });
    await page.getByText('没有这个任务').waitFor();
    await page.getByRole('button', { name: '收起' }).click();
    await page.waitForURL((url) => url.search === '');
    expect(complaints).toEqual([]);
    await close();
  });

  it('closes with a reason, shows a closed session with its records and without forms, and reopens it', async () => {
    const { session, dailyRows } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    await page.getByRole('button', { name: '关闭跟踪' }).click();
    await page.getByLabel('关闭原因（可不填）').fill('跌破低点');
    await page.keyboard.press('Enter');
    await page.getByText('记录不可再改').waitFor();
    await stored(
      'it is closed',
      session.id,
      (detail) => detail.session.status === 'closed' && detail.session.endReason === '跌破低点',
    );
    expect(await page.getByRole('button', { name: `编辑 ${dailyRows[0]?.tradeDate ?? ''}` }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '新建' }).count()).toBe(0);
    await closeNotices(page);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await web.shot(page, `session-closed-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.getByRole('button', { name: '重新打开' }).click();
    await stored('it is open', session.id, (detail) => detail.session.status === 'open');
    await page.getByRole('button', { name: `编辑 ${dailyRows[0]?.tradeDate ?? ''}` }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports at the field that a save has no response, and saves it when the server responds', async () => {
    const { session, dailyRows } = await anySession();
    const { page, complaints, close } = await web.visit(
      `/sessions/${session.id}?record=daily.${dailyRows[0]?.tradeDate ?? ''}`,
    );
    let silent = true;
    await page.route('**/api/stock-cycle/daily/*', async (route) => {
      await until('the server answers', 60_000, () => Promise.resolve(!silent));
      await route.continue();
    });
    await page.getByRole('textbox', { name: '证据' }).fill('没有回应时写的');
    await page.keyboard.press('Control+Enter');
    // Others are answered meanwhile: the silence is that of this save.
    const form = page.getByRole('region', { name: /^编辑/ });
    await form.getByText(/服务器没有回应，已等 \d+ 秒/).waitFor();
    await web.shot(page, 'session-save-silent-light');
    expect(await axeFindings(page)).toEqual([]);
    silent = false;
    await stored('what was typed', session.id, (detail) => detail.dailyRows[0]?.evidenceNote === '没有回应时写的');
    await form.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports records that were frozen meanwhile, and keeps the typed text', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`, { expectStatuses: [409] });
    await page.getByRole('list', { name: '日记录' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: '证据' }).fill('晚了');
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${session.id}`, { json: { close: true } });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('跟踪已关闭，记录不可再改。').waitFor();
    await page.getByRole('button', { name: '重新打开' }).waitFor();
    expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: '重新打开' }).click();
    await page.getByText('已重新打开').waitFor();
    await page.getByRole('textbox', { name: '证据' }).press('Control+Enter');
    await stored('what was typed', session.id, (detail) => detail.dailyRows[0]?.evidenceNote === '晚了');
    expect(complaints).toEqual([]);
    await close();
  });

  it('adds the stock to the watch-list and removes it, deletes the session and restores it', async () => {
    const { session } = await nextSession();
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`);
    const watched = async (): Promise<boolean> => {
      const { items } = (await web.service.call('GET', '/api/watchlist')).body.data as { items: { code: string }[] };
      return items.some(({ code }) => code === session.code);
    };
    const before = await watched();
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: before ? '移出自选' : '加入自选' }).click();
    await until('the watch-list has changed', ANSWER_MS, async () => (await watched()) !== before);
    await page.getByRole('button', { name: '撤销' }).click();
    await until('the watch-list is as before', ANSWER_MS, async () => (await watched()) === before);
    await closeNotices(page);
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除跟踪' }).click();
    await page.waitForURL(/\/sessions$/);
    await page.getByRole('button', { name: '撤销' }).click();
    const path = `/api/stock-cycle/sessions/${session.id}`;
    await until('it is back', ANSWER_MS, async () => (await web.service.call('GET', path)).status === 200);
    expect(complaints).toEqual([]);
    await close();
  });

  it('returns to the page it was opened from, with its filters', async () => {
    const { session } = await anySession();
    const { page, complaints, close } = await web.visit('/sessions?phase=transition');
    await page.evaluate(
      `history.pushState(null, '', '/sessions/${session.id}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByRole('list', { name: '日记录' }).waitFor();
    await page.keyboard.press('w');
    await page.waitForURL(/period=week/);
    await page.getByRole('button', { name: '返回列表' }).click();
    await page.waitForURL(/\/sessions\?phase=transition/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports a session that does not exist', async () => {
    const { page, complaints, close } = await web.visit('/sessions/99999999', { expectStatuses: [404] });
    await page.getByText('没有这个跟踪').waitFor();
    await page.getByRole('link', { name: '前往跟踪列表' }).click();
    await page.waitForURL(/\/sessions$/);
    const odd = await web.visit('/sessions/abc');
    await odd.page.getByText('没有这个跟踪').waitFor();
    expect([...complaints, ...odd.complaints]).toEqual([]);
    await close();
    await odd.close();
  });
});

/** Waits for a text; if it does not come, the error says what the page shows instead. */
async function untilShown(page: Page, text: RegExp, timeoutMs: number): Promise<void> {
  await page
    .getByText(text)
    .waitFor({ timeout: timeoutMs })
    .catch(async (error: unknown) => {
      throw new Error(`${String(text)} is not shown, but: ${await page.locator('main').innerText()}`, { cause: error });
    });
}

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const WAIT_MS = 120_000;
const ASKED = { screen: 'ma_volume', from: '2026-01-05', to: '2026-11-20' };

interface Horizon {
  horizon: number;
  n: number;
  hitRatePct: number | null;
  meanExcessPct: number | null;
  insufficient: boolean;
}

interface Study {
  id: number;
  status: string;
  finishedAt: string | null;
  from: string;
  to: string;
  params: Record<string, unknown>;
  overlap: string;
  cases: number;
  groupHorizon: number;
  horizons: Horizon[];
  best: { code: string; stockName: string | null; signalDate: string; excessPct: number }[];
  assumptions: string[];
}

describePages('the pages of outcome studies', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  const studyOf = async (id: number): Promise<Study> =>
    (await web.service.call('GET', `/api/studies/${String(id)}`)).body.data as Study;

  async function start(json: object): Promise<number> {
    const { status, body } = await web.service.call('POST', '/api/studies', { json });
    if (status !== 202) throw new Error(JSON.stringify(body));
    return (body.data as { studyId: number }).studyId;
  }

  async function ended(id: number): Promise<Study> {
    await until('the study has ended', WAIT_MS, async () => (await studyOf(id)).finishedAt !== null);
    return studyOf(id);
  }

  const idOf = (page: Page): number => Number(/\/studies\/(\d+)/.exec(page.url())?.[1]);
  const panel = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const oneDecimal = (value: number | null | undefined): string =>
    `${(value ?? 0) > 0 ? '+' : ''}${(value ?? 0).toFixed(1).replace('-', '−')}%`;

  it('starts a study by the form, shows its progress, then what it says', async () => {
    const { page, complaints, close } = await web.visit('/screens/ma_volume?day=newest');
    await page.getByText('最近一次历史检验：未检验').waitFor();
    await web.service.stopWorker();
    await page.getByRole('button', { name: '历史检验' }).click();
    const form = page.getByRole('dialog');
    await until('the span is there', WAIT_MS, async () => (await form.getByLabel('至').inputValue()) === '2026-11-20');
    const from = await form.getByLabel('从').inputValue();
    expect(from >= '2023-11-20' && from < '2026-01-01').toBe(true);
    await form.getByLabel('同一只股票').selectOption({ label: '每次命中都算' });
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'study-form');
    await form.getByRole('button', { name: '开始检验' }).click();
    await page.waitForURL(/\/studies\/\d+$/);
    await page.getByText('等待工作进程开始…').waitFor();
    expect(await page.getByRole('progressbar', { name: '检验进度' }).getAttribute('value')).toBe('0');
    await web.shot(page, 'study-running');
    await web.service.startWorker();
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: WAIT_MS });
    await page.getByRole('heading', { name: '各持有期' }).waitFor();
    const study = await studyOf(idOf(page));
    expect(study).toMatchObject({ status: 'completed', from, to: '2026-11-20', overlap: 'all' });
    const main = study.horizons.find(({ horizon }) => horizon === study.groupHorizon);
    const sentence = await page.getByText(`从 ${from} 起，`).innerText();
    expect(sentence).toContain(`${String(main?.n.toLocaleString('en-US'))} 个样本`);
    expect(sentence).toContain(`20 个交易日后 ${String(main?.hitRatePct?.toFixed(1))}%`);
    expect(sentence).toContain(`平均超额 ${oneDecimal(main?.meanExcessPct)}`);
    expect(sentence).toMatch(/与运气没有区别|与运气有区别|不能下结论/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has the figures, and every case, also as a file', async () => {
    const study = await ended(await start(ASKED));
    const { page, complaints, close } = await web.visit(`/studies/${String(study.id)}`);
    await page
      .getByText('前后两半方向相反')
      .or(page.getByRole('heading', { name: '各持有期' }))
      .first()
      .waitFor();
    await page
      .getByRole('img', { name: /^超额路径/ })
      .locator('polyline')
      .first()
      .waitFor({ state: 'attached' });
    expect(await panel(page, '各持有期').locator('thead th').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('1 日'), expect.stringContaining('20 日')]),
    );
    const ofTwenty = study.horizons.findIndex(({ horizon }) => horizon === 20) + 1;
    const cellOf = (name: string) =>
      panel(page, '各持有期')
        .locator('tr')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('td')
        .nth(ofTwenty)
        .innerText();
    const twenty = study.horizons[ofTwenty - 1];
    expect(await cellOf('样本 n')).toBe(String(twenty?.n.toLocaleString('en-US')));
    expect(await cellOf('平均超额')).toContain(oneDecimal(twenty?.meanExcessPct));
    expect(await cellOf('跑赢率')).toContain(`${String(twenty?.hitRatePct?.toFixed(1))}%`);
    expect(await page.getByRole('img', { name: /^分布/ }).locator('rect').count()).toBeGreaterThan(5);
    await page.getByRole('region', { name: '年份' }).getByText('2026').waitFor();
    // Every sentence of the server has its Chinese.
    const assumptions = await panel(page, '假设').locator('li').allInnerTexts();
    expect(assumptions).toHaveLength(study.assumptions.length);
    expect(assumptions.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'study');

    const cases = panel(page, '样本明细');
    expect(await cases.locator('tbody tr').count()).toBe(50);
    await cases.getByText(`第 1–50 个，共 ${study.cases.toLocaleString('en-US')} 个`).waitFor();
    await cases.getByRole('button', { name: '下一页' }).click();
    await cases.getByText(`第 51–100 个`).waitFor();
    expect(new URL(page.url()).search).toBe('?cases=50');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出样本 CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(`study-${String(study.id)}`);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(study.cases + 1);
    expect(lines[0]).toContain('excessPct20');

    const [best] = study.best;
    const first = page.getByRole('region', { name: '最好的十个' }).locator('tbody tr').first();
    expect(await first.innerText()).toContain(oneDecimal(best?.excessPct));
    expect(best?.stockName).toMatch(/\p{Script=Han}/u);
    expect(await first.getByRole('link').innerText()).toBe(`${String(best?.code)} ${String(best?.stockName)}`);
    await first.getByRole('link').click();
    await page.waitForURL(`${web.url}/market/stocks/${String(best?.code)}?day=${String(best?.signalDate)}`);
    await page.getByText(String(best?.signalDate)).first().waitFor();
    await web.shot(page, 'study-case-chart');
    expect(complaints).toEqual([]);
    await close();

    const phone = await web.visit(`/studies/${String(study.id)}`, { viewport: PHONE, language: 'en', scheme: 'dark' });
    await phone.page.getByRole('heading', { name: 'Horizons' }).waitFor();
    await settled(phone.page);
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(phone.page)).toEqual([]);
    await web.shot(phone.page, 'study-phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('says of each screen of the list what its newest study came to, or that it has none', async () => {
    const study = await ended(await start(ASKED));
    const { page, complaints, close } = await web.visit('/screens');
    const main = study.horizons.find(({ horizon }) => horizon === study.groupHorizon);
    const line = page.getByRole('link', { name: /^超额/ });
    await line.waitFor();
    expect(await line.count()).toBe(1);
    expect(await line.innerText()).toContain(`超额 ${oneDecimal(main?.meanExcessPct)}（`);
    expect(await line.innerText()).toContain(`20 日 · n=${String(main?.n.toLocaleString('en-US'))}`);
    expect(await page.getByText('未检验').count()).toBeGreaterThan(5);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'screens-with-study');
    await line.click();
    await page.waitForURL(/\/studies\/\d+$/);
    await page.goBack();
    await page.getByRole('link', { name: '历史检验记录' }).click();
    const rows = page.getByRole('region', { name: '检验记录' }).locator('tbody tr');
    await rows.first().waitFor();
    const before = await rows.count();
    await page.getByLabel('选股', { exact: true }).selectOption('top_gainers');
    await page.getByText('没有这样的检验').waitFor();
    await page.getByLabel('选股', { exact: true }).selectOption('ma_volume');
    await until('all are of the screen', WAIT_MS, async () => (await rows.count()) === before);
    await page.getByLabel('状态', { exact: true }).selectOption('failed');
    await page.getByText('没有这样的检验').waitFor();
    expect(new URL(page.url()).search).toBe('?screen=ma_volume&status=failed');
    await page.getByLabel('状态', { exact: true }).selectOption('completed');
    await rows.first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'studies');
    await rows.first().click();
    await page.getByRole('heading', { name: '各持有期' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('stands with the sessions that came from a screen', async () => {
    await ended(await start({ ...ASKED, screen: 'low_volume' }));
    const [session] = await web.service.database.query<{ id: number }>(
      "select id from tracking_session where source = '一年地量' order by id limit 1",
    );
    const { page, complaints, close } = await web.visit(`/sessions/${String(session?.id)}?tab=history`);
    const notes = page.getByRole('region', { name: '跟踪资料' });
    await notes.getByText('历史检验').waitFor();
    await web.shot(page, 'session-study');
    await notes.getByRole('link', { name: /^超额|没有样本/ }).click();
    await page.getByRole('heading', { name: '历史检验 · 一年地量' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('simulates a portfolio that buys the cases, by the rules of a form', async () => {
    const study = await ended(await start({ ...ASKED, overlap: 'all' }));
    const { page, complaints, close } = await web.visit(`/studies/${String(study.id)}`);
    const portfolio = panel(page, '组合');
    const form = portfolio.getByRole('form', { name: '组合' });
    expect(await form.getByLabel('持有（交易日）').inputValue()).toBe('20');
    await form.getByLabel('仓位（只）').fill('');
    expect(await form.getByRole('button', { name: '模拟' }).isDisabled()).toBe(true);
    await form.getByLabel('仓位（只）').fill('5');
    await form.getByLabel('本金（元）').fill('200000');
    await form.getByLabel('止损（%）').fill('8');
    await form.getByRole('button', { name: '模拟' }).click();
    await portfolio.getByRole('img', { name: /^权益曲线/ }).waitFor({ timeout: WAIT_MS });
    const asked = { positions: 5, capital: 200_000, exit: { days: 20, stop_pct: 8 } };
    const { body } = await web.service.call('POST', `/api/studies/${String(study.id)}/portfolio`, { json: asked });
    const { trades, totalPct, maxDrawdownPct, assumptions } = body.data as {
      trades: { code: string; stockName: string; entryDate: string; netPct: number }[];
      totalPct: number;
      maxDrawdownPct: number;
      assumptions: string[];
    };
    const verdict = await portfolio.getByText('20.00万变成').innerText();
    expect(verdict).toContain(`（${oneDecimal(totalPct)}，年化 `);
    expect(verdict).toContain(`途中最多回撤 ${maxDrawdownPct.toFixed(1)}%`);
    expect(verdict).toMatch(/有赚有亏|都赚钱|都亏钱/);
    await portfolio.getByText('组合的假设').click();
    const texts = await portfolio.locator('li').allInnerTexts();
    expect(texts).toHaveLength(assumptions.length);
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    await portfolio
      .getByText(`全部 ${trades.length.toLocaleString('en-US')} 笔交易`, { exact: true })
      .first()
      .click();
    const first = portfolio.getByRole('region', { name: /^全部/ }).locator('tbody tr').first();
    expect(await first.getByRole('link').innerText()).toBe(
      `${String(trades[0]?.code)} ${String(trades[0]?.stockName)}`,
    );
    expect(await first.innerText()).toContain(String(trades[0]?.entryDate));
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'study-portfolio');
    expect(complaints).toEqual([]);
    await close();
    const phone = await web.visit(`/studies/${String(study.id)}`, { viewport: PHONE, language: 'en', scheme: 'dark' });
    const small = panel(phone.page, 'Portfolio');
    await small.getByRole('button', { name: 'Simulate' }).click();
    await small.getByRole('img', { name: /^Equity/ }).waitFor({ timeout: WAIT_MS });
    await settled(phone.page);
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(phone.page)).toEqual([]);
    await web.shot(phone.page, 'study-portfolio-phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('is cancelled after a confirmation, and says so', async () => {
    await web.service.stopWorker();
    const id = await start({ ...ASKED, from: '2026-03-02' });
    const { page, complaints, close } = await web.visit(`/studies/${String(id)}`);
    await page.getByRole('button', { name: '取消检验' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '继续检验' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '取消检验' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消检验' }).click();
    await page.getByText('检验被取消，没有结果').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect((await studyOf(id)).status).toBe('cancelled');
    await web.service.startWorker();
    expect(complaints).toEqual([]);
    await close();
  });

  it('says why a study was not completed', async () => {
    const { body } = await web.service.call('POST', '/api/screens', { json: { name: '短命的', formula: 'C>O' } });
    const { id: screen } = (body.data as { screen: { id: string } }).screen;
    await web.service.stopWorker();
    const id = await start({ ...ASKED, screen });
    await web.service.database.query(
      "update study set from_date = '1999-01-04', to_date = '1999-01-08' where id = $1",
      [id],
    );
    const { page, complaints, close } = await web.visit(`/studies/${String(id)}`);
    await page.getByText('等待工作进程开始…').waitFor();
    await web.service.startWorker();
    await page.getByText(/检验没有完成：/).waitFor({ timeout: WAIT_MS });
    expect((await studyOf(id)).status).toBe('failed');
    await web.shot(page, 'study-failed');
    expect(complaints).toEqual([]);
    await close();
  });

  it('says what the server refuses, and that there is no such study', async () => {
    const { page, close } = await web.visit('/screens/ma_volume', { expectStatuses: [400] });
    await page.getByRole('button', { name: '历史检验' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('从').fill('2026-11-21');
    await form.getByText('开始日在结束日之后').waitFor();
    expect(await form.getByRole('button', { name: '开始检验' }).isDisabled()).toBe(true);
    await form.getByLabel('从').fill('1999-01-04');
    await form.getByLabel('至').fill('1999-01-08');
    await form.getByRole('button', { name: '开始检验' }).click();
    await form.getByText(/这一段没有行情，请选/).waitFor();
    await close();
    const unknown = await web.visit('/studies/999999', { expectStatuses: [404] });
    await unknown.page.getByText('没有这次检验').waitFor();
    await unknown.close();
  });
});

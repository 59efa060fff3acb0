import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const WAIT_MS = 120_000;

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
  best: { code: string; signalDate: string; excessPct: number }[];
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
});

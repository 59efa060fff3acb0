import { copyFile, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, screenshotPath, settled } from './support/demo-console';

jest.setTimeout(240_000);

const TOUR = resolve(__dirname, '../../docs/images/console');
const STUDY_MS = 60_000;
/** On end. */
const TABLET = { width: 768, height: 1024 };
const TOUR_VIEW = { width: 1280, height: 800 };
/** What docs/console.md shows; WRITE_TOUR=1 puts it there. */
const TOUR_PICTURES = new Set([
  ...['page-today-light', 'page-sessions-dark', 'page-session-light', 'page-scan-light', 'page-ai-light'],
  ...['page-jobs-dark', 'page-market-light', 'page-seo-light', 'page-settings-light', 'phone-session-en'],
]);

/** Of each page: its address, and a part of its heading in both languages. */
const PAGES: [name: string, path: string, zh: RegExp, en: RegExp][] = [
  ['today', '/today', /今日/, /Today/],
  ['sessions', '/sessions', /跟踪/, /Sessions/],
  ['session', '/sessions/FIRST', /\d{6}/, /\d{6}/],
  ['holdings', '/holdings', /持仓/, /Holdings/],
  ['scans', '/scans', /扫描|地量/, /scan/i],
  ['scan', '/scans/1', /扫描|地量/, /scan/i],
  ['screens', '/screens', /选股/, /Screens/],
  ['screen', '/screens/top_gainers?day=newest&vs=2026-11-19', /涨幅榜/, /Top gainers/],
  ['studies', '/studies', /历史检验/, /Studies/],
  ['study', '/studies/1', /历史检验/, /Study/],
  ['formula', '/screens/new', /写公式/, /Write a formula/],
  ['ai', '/ai', /AI/, /AI/],
  ['jobs', '/jobs', /任务/, /Jobs/],
  ['market', '/market', /行情/, /Market/],
  ['seo', '/seo', /SEO/, /SEO/],
  ['settings', '/settings', /设置/, /Settings/],
  ['notifications', '/settings/notifications', /通知/, /Notifications/],
  ['event-log', '/settings/event-log', /事件记录/, /Event log/],
  ['models', '/settings/models', /模型与费用/, /Models and costs/],
  ['events', '/settings/events', /操作记录/, /Audit events/],
  ['retention', '/settings/retention', /保留期限/, /Retention/],
  ['self-audit', '/settings/audit', /数据自查/, /Self-audit/],
];

describePages('every page of the console', () => {
  let web: DemoConsole;

  let firstSession = 0;

  beforeAll(async () => {
    web = await DemoConsole.start();
    const [session] = await web.service.database.query<{ id: number }>(
      'select id from tracking_session order by priority desc, id desc limit 1',
    );
    firstSession = session?.id ?? 0;
    const study = { screen: 'ma_volume', from: '2026-01-05', to: '2026-11-20' };
    await web.service.call('POST', '/api/studies', { json: study });
    await until('the study has ended', STUDY_MS, async () => {
      const { body } = await web.service.call('GET', '/api/studies/1');
      return (body.data as { finishedAt: string | null }).finishedAt !== null;
    });
  });
  afterAll(() => web.stop());

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    it.each(PAGES)('%s: has a heading, no browser errors and no serious axe findings', async (name, path, zh) => {
      const { page, complaints, close } = await web.visit(path.replace('FIRST', String(firstSession)), {
        scheme,
        viewport: TOUR_VIEW,
      });
      expect(await page.getByRole('heading', { level: 1 }).first().innerText()).toMatch(zh);
      await picture(page, `page-${name}-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });
  });

  it.each(PAGES)(
    '%s in English, on a phone: is no wider than the screen and has no Chinese text but names',
    async (name, path, _zh, en) => {
      const { page, complaints, close } = await web.visit(path.replace('FIRST', String(firstSession)), {
        language: 'en',
        viewport: PHONE,
      });
      expect(await page.getByRole('heading', { level: 1 }).first().innerText()).toMatch(en);
      await settled(page);
      await picture(page, `phone-${name}-en`);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      const labels = await page.locator('button, th, label, h1, h2').allInnerTexts();
      const names = await web.service.database.query<{ name: string }>('select name from stock');
      const chinese = labels.filter(
        (label) => /\p{Script=Han}/u.test(label) && !names.some((stock) => label.includes(stock.name)),
      );
      expect(chinese).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('in English, on a tablet on end: no page, and no part of it, is wider than its place', async () => {
    const { page, complaints, close } = await web.visit('/today', { language: 'en', viewport: TABLET });
    for (const [name, path] of PAGES) {
      await page.goto(`${web.url}${path.replace('FIRST', String(firstSession))}`);
      await settled(page);
      await picture(page, `tablet-${name}-en`);
      const wide = await page.evaluate<
        string[]
      >(`[document.documentElement, ...document.querySelectorAll('main section')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.tagName + ' ' + part.className)`);
      expect([name, wide]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  async function picture(page: Page, name: string): Promise<void> {
    await web.shot(page, name);
    if (process.env['WRITE_TOUR'] !== '1' || !TOUR_PICTURES.has(name)) return;
    await mkdir(TOUR, { recursive: true });
    await copyFile(screenshotPath(name), resolve(TOUR, `${name}.png`));
  }
});

import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { type ChartSession, createChartSession } from './support/chart-session';
import { describePages } from './support/chromium';
import { DemoConsole, settled } from './support/demo-console';
import { drawnPane, KEEP_DRAWINGS } from './support/drawn-chart';
import { screenshotPixels } from './support/screenshot-pixels';
import { listOf, nth, rowOf } from './support/session-list';
import { wrongPrices } from './support/wrong-prices';

jest.setTimeout(240_000);

const CHART = /K 线/;
/** All words that the canvases of the chart show. */
const DRAWN_TEXTS = `[...document.querySelectorAll('[role=img] canvas')].flatMap((canvas) =>
  (keptDrawings.get(canvas)?.shapes ?? []).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : [])))`;
/** Chips are asked for once a bar has been pointed at for a moment. */
const DRAWN_MS = 8000;

describePages('prices on the K-line', () => {
  let web: DemoConsole;
  let session: ChartSession;

  beforeAll(async () => {
    web = await DemoConsole.start();
    session = await createChartSession(web.service);
  });
  afterAll(() => web.stop());

  /** Waits for late chips; then what is wrong stays wrong. */
  const expectRight = async (page: Page, way: string, sessionId: number, period: 'day' | 'week' = 'day') => {
    await page.getByRole('img', { name: CHART }).locator('canvas').first().waitFor();
    await settled(page);
    let wrong: string[] = [];
    await until(`${way}: right prices`, DRAWN_MS, async () => {
      wrong = await wrongPrices(page, web.service, sessionId, period);
      return wrong.length === 0;
    }).catch(() => undefined);
    expect([way, wrong]).toEqual([way, []]);
  };
  const shownSession = async (page: Page): Promise<number> =>
    Number(await page.locator('[data-session]').getAttribute('data-session'));

  it('match the axis by address, from the list by click and Enter, in weeks, after Back and Forward', async () => {
    const { page, complaints, close } = await web.visit(`/sessions/${session.id}`, { script: KEEP_DRAWINGS });
    await expectRight(page, 'by address', session.id);
    await page.getByRole('radiogroup', { name: '周期' }).getByText('周').click();
    await expectRight(page, 'in weeks', session.id, 'week');
    await page.getByRole('radiogroup', { name: '周期' }).getByText('日').click();
    await expectRight(page, 'in days again', session.id);

    await page.goto(`${web.url}/sessions?code=${session.code}`);
    await expectRight(page, 'list preview', session.id);
    await rowOf(page, session).dblclick();
    await page.waitForURL(/\/sessions\/\d+/);
    await expectRight(page, 'from the list by click', session.id);
    await page.goBack();
    await page.getByRole('grid').waitFor();
    await expectRight(page, 'Back to the list', session.id);
    await page.goForward();
    await page.waitForURL(/\/sessions\/\d+/);
    await expectRight(page, 'Forward', session.id);
    await page.goBack();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/\d+/);
    await expectRight(page, 'from the list by Enter', session.id);
    expect(complaints).toEqual([]);
    await close();
  });

  it('match the axis in the list’s preview after End, weeks and Back', async () => {
    const { page, complaints, close } = await web.visit('/sessions', { script: KEEP_DRAWINGS });
    const rows = (await listOf(web, 'status=open&limit=200')).rows;
    await expectRight(page, 'the first row', nth(rows, 0).id);
    await page.keyboard.press('End');
    await until('the last is shown', DRAWN_MS, async () => (await shownSession(page)) !== nth(rows, 0).id);
    await settled(page);
    await expectRight(page, 'after End', await shownSession(page));
    await page.keyboard.press('w');
    await page.getByRole('img', { name: /周 K 线/ }).waitFor();
    await expectRight(page, 'weeks of the preview', await shownSession(page), 'week');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/\d+/);
    await page.goBack();
    await page.getByRole('grid').waitFor();
    await settled(page);
    await expectRight(page, 'the preview after Back', await shownSession(page));
    expect(complaints).toEqual([]);
    await close();
  });

  it('match the axis on every tab of the Today page, also after the chart of a stock without a session', async () => {
    await web.service.database.query(
      `update daily_bar set pre_close = round((close / 1.1)::numeric, 2)::float8 where trade_date = '2026-11-20' and code in (
         select code from daily_bar b where trade_date = '2026-11-20'
           and not exists (select from tracking_session s where s.code = b.code) order by code limit 2)`,
    );
    const { page, complaints, close } = await web.visit('/today', { script: KEEP_DRAWINGS });
    await expectRight(page, 'the tab that opens', await shownSession(page));
    const tabs = page.getByRole('navigation', { name: '今日的工作' }).getByRole('button');
    for (const [tab, name] of (await tabs.allTextContents()).entries()) {
      await tabs.nth(tab).click();
      await settled(page);
      const rows = page.locator('button[data-key]');
      if ((await rows.count()) === 0) continue;
      if ((await page.locator('button[data-key^=s]').count()) > 0) {
        await expectRight(page, `today, ${name}`, await shownSession(page));
      } else {
        await page.getByRole('img', { name: CHART }).locator('canvas').first().waitFor();
        await settled(page);
        expect([name, (await drawnPane(page)).axes.length]).toEqual([name, 1]);
      }
    }
    await tabs.first().click();
    await settled(page);
    await expectRight(page, 'the first tab again', await shownSession(page));
    expect(complaints).toEqual([]);
    await close();
  });

  it('are drawn at the pixel that the axis gives them, after a visit from the list', async () => {
    const { page, close } = await web.visit(`/sessions?code=${session.code}`, { script: KEEP_DRAWINGS });
    await page.getByRole('img', { name: CHART }).locator('canvas').first().waitFor();
    await rowOf(page, session).dblclick();
    await page.waitForURL(/\/sessions\/\d+/);
    await expectRight(page, 'from the list by click', session.id);
    const pane = await drawnPane(page);
    const pixels = await screenshotPixels(page);
    const { body } = await web.service.call('GET', `/api/market/stocks/${session.code}/bars?period=day&adjust=qfq`);
    const { bars } = body.data as { bars: { tradeDate: string; close: number }[] };
    const entryPrice = bars.find(({ tradeDate }) => tradeDate === session.entryDay)?.close ?? NaN;
    const [axis] = pane.axes;
    if (axis === undefined) throw new Error('the candles have no axis');

    // The row of the screen with the most pixels in the colour of the entry's line.
    const dashed = pane.shapes.find((shape) => shape.kind === 'line' && shape.dash?.join() === '4,3');
    const inRow = (y: number): number => {
      let count = 0;
      for (let x = 2; x < pane.width * 0.8; x += 1) {
        if (pixels.colourAt(Math.round(pane.left) + x, y) === dashed?.colour) count += 1;
      }
      return count;
    };
    const rows = Array.from({ length: Math.floor(pane.height) }, (_, y) => Math.round(pane.top) + y);
    const counts = rows.map(inRow);
    const entryRow = rows[counts.indexOf(Math.max(...counts))];
    expect(Math.abs(axis.yOf(entryPrice) - ((entryRow ?? NaN) - pane.top))).toBeLessThanOrEqual(2);

    // Chips of holders in profit are red and lie below the last close, those of trapped ones blue above it.
    const hueAt = (y: number): string => {
      const colour = pixels.colourAt(Math.round(pane.left + pane.width) - 3, y);
      const [red, , blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      return Math.abs((red ?? 0) - (blue ?? 0)) < 40 ? '' : (red ?? 0) > (blue ?? 0) ? 'red' : 'blue';
    };
    const trapped = rows.filter((y) => hueAt(y) === 'blue').map((y) => y - pane.top);
    const profit = rows.filter((y) => hueAt(y) === 'red').map((y) => y - pane.top);
    const closeY = axis.yOf(bars.at(-1)?.close ?? NaN);
    expect(trapped.length + profit.length).toBeGreaterThan(50);
    expect(Math.max(...trapped)).toBeLessThanOrEqual(closeY + 3);
    expect(Math.min(...profit)).toBeGreaterThanOrEqual(closeY - 3);
    await close();
  });

  it('show a day of one price as a dash, and the last price in the colour of its change from the previous close', async () => {
    const days = await web.service.database.query<{ day: string; close: number }>(
      `select to_char(trade_date, 'YYYY-MM-DD') as day, close from daily_bar where code = $1 order by 1 desc limit 12`,
      [session.code],
    );
    const [newest, before, , , , , , , locked, beforeLocked] = days;
    if (locked === undefined || beforeLocked === undefined || newest === undefined || before === undefined) {
      throw new Error('the stock has too few bars');
    }
    const price = Math.round(beforeLocked.close * 1.1 * 100) / 100;
    await web.service.database.query(
      `update daily_bar set open = $3, high = $3, low = $3, close = $3 where code = $1 and trade_date = $2`,
      [session.code, locked.day, price],
    );
    // Up from its open, down from the close before.
    const last = Math.round(before.close * 0.99 * 100) / 100;
    await web.service.database.query(
      `update daily_bar set open = $3 * 0.98, low = $3 * 0.97, high = $3 * 1.01, close = $3 where code = $1 and trade_date = $2`,
      [session.code, newest.day, last],
    );
    const { page, close } = await web.visit(`/sessions/${session.id}`, { script: KEEP_DRAWINGS });
    await page.getByRole('img', { name: CHART }).locator('canvas').first().waitFor();
    await expectRight(page, 'with the changed bars', session.id);
    const pane = await drawnPane(page);
    const [axis] = pane.axes;
    if (axis === undefined) throw new Error('the candles have no axis');
    const { body } = await web.service.call('GET', `/api/market/stocks/${session.code}/bars?period=day&adjust=qfq`);
    const shown = (body.data as { bars: { tradeDate: string; close: number }[] }).bars;
    const y = axis.yOf(shown.find(({ tradeDate }) => tradeDate === locked.day)?.close ?? NaN);
    const dashes = pane.shapes.flatMap((shape) =>
      shape.kind === 'rect' &&
      shape.height === 2 &&
      shape.width >= 3 &&
      shape.width < 20 &&
      Math.abs(shape.y + 1 - y) <= 2
        ? [shape]
        : [],
    );
    expect(dashes).toHaveLength(1);
    const [dash] = dashes;
    const pixels = await screenshotPixels(page);
    const at = (x: number, row: number) => pixels.colourAt(Math.round(pane.left + x), Math.round(pane.top + row));
    expect(at((dash?.x ?? 0) + 1, dash?.y ?? 0)).toBe(dash?.colour);

    // Its line, dotted 2 and 4, in the green of a fall; the candle's body is red, its close above its open.
    const lastLine = pane.shapes.find((shape) => shape.kind === 'line' && shape.dash?.join() === '2,4');
    const down = await page.evaluate<string>(
      `getComputedStyle(document.documentElement).getPropertyValue('--price-green').trim()`,
    );
    expect(lastLine?.colour).toBe(down.toLowerCase());
    await close();
  });

  it('have no flag of a lowest volume and no rank in a week that is not over', async () => {
    const { page, close } = await web.visit(`/sessions/${session.id}`);
    const days = page.getByRole('img', { name: CHART });
    expect(await days.getAttribute('aria-label')).toContain('地量日');
    await page.route(/\/bars\?.*period=week/, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: { bars: Record<string, unknown>[] } };
      const newest = body.data.bars.length - 1;
      const bars = body.data.bars.map((bar, at) =>
        at === newest
          ? { ...bar, isPartial: true, bars: 1, volume: 1000 }
          : at === newest - 1
            ? { ...bar, bars: 2 }
            : bar,
      );
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, bars } } });
    });
    await page.goto(`${web.url}/sessions/${session.id}?period=week`);
    await page.getByText('本周未完').waitFor();
    expect(await page.getByText(/量第 \d+ 低 \/ 52 周/).count()).toBe(0);
    const chart = page.getByRole('img', { name: /周 K 线/ });
    expect(await chart.getAttribute('aria-label')).not.toContain('地量');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('只有 2 个交易日').waitFor();
    await page.getByText(/量第 \d+ 低 \/ 52 周/).waitFor();
    await close();
  });

  it('have the crosshair on the bar of a deep link, whatever was open before', async () => {
    for (const slow of ['bars', 'sessions', 'chips']) {
      const { page, close } = await web.visit('/today', { script: KEEP_DRAWINGS });
      await page.route(`**/api/**/${slow}**`, async (route) => {
        await new Promise((done) => setTimeout(done, 600));
        await route.continue().catch(() => undefined);
      });
      await page.goto(`${web.url}/sessions/${session.id}?record=daily.2026-11-18`);
      await page.getByRole('img', { name: CHART }).locator('canvas').first().waitFor();
      await settled(page);
      await until(`${slow} late: the crosshair is labelled with its day`, DRAWN_MS, async () =>
        (await page.evaluate<string[]>(DRAWN_TEXTS)).includes('2026-11-18'),
      );
      await close();
    }
  });
});

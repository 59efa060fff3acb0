import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until';
import { type ChartSession, createChartSession } from './support/chart-session';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1366, height: 657 };

describePages('the panes of indicators', () => {
  let web: DemoConsole;
  let session: ChartSession;
  let address: string;

  beforeAll(async () => {
    web = await DemoConsole.start();
    session = await createChartSession(web.service);
    address = `/sessions/${session.id}`;
  });
  afterAll(() => web.stop());

  it('have the values that a formula has on the newest day, and are kept for the next chart', async () => {
    const { page, complaints, close } = await web.visit(address);
    await chartOf(page);
    expect(await legendOf(page, 'macd').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'MACD' }).check();
    await page.getByRole('checkbox', { name: 'KDJ' }).check();
    const [dif, dea, bar] = await valuesOf(page, 'macd');
    const [k, d, j] = await valuesOf(page, 'kdj');
    const golden = await formulaValues(web, session.code, [
      ...['MACD.DIF(12,26,9)', 'MACD.DEA(12,26,9)', 'MACD.MACD(12,26,9)'],
      ...['KDJ.K(9,3,3)', 'KDJ.D(9,3,3)', 'KDJ.J(9,3,3)'],
    ]);
    for (const [index, shown] of [dif, dea, bar, k, d, j].entries()) {
      expect(Math.abs((shown ?? NaN) - (golden[index] ?? NaN))).toBeLessThanOrEqual(index < 3 ? 0.00051 : 0.0051);
    }
    const chart = page.getByRole('img', { name: /DIF .+ DEA .+ MACD .+；K .+ D .+ J/ });
    await chart.waitFor();
    await page.goto(`${web.url}/market/stocks/${session.code}`);
    await legendOf(page, 'kdj').waitFor();
    expect(await valuesOf(page, 'macd')).toEqual([dif, dea, bar]);
    await page.getByRole('checkbox', { name: 'MACD' }).uncheck();
    await until('the pane is gone', 5000, async () => (await legendOf(page, 'macd').count()) === 0);
    expect(await legendOf(page, 'kdj').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('tell of the bar under the crosshair, and the table has the same values', async () => {
    const { page, complaints, close } = await web.visit(`${address}?overlays=macd.kdj`);
    const chart = await chartOf(page);
    const newest = await valuesOf(page, 'macd');
    await chart.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await until('the legend follows', 5000, async () => String(await valuesOf(page, 'macd')) !== String(newest));
    const pointed = [...(await valuesOf(page, 'macd')), ...(await valuesOf(page, 'kdj'))];
    await page.getByRole('button', { name: '数据表' }).click();
    const table = page.getByRole('table', { name: /最近 60 根/ });
    const cells = await table.getByRole('row').nth(3).getByRole('cell').allInnerTexts();
    expect(cells.slice(-6).map(toNumber)).toEqual(pointed);
    await page.getByRole('button', { name: '图', exact: true }).click();
    await chartOf(page);
    expect(await valuesOf(page, 'macd')).toEqual(newest);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['phone', PHONE],
    ['tablet', TABLET],
    ['laptop', LAPTOP],
  ])('leave the candles most room, within the width of a %s', async (name, viewport) => {
    const { page, complaints, close } = await web.visit(
      `${address}?overlays=phases.events.chips.averages.strength.macd.kdj`,
      { viewport },
    );
    await chartOf(page);
    for (const pane of ['macd', 'kdj'] as const) {
      expect((await valuesOf(page, pane)).every(Number.isFinite)).toBe(true);
      const legend = `document.querySelector('[data-pane=${pane}]')`;
      const cut = await page.evaluate<boolean>(`${legend}.scrollWidth > ${legend}.clientWidth + 1`);
      expect([pane, cut]).toEqual([pane, false]);
    }
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    const [candles = 0, ...others] = await paneHeights(page);
    expect(others.length).toBeGreaterThanOrEqual(4);
    expect(candles).toBeGreaterThan(Math.max(...others) * 1.5);
    await web.shot(page, `chart-panes-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('draw a gap where a bar has no value, and begin KDJ with the ninth bar', async () => {
    const { page, complaints, close } = await web.visit('/today');
    await page.route('**/api/market/stocks/*/bars*', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: { bars: { low: number; high: number; close: number }[] } };
      const bars = body.data.bars.slice(-30).map((bar, index) => (index < 15 ? bar : { ...bar, ...lockedAt(9.5) }));
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, bars } } });
    });
    await page.goto(`${web.url}${address}?overlays=macd.kdj&period=week`);
    const chart = await chartOf(page);
    await until('nine bars of one price have none', 5000, async () =>
      (await valuesOf(page, 'kdj')).every(Number.isNaN),
    );
    expect((await valuesOf(page, 'macd')).every(Number.isFinite)).toBe(true);
    await chart.focus();
    await page.keyboard.press('Home');
    await until('the first bar has no KDJ', 5000, async () => String(await valuesOf(page, 'macd')) === '0,0,0');
    expect((await valuesOf(page, 'kdj')).every(Number.isNaN)).toBe(true);
    for (let step = 1; step <= 8; step += 1) await page.keyboard.press('ArrowRight');
    await until('the ninth has', 5000, async () => (await valuesOf(page, 'kdj')).every(Number.isFinite));
    expect(complaints).toEqual([]);
    await close();
  });
});

/** What expressions of the formula language are on the newest day, as a run of a screen says. */
async function formulaValues(web: DemoConsole, code: string, expressions: readonly string[]): Promise<number[]> {
  const [bar] = await web.service.database.query<{ close: string }>(
    'select close from daily_bar where code = $1 order by trade_date desc limit 1',
    [code],
  );
  const shown = expressions.map((expression, index) => `V${index}: ${expression};`);
  const formula = [...shown, `HIT: ABS(CLOSE - ${bar?.close}) < 0.005;`].join(' ');
  const screen = await web.service.call('POST', '/api/screens', { json: { name: 'values of panes', formula } });
  const { id } = (screen.body.data as { screen: { id: string } }).screen;
  const json = { filters: { exclude_st: false, min_list_days: 0, min_amount20: 0 }, limit: 200 };
  const run = await web.service.call('POST', `/api/screens/${id}/run`, { json });
  const { rows } = run.body.data as { rows: { code: string; evidence: Record<string, number> }[] };
  const evidence = rows.find((row) => row.code === code)?.evidence ?? {};
  return expressions.map((_, index) => evidence[`V${index}`] ?? NaN);
}

function lockedAt(price: number): Record<'open' | 'high' | 'low' | 'close', number> {
  return { open: price, high: price, low: price, close: price };
}

async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('img', { name: /K 线/ });
  await chart.locator('canvas').first().waitFor();
  await settled(page);
  return chart;
}

function legendOf(page: Page, pane: 'macd' | 'kdj'): Locator {
  return page.locator(`[data-pane=${pane}]`);
}

/** In the order of the legend; NaN: no value. */
async function valuesOf(page: Page, pane: 'macd' | 'kdj'): Promise<number[]> {
  await legendOf(page, pane).waitFor();
  return (await legendOf(page, pane).locator('dd').allInnerTexts()).map(toNumber);
}

function toNumber(text: string): number {
  return text === '—' ? NaN : Number(text.replace('−', '-').replaceAll(',', ''));
}

/** From top to bottom, without the strip below the candles. */
async function paneHeights(page: Page): Promise<number[]> {
  const heights = await page.evaluate<[number, number][]>(
    `[...document.querySelectorAll('[role=img] canvas')].map((canvas) => {
      const { top, height } = canvas.getBoundingClientRect();
      return [top, height];
    })`,
  );
  const byTop = new Map(heights.filter(([, height]) => height > 26));
  return [...byTop].sort(([a], [b]) => a - b).map(([, height]) => height);
}

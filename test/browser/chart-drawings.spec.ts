import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until';
import { type ChartSession, createChartSession } from './support/chart-session';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

interface Stored {
  readonly id: number;
  readonly kind: string;
  readonly from_date: string;
  readonly to_date: string | null;
  readonly from_price: number;
  readonly to_price: number | null;
}

describePages('drawings on the K-line', () => {
  let web: DemoConsole;
  let session: ChartSession;
  let address: string;

  beforeAll(async () => {
    web = await DemoConsole.start();
    session = await createChartSession(web.service);
    address = `/sessions/${session.id}`;
  });
  afterAll(() => web.stop());
  beforeEach(() => web.service.database.query('delete from session_drawing'));

  const stored = () =>
    web.service.database.query<Stored>(
      `select id, kind, to_char(from_date, 'YYYY-MM-DD') as from_date, to_char(to_date, 'YYYY-MM-DD') as to_date,
         from_price, to_price from session_drawing order by id`,
    );
  const storedCount = (count: number) =>
    until(`${count} drawings are stored`, 5000, async () => (await stored()).length === count);

  it('are drawn by dragging or by two clicks, stored at once, and still there after a reload', async () => {
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    await page.getByRole('button', { name: '趋势线' }).click();
    await drag(page, chart, [0.2, 0.45], [0.5, 0.3]);
    await storedCount(1);
    await page.getByRole('button', { name: '区间框' }).click();
    await click(page, chart, [0.3, 0.2]);
    await click(page, chart, [0.6, 0.4]);
    await storedCount(2);
    await page.getByRole('button', { name: '价位线' }).click();
    await click(page, chart, [0.3, 0.5]);
    await storedCount(3);
    const [line, box, price] = await stored();
    expect([line?.kind, box?.kind, price?.kind]).toEqual(['trend_line', 'range_box', 'price_line']);
    expect((line?.from_date ?? '') < (line?.to_date ?? '')).toBe(true);
    expect((line?.to_price ?? 0) > (line?.from_price ?? 0)).toBe(true);
    expect((box?.from_price ?? 0) > (box?.to_price ?? 0)).toBe(true);
    await page.reload();
    expect(await (await chartOf(page)).getAttribute('aria-label')).toContain('3 条画线');
    await settled(page);
    await web.shot(page, 'chart-drawings');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are selected by a click, moved by a drag, removed by Delete, and come back by undo', async () => {
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    await page.getByRole('button', { name: '趋势线' }).click();
    await drag(page, chart, [0.2, 0.4], [0.5, 0.4]);
    await storedCount(1);
    const [before] = await stored();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '删除画线' }).waitFor({ state: 'hidden' });
    const at = page.url();
    await click(page, chart, [0.35, 0.4]);
    await page.getByRole('button', { name: '删除画线' }).waitFor();
    // A bar that is clicked opens its record; a drawing does not.
    expect(page.url()).toBe(at);
    await drag(page, chart, [0.35, 0.4], [0.35, 0.3]);
    await until('the line is higher', 5000, async () => {
      const [after] = await stored();
      return (after?.from_price ?? 0) > (before?.from_price ?? 0) && after?.from_date === before?.from_date;
    });
    await page.keyboard.press('Delete');
    await storedCount(0);
    await page.getByRole('alert').filter({ hasText: '已删除趋势线' }).getByRole('button', { name: '撤销' }).click();
    await storedCount(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are drawn with the keyboard: a point at the close of each bar', async () => {
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    await page.getByRole('button', { name: '趋势线' }).click();
    await chart.focus();
    for (let step = 0; step < 11; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await storedCount(1);
    const bars = await web.service.database.query<{ day: string; close: number }>(
      `select to_char(trade_date, 'YYYY-MM-DD') as day, close from daily_bar where code = $1 order by 1 desc limit 11`,
      [session.code],
    );
    const [line] = await stored();
    expect([line?.from_date, line?.to_date]).toEqual([bars[10]?.day, bars[4]?.day]);
    expect(line?.to_price).toBeCloseTo(bars[4]?.close ?? 0, 2);
    await page.getByRole('button', { name: '区间框' }).click();
    await chart.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: '区间框' }).getAttribute('aria-pressed')).toBe('false');
    expect(await stored()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are shown on a phone and of a closed session, without tools', async () => {
    await web.service.database.query(
      `insert into session_drawing (session_id, kind, from_date, from_price, to_date, to_price, created_by)
       select $1, 'range_box', min(trade_date), min(low), max(trade_date), max(high), 1
       from (select trade_date, low, high from daily_bar where code = $2 order by trade_date desc limit 60) newest`,
      [session.id, session.code],
    );
    const { page, complaints, close } = await web.visit(address, { viewport: PHONE });
    expect(await (await chartOf(page)).getAttribute('aria-label')).toContain('1 条画线');
    expect(await page.getByRole('button', { name: '趋势线' }).isVisible()).toBe(false);
    await web.shot(page, 'chart-drawings-phone');
    expect(complaints).toEqual([]);
    await close();
  });
});

async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('img', { name: /日 K 线/ });
  await chart.locator('canvas').first().waitFor();
  await settled(page);
  return chart;
}

type Part = readonly [x: number, y: number];

async function pixelOf(chart: Locator, [x, y]: Part): Promise<{ x: number; y: number }> {
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not in sight');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function click(page: Page, chart: Locator, at: Part): Promise<void> {
  const { x, y } = await pixelOf(chart, at);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

async function drag(page: Page, chart: Locator, from: Part, to: Part): Promise<void> {
  const [start, end] = [await pixelOf(chart, from), await pixelOf(chart, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until';
import { type ChartSession, createChartSession } from './support/chart-session';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

/** Long enough for the chips of a bar to be asked for and drawn. */
const REST_MS = 400;

describePages('the K-line', () => {
  let web: DemoConsole;
  let session: ChartSession;
  let address: string;

  beforeAll(async () => {
    web = await DemoConsole.start();
    session = await createChartSession(web.service);
    address = `/sessions/${session.id}`;
  });
  afterAll(() => web.stop());

  it('describes in text whose bars it shows and what stands out, light and dark', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, complaints, close } = await web.visit(address, { scheme });
      const chart = await chartOf(page);
      const name = (await chart.getAttribute('aria-label')) ?? '';
      expect(name.startsWith(`${session.code} ${session.name} 日 K 线`)).toBe(true);
      expect(name).toContain(`入场 ${session.entryDay}`);
      expect(name).toContain('阶段 派发');
      await page.getByText('行情至 2026-11-20').waitFor();
      await web.shot(page, `chart-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('shows the values, the volume’s rank and the chips of the bar under the pointer, and of the newest without a pointer', async () => {
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    const newest = await dayOf(page);
    expect(newest).toBe('2026-11-20');
    const [bar] = await web.service.database.query<{ close: number; day: string }>(
      `select to_char(max(trade_date), 'YYYY-MM-DD') as day from daily_bar where code = $1`,
      [session.code],
    );
    expect(bar?.day).toBe(newest);
    await point(page, chart, 0.4);
    const pointed = await dayOf(page);
    expect(pointed < newest).toBe(true);
    await page.getByText(/量第 \d+ 低 \/ 243 日/).waitFor();
    await until('the chips are those of the bar', 5000, async () => (await chipDayOf(page)) === pointed);
    await page.mouse.move(5, 5);
    await until('the legend is back', 5000, async () => (await dayOf(page)) === newest);
    await until('the chips are back', 5000, async () => (await chipDayOf(page)) === newest);
    expect(complaints).toEqual([]);
    await close();
  });

  it('moves bar by bar with the keyboard, and names the events there in full', async () => {
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await dayOf(page)).toBe('2026-11-20');
    await page.keyboard.press('ArrowLeft');
    expect(await dayOf(page)).toBe('2026-11-19');
    const [event] = await web.service.database.query<{ day: string; back: string }>(
      `select to_char(trade_date, 'YYYY-MM-DD') as day,
         (select count(*) from daily_bar bar where bar.code = $2 and bar.trade_date > record.trade_date) as back
       from daily_record record where session_id = $1 and 'SOW' = any (cycle_events)`,
      [session.id, session.code],
    );
    for (let step = 1; step < Number(event?.back); step += 1) await page.keyboard.press('ArrowLeft');
    expect(await dayOf(page)).toBe(event?.day);
    // Not the choice of a screen, which has the same name.
    await page.locator('dd', { hasText: /SOW 弱势信号|SOW .+ · LPSY/ }).waitFor();
    await web.shot(page, 'chart-keyboard');
    await page.keyboard.press('Escape');
    await until('the legend is back', 5000, async () => (await dayOf(page)) === '2026-11-20');
    expect(complaints).toEqual([]);
    await close();
  });

  it('zooms, pans, shows weeks, and draws in the selected colours', async () => {
    const { page, complaints, close } = await web.visit(address);
    const preferences = JSON.stringify({ language: 'en', priceColours: 'orange-blue', hollowUp: true });
    const chart = await chartOf(page);
    const before = await pictureOf(page, chart);
    await point(page, chart, 0.5);
    for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -300);
    await page.mouse.down();
    const box = await boxOf(chart);
    await page.mouse.move(box.x + box.width * 0.7, box.y + 100, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(REST_MS);
    await web.shot(page, 'chart-zoomed');
    expect(await pictureOf(page, chart)).not.toBe(before);
    await page.evaluate(`localStorage['stock-cycle:preferences'] = ${JSON.stringify(preferences)}`);
    await page.reload();
    await page.getByRole('img', { name: /daily candles/ }).waitFor();
    await page.waitForTimeout(REST_MS);
    await web.shot(page, 'chart-orange-blue');
    await page
      .getByText(/^(周|Week|W)$/)
      .first()
      .click();
    await page.getByRole('img', { name: /weekly candles/ }).waitFor();
    await page.waitForTimeout(REST_MS);
    await web.shot(page, 'chart-weeks');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has a table with the same values', async () => {
    const { page, complaints, close } = await web.visit(address);
    await chartOf(page);
    await page.getByRole('button', { name: '数据表' }).click();
    const table = page.getByRole('table', { name: /最近 60 根/ });
    expect(await table.getByRole('row').nth(1).getByRole('cell').first().innerText()).toBe('2026-11-20');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '图', exact: true }).click();
    await chartOf(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it('draws the evidence of a record: its range, its letter, and an event on the day it happened', async () => {
    const days = await web.service.database.query<{ day: string; low: number; high: number }>(
      `select to_char(trade_date, 'YYYY-MM-DD') as day, low, high from daily_bar where code = $1 order by 1 desc limit 60`,
      [session.code],
    );
    const [record] = await web.service.database.query<{ id: number; day: string }>(
      `select id, to_char(trade_date, 'YYYY-MM-DD') as day from daily_record
       where session_id = $1 and 'SOW' = any (cycle_events)`,
      [session.id],
    );
    const recognised = days.findIndex(({ day }) => day === record?.day);
    const happened = days[recognised + 4];
    const from = days[50]?.day;
    if (record === undefined || happened === undefined || from === undefined) throw new Error('too few bars');
    const evidence = {
      ...{ version: 'rules-v2', asOf: '2026-11-20', nextLook: '反弹不过 12.00' },
      events: [
        {
          ...{ event: 'SOW', recognisedOn: record.day, happenedOn: happened.day, price: happened.low },
          ...{ rangeId: 'r', figures: { rv: 2 } },
        },
      ],
      ranges: [
        {
          ...{ id: 'r', from, to: null, side: 'distribution', origin: 'climax' },
          ...{
            support: Math.min(...days.map(({ low }) => low)),
            resistance: Math.max(...days.map(({ high }) => high)),
          },
        },
      ],
      phase: { since: record.day, letter: 'D', reason: '' },
      invalidation: { rule: '连续 5 日收于 R 之上则失效', price: 12 },
    };
    await web.service.database.query(`update daily_record set origin = 'ai', evidence = $2 where id = $1`, [
      record.id,
      JSON.stringify(evidence),
    ]);
    // As a write of the record would: the price stands among those that the chart shows.
    const invalidation = ((days[0]?.high ?? NaN) * 1.01).toFixed(2);
    await web.service.database.query(
      `update session_market set invalidation_price = $2, invalidation_side = 'above', invalidation_as_of = latest_trade_date
       where session_id = $1`,
      [session.id, invalidation],
    );
    const { page, complaints, close } = await web.visit(address);
    const chart = await chartOf(page);
    const [range] = evidence.ranges;
    const rangeText = `区间 S ${range?.support.toFixed(2)} – R ${range?.resistance.toFixed(2)}`;
    const name = (await chart.getAttribute('aria-label')) ?? '';
    expect(name).toContain(rangeText);
    expect(name).toContain('区间 D 阶段');
    expect(name).toContain(`失效 ${invalidation}`);
    await chart.focus();
    for (let step = 0; step <= recognised; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await dayOf(page)).toBe(record.day);
    await page.getByText(`${rangeText.slice(3)} · D 阶段 · 派发侧 · 高潮后形成`).waitFor();
    expect(await page.locator('dd', { hasText: 'SOW 弱势信号' }).count()).toBe(0);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await dayOf(page)).toBe(happened.day);
    await page.getByText(`SOW 弱势信号 (AI，${record.day.slice(5)} 认出)`).waitFor();
    await web.shot(page, 'chart-evidence');
    const basis = page.getByRole('list', { name: '依据' });
    await basis.getByText('连续 5 日收于 R 之上则失效').waitFor();
    expect(await basis.innerText()).toMatch(/SOW .*元 .*认出 (样本不足|n=\d+，.* %（\d+–\d+），基准 \d+ %)/);
    expect(await axeFindings(page)).toEqual([]);
    const withRange = await pictureOf(page, chart);
    await page.getByRole('checkbox', { name: '区间' }).uncheck();
    await until('the range is off the chart', 5000, async () => {
      return !((await chart.getAttribute('aria-label')) ?? '').includes(rangeText);
    });
    expect(await chart.getAttribute('aria-label')).not.toContain('失效');
    expect(await pictureOf(page, chart)).not.toBe(withRange);
    expect(complaints).toEqual([]);
    await close();
  });

  it('responds to touch on a phone, within its width', async () => {
    const { page, complaints, close } = await web.visit(address, { viewport: PHONE });
    const chart = await chartOf(page);
    const box = await boxOf(chart);
    await page.touchscreen.tap(box.x + box.width * 0.3, box.y + 80);
    await until('the bar is told', 5000, async () => (await dayOf(page)) !== '2026-11-20');
    // The first tap points; what a click on a bar does, it does not do.
    expect(await page.getByRole('textbox', { name: '证据' }).count()).toBe(0);
    await page.waitForTimeout(REST_MS);
    await web.shot(page, 'chart-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows an error if bars cannot be loaded, and draws them when they can', async () => {
    const { page, close } = await web.visit('/today');
    let broken = true;
    await page.route('**/api/market/stocks/*/bars*', (route) =>
      broken
        ? route.fulfill({ status: 503, json: { success: false, error: 'no bars now', code: 'unavailable' } })
        : route.fallback(),
    );
    await page.goto(`${web.url}${address}`);
    const alert = page.getByRole('alert').filter({ hasText: 'no bars now' });
    await alert.waitFor();
    broken = false;
    await alert.getByRole('button', { name: '重试' }).click();
    await chartOf(page);
    await close();
  });

  it('shows a message if a stock has no bars', async () => {
    const { page, complaints, close } = await web.visit('/today');
    await page.route('**/api/market/stocks/*/bars*', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: { bars: unknown[] } };
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, bars: [] } } });
    });
    await page.goto(`${web.url}${address}`);
    await page.getByRole('img', { name: /日 K 线；无行情/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens the record of a week by the market’s last day if the stock has no bar on it', async () => {
    const { page, complaints, close } = await web.visit(address);
    const detail = await web.service.call('GET', `/api/stock-cycle/sessions/${session.id}`);
    const { weeklyRows } = detail.body.data as { weeklyRows: { id: number; weekEndDate: string }[] };
    for (const { id } of weeklyRows.filter(({ weekEndDate }) => weekEndDate === '2026-11-20')) {
      expect((await web.service.call('DELETE', `/api/stock-cycle/weekly/${id}`)).status).toBe(200);
    }
    await page.route(/\/bars\?.*period=week/, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: { bars: { tradeDate: string; weekEndDate: string }[] } };
      const bars = body.data.bars.map((bar) =>
        bar.weekEndDate === '2026-11-20' ? { ...bar, tradeDate: '2026-11-19' } : bar,
      );
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, bars } } });
    });
    await page.goto(`${web.url}${address}?period=week`);
    const chart = await chartOf(page);
    let across = 0.5;
    do {
      across += 0.01;
      await point(page, chart, across);
    } while (across < 0.95 && (await dayOf(page)) !== '2026-11-19');
    expect(await dayOf(page)).toBe('2026-11-19');
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(/record=weekly\.2026-11-20/);
    await page.getByLabel('供需').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('img', { name: /K 线|candles/ });
  await chart.locator('canvas').first().waitFor();
  await settled(page);
  await page.waitForTimeout(REST_MS);
  return chart;
}

async function boxOf(chart: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not in sight');
  return box;
}

async function point(page: Page, chart: Locator, across: number): Promise<void> {
  const box = await boxOf(chart);
  await page.mouse.move(box.x + box.width * across, box.y + 100, { steps: 4 });
  await page.waitForTimeout(REST_MS);
}

/** The day that the legend tells of. */
async function dayOf(page: Page): Promise<string> {
  await settled(page);
  return page.locator('dl', { hasText: '开' }).locator('dd').first().innerText();
}

async function chipDayOf(page: Page): Promise<string> {
  return page.locator('dl', { hasText: '平均成本' }).locator('dd').first().innerText();
}

async function pictureOf(page: Page, chart: Locator): Promise<string> {
  await settled(page);
  return (await chart.screenshot()).toString('base64');
}

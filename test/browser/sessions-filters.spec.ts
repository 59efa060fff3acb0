import { describePages } from './support/chromium';
import { DemoConsole, settled } from './support/demo-console';
import { countShown, listOf, nth, rowOf } from './support/session-list';

jest.setTimeout(240_000);

describePages('the filters of the list of sessions', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
  });
  afterAll(() => web.stop());

  /** The phase with the fewest open sessions, but one at least. */
  async function rarestPhase(): Promise<{ phase: string; word: string }> {
    const phases = Object.entries({ accumulation: '吸筹', markup: '拉升', distribution: '派发', markdown: '下跌' });
    const counted = await Promise.all(
      phases.map(async ([phase, word]) => ({ phase, word, ...(await listOf(web, `status=open&phase=${phase}`)) })),
    );
    const [rarest] = counted.filter(({ total }) => total > 0).sort((one, other) => one.total - other.total);
    if (rarest === undefined) throw new Error('the demo has no session in a phase');
    return rarest;
  }

  it('filter and sort by the address, over back, forward and reload', async () => {
    const { page, complaints, close } = await web.visit('/sessions');
    const open = await listOf(web, 'status=open');
    const all = await listOf(web, 'status=all');
    const counted = (total: number): string => `${total.toLocaleString('en')} / ${all.total.toLocaleString('en')}`;
    expect(await countShown(page)).toBe(counted(open.total));
    expect(await page.getByRole('button', { name: '清空' }).count()).toBe(0);

    await page.getByRole('button', { name: /^阶段 / }).click();
    await page.getByRole('menuitem', { name: '过渡' }).click();
    await page.waitForURL(/phase=transition/);
    await settled(page);
    expect(await countShown(page)).toBe(counted((await listOf(web, 'status=open&phase=transition')).total));
    await page.getByRole('button', { name: /清空/ }).click();
    await settled(page);
    expect(new URL(page.url()).search).toBe('');

    await page.getByRole('button', { name: /^较入场/ }).click();
    await page.waitForURL(/sort=close_vs_entry_pct/);
    await settled(page);
    const sorted = (await listOf(web, 'status=open&sort=close_vs_entry_pct&order=desc')).rows;
    const firstRow = page.locator('[role=row][aria-rowindex="2"]');
    expect(await firstRow.getAttribute('id')).toBe(`session-${sorted[0]?.id}`);
    expect(await page.getByRole('columnheader', { name: /较入场/ }).getAttribute('aria-sort')).toBe('descending');

    await page.goBack();
    await settled(page);
    const first = nth((await listOf(web, 'status=open&limit=50')).rows, 0);
    expect(await firstRow.getAttribute('id')).toBe(`session-${first.id}`);
    await page.goForward();
    await page.reload();
    await settled(page);
    expect(await firstRow.getAttribute('id')).toBe(`session-${sorted[0]?.id}`);

    await page.keyboard.press('o');
    await page.getByText('缺值总在最后').waitFor();
    await page.getByRole('menuitem', { name: '入场日' }).click();
    await page.waitForURL(/sort=entry_date/);

    await page.keyboard.press('f');
    await page.keyboard.type(first.stockName.slice(0, 2), { delay: 20 });
    await page.waitForURL(/code=/);
    await settled(page);
    await page.keyboard.press('Enter');
    await rowOf(page, first).waitFor();
    await page.goto(`${web.url}/sessions?status=broken&sort=nonsense&phase=up`);
    await settled(page);
    expect(await countShown(page)).toBe(counted(open.total));
    expect(complaints).toEqual([]);
    await close();
  });

  it('keep the old rows, dimmed, while a filter loads', async () => {
    const { phase, word } = await rarestPhase();
    const { page, complaints, close } = await web.visit('/sessions');
    await page.route(new RegExp(`sessions\\?.*phase=${phase}.*limit=200`), async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    const grid = page.getByRole('grid');
    const rows = await grid.getByRole('row').count();
    await page.getByRole('button', { name: /^阶段 / }).click();
    await page.getByRole('menuitem', { name: word }).click();
    await page.waitForURL(new RegExp(`phase=${phase}`));
    expect(await grid.getAttribute('aria-busy')).toBe('true');
    expect(await grid.getByRole('row').count()).toBe(rows);
    await settled(page);
    expect(await grid.getByRole('row').count()).toBeLessThan(rows);
    await page.locator('[role=row][aria-rowindex="2"]').getByRole('gridcell').nth(3).dblclick();
    await page.waitForURL(/\/sessions\/\d+$/);
    expect(complaints).toEqual([]);
    await close();
  });
});

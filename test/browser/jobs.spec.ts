import { UsersService } from '#lib/accounts';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const PLAIN = { username: 'plain', password: 'pass phrase of a user' };

describePages('the jobs page', () => {
  let web: DemoConsole;

  beforeAll(async () => {
    web = await DemoConsole.start();
    const users = web.service.api.app.get(UsersService, { strict: false });
    const { id } = await users.create({ ...PLAIN, role: 'user' });
    await web.service.database.query(
      `insert into job (name, queue, payload, state, requested_by, attempts, error, started_at, finished_at)
       values ('seo.import', 'imports', '{}', 'failed', $1, 3,
         '{"kind":"invalid","code":"file_refused","message":"the file has no column keyword","retryable":false}',
         now() - interval '5 seconds', now())`,
      [id],
    );
    await web.service.database.query(
      `insert into job (name, queue, payload, state, attempts, lease_token, lease_until, progress, started_at)
       values ('ai.score-judgements', 'ai', '{}', 'running', 1, gen_random_uuid(), now() + interval '1 hour',
         '{"done": 3, "total": 8}', now())`,
    );
  });
  afterAll(() => web.stop());

  it('lists jobs by state and kind, refreshes while one runs, and opens one by its address', async () => {
    const { page, complaints, close } = await web.visit('/jobs');
    const list = page.getByRole('table', { name: '任务' });
    await list.getByText('AI 填').first().or(list.getByText('批量补填（一路）').first()).waitFor();
    await list.getByRole('progressbar', { name: '给判断计分' }).waitFor();
    await web.shot(page, 'jobs-light');
    expect(await axeFindings(page)).toEqual([]);
    await web.service.database.query(
      `update job set state = 'completed', finished_at = now(), result = '{"scored": 8}', lease_token = null,
         lease_until = null where name = 'ai.score-judgements' and state = 'running'`,
    );
    await list.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: '状态' }).selectOption('failed');
    await page.waitForURL(/state=failed/);
    await until('the failed one stands alone', 30_000, async () => (await list.getByRole('row').count()) === 2);
    await list.getByText('the file has no column keyword').waitFor();
    await list.getByRole('link', { name: /打开任务/ }).click();
    const drawer = page.getByRole('dialog', { name: /任务 #\d+/ });
    await drawer.getByText('原样再试不会成功').waitFor();
    await page.reload();
    await drawer.getByText('plain').waitFor();
    await web.shot(page, 'jobs-drawer');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?state=failed');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('shows administrators the queues in a frame, in %s', async (scheme) => {
    const { page, complaints, close } = await web.visit('/jobs?tab=board', { scheme });
    const frame = page.frameLocator('iframe');
    for (const queue of ['interactive', 'scan', 'maintenance']) {
      await frame.getByText(queue, { exact: true }).first().waitFor();
    }
    await web.shot(page, `jobs-board-${scheme}`);
    expect(await page.getByTitle('BullMQ 队列看板').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await frame.getByText('scan', { exact: true }).first().click();
    await frame
      .getByText(/空|没有|等待/)
      .first()
      .waitFor();
    await web.shot(page, `jobs-board-queue-${scheme}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says in Chinese why a job failed, and keeps the sentence of the server', async () => {
    const [job] = await web.service.database.query<{ id: number }>(
      `insert into job (name, queue, payload, state, attempts, error, started_at, finished_at)
       values ('ai.score-judgements', 'ai', '{}', 'failed', 3,
         '{"kind":"unavailable","code":"database_unavailable","message":"the database does not answer","retryable":true}',
         now() - interval '5 seconds', now()) returning id`,
    );
    const { page, complaints, close } = await web.visit(`/jobs?state=failed&job=${String(job?.id)}`);
    await page.getByRole('table', { name: '任务' }).getByText('数据库没有响应').waitFor();
    const drawer = page.getByRole('dialog', { name: `任务 #${String(job?.id)}` });
    await drawer.getByText('数据库没有响应').waitFor();
    await drawer.getByText('the database does not answer').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens every dialog of the board without errors', async () => {
    const { page, complaints, close } = await web.visit('/jobs?tab=board');
    const buttons = page.frameLocator('iframe').getByRole('banner').getByRole('button');
    await buttons.first().waitFor();
    const count = await buttons.count();
    expect(count).toBeGreaterThan(2);
    for (let index = 0; index < count; index += 1) {
      await page.reload();
      await buttons.nth(index).click();
      await page.waitForLoadState('networkidle');
      await web.shot(page, `jobs-board-dialog-${index}`);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows other users their own jobs and no board', async () => {
    const { page, complaints, close } = await web.visit('/jobs?tab=board', { user: PLAIN });
    const list = page.getByRole('table', { name: '任务' });
    await list.getByText('导入 SEO 文件').waitFor();
    expect(await list.getByRole('row').count()).toBe(2);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByText('队列看板').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('fits a phone, in English and dark', async () => {
    const { page, complaints, close } = await web.visit('/jobs', { viewport: PHONE, language: 'en', scheme: 'dark' });
    await web.shot(page, 'jobs-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${web.url}/jobs?tab=board`);
    await settled(page);
    await page.frameLocator('iframe').getByText('scan', { exact: true }).first().waitFor();
    await web.shot(page, 'jobs-board-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(complaints).toEqual([]);
    await close();
  });
});

import { AI_FAULTS, FakeAiServer } from '../support/fakes/fake-ai-server';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

/** Sessions that lose their daily records, and so wait beside those that wait anyway. */
const EMPTIED = 6;
const LONGEST_DRAIN_MS = 60_000;

describePages('the AI pages', () => {
  let web: DemoConsole;
  let fakeAi: FakeAiServer;

  beforeAll(async () => {
    fakeAi = await FakeAiServer.start();
    web = await DemoConsole.start({ AI_BASE_URL: fakeAi.url, AI_API_KEY: 'key', AI_MODELS: 'rules,demo' });
    await emptySessions();
    await keepJudgements();
  });
  afterAll(async () => {
    await web.stop();
    await fakeAi.stop();
  });

  async function emptySessions(): Promise<void> {
    await web.service.database.query(
      `delete from daily_record where session_id in (
         select session_id from daily_record r join tracking_session s on s.id = r.session_id
         where s.status = 'open' and (s.next_review_at is null or s.next_review_at <= '2026-11-20')
         group by session_id order by session_id limit $1)`,
      [EMPTIED],
    );
  }

  /** Of one model enough for a verdict, right three times out of five; of the other one a handful. */
  async function keepJudgements(): Promise<void> {
    const { database } = web.service;
    await database.query(
      `insert into ai_judgement (model, version, kind, code, period, period_end, value, data_through, hindsight, replay)
       select model, version, 'outlook', code, 'week', day, '上涨', day, false, false
       from (values ('rules', 'rules-v1', 60), ('demo', 'unknown', 2)) as m (model, version, weeks)
       cross join lateral (select date '2026-10-02' - 7 * week as day from generate_series(1, weeks) as week) as days
       cross join (select code from stock order by code limit 12) as stocks`,
    );
    await database.query(
      `insert into ai_judgement_score (judgement_id, horizon, day_no, counted, sample, value_sample, method, state,
         entry_date, exit_date, return_pct, excess_pct, base_rate, is_right)
       select id, horizon, 1, true, true, true, 3, 'scored', data_through + 3, data_through + 10, 1.5, 0.8, 0.5, id % 5 < 3
       from ai_judgement cross join unnest(array[5, 10]) as horizon where kind = 'outlook' and period = 'week'
         and period_end < '2026-10-02'`,
    );
  }

  it('drain a queue on request and follow it live, through a reload, to its end', async () => {
    fakeAi.always({ delayMs: 700 });
    const { page, complaints, close } = await web.visit('/ai');
    const queue = await web.service.call('GET', '/api/stock-cycle/sessions/ai-fill-daily-queue');
    const { total: waiting } = queue.body.data as { total: number };
    expect(waiting).toBeGreaterThanOrEqual(EMPTIED);
    const start = page.getByRole('button', { name: `现在补填 ${waiting} 只` });
    await start.first().waitFor();
    await web.shot(page, 'ai-queues-light');
    expect(await axeFindings(page)).toEqual([]);
    await start.first().click();
    await page.waitForURL(/\/ai\/drains\/\d+/);
    const cancel = page.getByRole('button', { name: '取消补填' });
    await cancel.waitFor();
    await web.shot(page, 'ai-drain-running');
    await cancel.click();
    await page.getByRole('dialog', { name: '取消补填' }).getByRole('button', { name: '不取消' }).click();
    await page.reload();
    await settled(page);
    const report = page.getByRole('heading', { name: /补填 #\d+/ });
    await report.waitFor();
    // Nothing is reloaded from here on: the event stream brings the end.
    await page.getByText(`${waiting} / ${waiting}`).first().waitFor({ timeout: LONGEST_DRAIN_MS });
    await page.getByText('全部写入，没有跳过或失败。').waitFor({ timeout: LONGEST_DRAIN_MS });
    await page.getByText('没有等待补填的跟踪').first().waitFor();
    expect(await cancel.count()).toBe(0);
    await web.shot(page, 'ai-drain-ended');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    fakeAi.always({});
  });

  it('show why a drain stopped early, and continue it', async () => {
    await emptySessions();
    // The answers of the drain before would be taken again: the questions are the same.
    await web.service.database.query('update ai_run set made_for = null');
    fakeAi.always(AI_FAULTS.unauthorized);
    const started = await web.service.call('POST', '/api/stock-cycle/ai-fill-drains', { json: { kind: 'daily' } });
    const { drainId } = started.body.data as { drainId: number };
    const { page, complaints, close } = await web.visit(`/ai/drains/${drainId}`);
    await page.getByText(/提前停止：demo · .*密钥/).waitFor({ timeout: LONGEST_DRAIN_MS });
    await page.getByRole('table', { name: '没有回答的模型' }).waitFor();
    await web.shot(page, 'ai-drain-stopped');
    expect(await axeFindings(page)).toEqual([]);
    fakeAi.always({});
    await page.getByRole('button', { name: '继续补填' }).click();
    await page.getByText('全部写入，没有跳过或失败。').waitFor({ timeout: LONGEST_DRAIN_MS });
    expect(complaints).toEqual([]);
    await close();
  });

  it('say where to open the answers of a day from, where the address names none', async () => {
    for (const path of ['/ai/answers', '/ai/answers?code=000001', '/ai/answers?date=2026-11-20']) {
      const { page, complaints, close } = await web.visit(path);
      await page.getByText('没有说是哪只股票的哪一天').waitFor();
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('show a run with its prompt, its market data as a table and its raw answer', async () => {
    const { page, complaints, close } = await web.visit('/ai/runs?model=demo');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.waitForURL(/\/ai\/runs\/\d+\?model=demo/);
    await page.getByRole('table', { name: '判断' }).waitFor();
    await web.shot(page, 'ai-run-light');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('提示词', { exact: true }).click();
    expect(await page.getByRole('region', { name: '提示词' }).innerText()).toContain('date,o,h,l,c,vol,turn,chg,limit');
    await page.getByText('CSV 表格').click();
    // The bars before the window have no dates, so they are a table of their own.
    const before = page.getByRole('table', { name: /^窗口之前 \d+ 根 K 线$/ });
    await before.getByRole('columnheader', { name: '最高（分）' }).waitFor();
    expect(await before.getByRole('row').count()).toBeGreaterThan(50);
    const judged = page.getByRole('table', { name: '窗口 10 根 K 线' });
    expect(await judged.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['日期', '开盘（分）', '最高（分）', '最低（分）', '收盘（分）'],
      ...['量（万股）', '换手 %', '涨跌 %', '涨跌停收盘'],
    ]);
    expect(await judged.getByRole('row').count()).toBe(11);
    await web.shot(page, 'ai-run-csv', { fullPage: true });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText(/^回答原文 1$/).click();
    expect(await page.getByRole('region', { name: '模型原文' }).innerText()).toContain('"usage"');
    expect(new URL(page.url()).searchParams.get('view')).toBe('calls');
    await page.reload();
    await page.getByRole('region', { name: '模型原文' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('show how often models were right, with the base rate, and grey out samples that are too small', async () => {
    const { page, complaints, close } = await web.visit('/ai/record', { scheme: 'dark' });
    // Of each version of a model its own record, and the year where it is not this one.
    const rules = page.getByRole('heading', { name: 'rules rules-v1 · 周展望 · 25-08-08 至 09-25' });
    await rules.waitFor();
    const bar = page.getByRole('img', { name: /命中率 6\d\.\d%，区间 .*基准率 50\.0%/ });
    expect(await bar.count()).toBeGreaterThan(0);
    const little = page.getByRole('table', { name: /^demo · 版本未知 · 周展望/ });
    expect(await little.getByText('样本少').count()).toBeGreaterThan(0);
    await web.shot(page, 'ai-record-dark');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('combobox', { name: '模型' }).selectOption('demo');
    await until('the other model is gone', 5000, async () => {
      return (await rules.count()) === 0;
    });
    expect(new URL(page.url()).search).toBe('?model=demo');
    expect(complaints).toEqual([]);
    await close();
  });

  it('replay models over past days: first an estimate, then a report, then a comparison of the models on one day', async () => {
    const [stock] = await web.service.database.query<{ code: string }>(
      `select code from daily_bar where trade_date between '2026-10-19' and '2026-10-23' group by code having count(*) = 5
       order by code limit 1`,
    );
    const code = stock?.code ?? '';
    const { page, complaints, close } = await web.visit('/ai/replays');
    const form = page.getByRole('form', { name: '新回放' });
    await form.getByLabel('代码或编号').fill(code);
    await form.getByLabel('从', { exact: true }).fill('2026-10-19');
    await form.getByLabel('到', { exact: true }).fill('2026-10-23');
    await form.getByRole('button', { name: '估算' }).click();
    await form.getByText(/^10 个问题：1 只股票 × 5 日/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'ai-replay-start');
    await form.getByRole('button', { name: '开始回放' }).click();
    await page.waitForURL(/\/ai\/replays\/\d+/);
    await page
      .getByRole('table', { name: '模型之间' })
      .getByText('rules · demo')
      .waitFor({ timeout: LONGEST_DRAIN_MS });
    await page.getByRole('heading', { name: '成绩' }).waitFor({ timeout: LONGEST_DRAIN_MS });
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'ai-replay-report', { fullPage: true });
    const sides = page.getByRole('form', { name: '并排看某日' });
    await sides.getByLabel('日期').fill('2026-10-22');
    await sides.getByRole('button', { name: '查看' }).click();
    const table = page.getByRole('table', { name: `${code} · 2026-10-22 · 各模型怎么说` });
    await table.getByRole('columnheader', { name: /^demo/ }).waitFor();
    await page.getByRole('table', { name: '之后的价格' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'ai-answers');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['/ai', '/ai/runs', '/ai/record', '/ai/runs/1', '/ai/replays', '/ai/replays/1'])(
    'at %s fit a phone, in English and dark',
    async (path) => {
      const { page, complaints, close } = await web.visit(path, { viewport: PHONE, language: 'en', scheme: 'dark' });
      await web.shot(page, `ai-phone${path.replaceAll('/', '-')}`, { fullPage: true });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('add a model, test it at once, change it and remove it', async () => {
    const { page, complaints, close } = await web.visit('/settings/models', { expectStatuses: [400] });
    await page.getByRole('button', { name: '添加模型' }).click();
    const form = page.getByRole('dialog', { name: '添加模型' });
    await form.getByLabel('厂商预设').selectOption('ollama');
    expect(await form.getByLabel('地址（不含 /chat/completions）').inputValue()).toBe('http://127.0.0.1:11434/v1');
    await form.getByLabel('名字', { exact: true }).fill('mine');
    await form.getByLabel('地址（不含 /chat/completions）').fill(fakeAi.url);
    await form.getByLabel('每分钟请求').fill('often');
    await form.getByRole('button', { name: '保存' }).click();
    await form.getByText('rpm must be a whole number').first().waitFor();
    await form.getByLabel('每分钟请求').fill('600');
    await form.getByLabel('输入价（元/百万）').fill('2');
    await form.getByLabel('输出价（元/百万）').fill('8');
    await web.shot(page, 'settings-model-form-light');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: '保存' }).click();
    const row = page.getByRole('row').filter({ hasText: 'mine' });
    await row.getByText('✓ 有回答').waitFor();
    await row.getByText('AI_MODELS 没有选它').waitFor();
    await page.getByRole('button', { name: '修改 mine' }).click();
    await page.getByRole('dialog', { name: '修改 mine' }).getByLabel('启用').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await row.getByText('停用').waitFor();
    const models = async () => (await web.service.call('GET', '/api/ai/models')).body.data as { models: object[] };
    expect((await models()).models).toContainEqual(
      expect.objectContaining({ name: 'mine', preset: 'ollama', rpm: 600, pricePerMTokIn: 2, enabled: false }),
    );
    await page.getByRole('button', { name: '删除 mine' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '撤销' }).last().click();
    await row.getByText('停用').waitFor();
    await web.service.call('DELETE', '/api/ai/models/mine');
    expect(complaints).toEqual([]);
    await close();
  });

  it('show the form of a model in English and dark, also on a phone', async () => {
    const visit = { viewport: PHONE, language: 'en', scheme: 'dark' } as const;
    const { page, complaints, close } = await web.visit('/settings/models', visit);
    await page.getByRole('button', { name: 'Add a model' }).click();
    await page.getByRole('dialog', { name: 'Add a model' }).getByLabel('Preset of a vendor').selectOption('deepseek');
    await web.shot(page, 'settings-model-form-dark');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show an administrator how models are set up, whether they respond, and what they cost', async () => {
    const { page, complaints, close } = await web.visit('/settings/models');
    const models = page.getByRole('region', { name: '模型' });
    await models.getByRole('row').filter({ hasText: fakeAi.url }).waitFor();
    expect(await models.textContent()).toContain('已设置');
    await page.getByRole('button', { name: '测试 demo' }).click();
    await page.getByText('✓ 有回答').waitFor();
    const costs = page.getByRole('region', { name: '费用' });
    await costs.getByRole('row').filter({ hasText: 'demo' }).waitFor();
    await web.shot(page, 'settings-models');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('跟踪', { exact: true }).last().click();
    await costs
      .getByRole('link', { name: /^跟踪 #\d+$/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

import type { Page } from 'playwright-core';
import { json } from '../support/fakes/notifications/fake-reply';
import { FAKE_CONFIGS } from '../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../support/fakes/notifications/fake-services';
import { until } from '../support/until';
import { describePages } from './support/chromium';
import { axeFindings, DemoConsole, PHONE, settled } from './support/demo-console';

jest.setTimeout(240_000);

const WAIT_MS = 30_000;
const PATH = '/settings/notifications';
const EVENTS = '/settings/event-log';

describePages('notifications in the console', () => {
  let fake: FakeNotificationServices;
  let web: DemoConsole;
  let session: { id: number; code: string };

  beforeAll(async () => {
    fake = await FakeNotificationServices.start();
    web = await DemoConsole.start({ NOTIFY_ALLOW_HOSTS: fake.host });
    const [found] = await web.service.database.query<{ id: number; code: string }>(
      "select id, code from tracking_session where status = 'open' and current_primary_phase is distinct from 'markup' order by id limit 1",
    );
    if (found === undefined) throw new Error('no session');
    session = found;
  });
  afterAll(async () => {
    await web.stop();
    await fake.stop();
  });
  beforeEach(() => fake.reset());

  const panel = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const row = (page: Page, table: string, name: string) =>
    page.getByRole('region', { name: table }).locator('tbody tr').filter({ hasText: name });

  async function send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const reply = await web.service.call(method, `/api/notifications${path}`, body === undefined ? {} : { json: body });
    if (reply.status >= 300) throw new Error(reply.text);
    return reply.body.data as Data;
  }

  async function addChannel(name: string): Promise<number> {
    const body = { name, kind: 'bark', endpoint: fake.url, config: FAKE_CONFIGS.bark };
    return (await send<{ channel: { id: number } }>('POST', '/channels', body)).channel.id;
  }

  async function removeAll(): Promise<void> {
    const { rules } = await send<{ rules: { id: number }[] }>('GET', '/rules');
    for (const { id } of rules) await send('DELETE', `/rules/${String(id)}`);
    const { channels } = await send<{ channels: { id: number }[] }>('GET', '/channels');
    for (const { id } of channels) await send('DELETE', `/channels/${String(id)}`);
  }

  it('say what to do where there is nothing, in both languages', async () => {
    const { page, complaints, close } = await web.visit(PATH);
    await page.getByText('还没有渠道。').waitFor();
    await page.getByText('还没有规则。').waitFor();
    await page.getByText('还没有发送过。').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-empty');
    expect(complaints).toEqual([]);
    await close();
    const phone = await web.visit(PATH, { viewport: PHONE, language: 'en', scheme: 'dark' });
    await phone.page.getByText('There is no channel yet.').waitFor();
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(phone.page)).toEqual([]);
    await phone.close();
  });

  it('tell of a phase: from the channel and its test, by the page of a session, to the delivery', async () => {
    const { page, complaints, close } = await web.visit(PATH);
    await page.getByRole('button', { name: '添加渠道' }).click();
    const form = page.getByRole('dialog', { name: '添加渠道' });
    const save = form.getByRole('button', { name: '保存' });
    await form.getByLabel('种类').selectOption({ label: '钉钉群机器人' });
    await form.getByRole('textbox', { name: '名称' }).fill('盘后群');
    expect(await save.isDisabled()).toBe(true);
    await form.locator('input[type=password]').first().fill(FAKE_CONFIGS.dingtalk.access_token);
    await form.locator('input[type=password]').last().fill(FAKE_CONFIGS.dingtalk.secret);
    await form.getByLabel(/^服务器地址/).fill(fake.url);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-channel-form');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    const channel = row(page, '渠道', '盘后群');
    await channel.getByText('钉钉群机器人').waitFor();
    await page.getByRole('button', { name: '向 盘后群 发测试消息' }).click();
    await channel.getByText('✓ 已送达').waitFor();
    expect(fake.taken).toHaveLength(1);

    await page.getByRole('button', { name: '修改渠道 盘后群' }).click();
    const changing = page.getByRole('dialog', { name: '修改渠道 盘后群' });
    expect(await changing.locator('input[type=password]').first().inputValue()).toBe('••••a1b2');
    await changing.getByRole('textbox', { name: '名称' }).fill('晚间群');
    await web.shot(page, 'notifications-channel-change');
    await changing.getByRole('button', { name: '保存' }).click();
    await changing.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '向 晚间群 发测试消息' }).click();
    await row(page, '渠道', '晚间群').getByText('✓ 已送达').waitFor();
    expect(fake.taken).toHaveLength(2);

    await page.goto(`${web.url}/sessions/${String(session.id)}`);
    await page.getByRole('button', { name: '提醒我' }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`^提醒我：${session.code}`) });
    await dialog.getByText('还没有关于它的规则。').waitFor();
    await dialog.getByLabel('拉升').check();
    // The only channel is chosen already.
    expect(await dialog.getByLabel('晚间群').isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-tell-me');
    await dialog.getByRole('button', { name: '提醒我' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('阶段', { exact: true }).first().selectOption({ label: '拉升' });
    await until('it is sent', WAIT_MS, () => fake.taken.length === 3);
    expect(fake.taken[2]?.raw).toContain(session.code);

    await page.getByRole('button', { name: '提醒我' }).click();
    await page.getByRole('list', { name: '已有的规则' }).getByText(`${session.code}，变为 拉升`).waitFor();
    await page.getByRole('link', { name: '管理渠道和规则' }).click();
    await page.waitForURL(`${web.url}${PATH}`);
    await row(page, '规则', session.code).getByText('跟踪的阶段改变', { exact: true }).waitFor();
    const delivery = row(page, '发送记录', session.code);
    await delivery.getByText('✓ 已送达').waitFor();
    expect(await delivery.innerText()).toContain('晚间群');
    await web.shot(page, 'notifications', { fullPage: true });
    expect(await axeFindings(page)).toEqual([]);

    const deliveries = panel(page, '发送记录');
    await deliveries.getByLabel('状态').selectOption('failed');
    await deliveries.getByText('没有这样的发送记录。').waitFor();
    await deliveries.getByLabel('状态').selectOption('sent');
    await deliveries.getByLabel('渠道').selectOption({ label: '晚间群' });
    await delivery.getByRole('button', { name: /^重发/ }).click();
    await page.getByText('已排队重发').waitFor();
    await until('it is sent again', WAIT_MS, () => fake.taken.length === 4);
    expect(complaints).toEqual([]);
    await close();

    const phone = await web.visit(PATH, { viewport: PHONE, language: 'en', scheme: 'dark' });
    await row(phone.page, 'Deliveries', session.code).getByText('✓ Sent').waitFor();
    await settled(phone.page);
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(phone.page)).toEqual([]);
    await web.shot(phone.page, 'notifications-phone', { fullPage: true });
    await phone.page.getByRole('button', { name: /^Change the rule/ }).click();
    await phone.page.getByRole('dialog').getByLabel('Markup').waitFor();
    expect(await axeFindings(phone.page)).toEqual([]);
    await web.shot(phone.page, 'notifications-phone-rule');
    expect(phone.complaints).toEqual([]);
    await phone.close();
    await removeAll();
  });

  it('say what a service refused, switch its channel off, and on again', async () => {
    await addChannel('我的手机');
    const { page, complaints, close } = await web.visit(PATH, { expectStatuses: [409] });
    fake.script(json({ code: 400, message: 'failed to get device token' }, 400));
    await page.getByRole('button', { name: '向 我的手机 发测试消息' }).click();
    await row(page, '渠道', '我的手机').getByText('✕ Bark：设备 key 不对（code 400）').waitFor();
    await web.shot(page, 'notifications-refused');
    await page.getByLabel('开关渠道 我的手机').press('Space');
    await page.getByText('渠道“我的手机”已关闭').waitFor();
    await page.getByRole('button', { name: '添加渠道' }).click();
    const form = page.getByRole('dialog', { name: '添加渠道' });
    await form.getByRole('textbox', { name: '名称' }).fill('我的手机');
    await form.locator('input[type=password]').fill('abc');
    await form.getByRole('button', { name: '保存' }).click();
    await form.getByText('这个名称已被使用，请换一个。').waitFor();
    await form.getByRole('button', { name: '取消' }).click();
    expect(complaints).toEqual([]);
    await close();
    await removeAll();
  });

  it('show the secret that was made for a webhook once, and delete a channel after a question', async () => {
    const { page, complaints, close } = await web.visit(PATH);
    await page.getByRole('button', { name: '添加渠道' }).click();
    const form = page.getByRole('dialog', { name: '添加渠道' });
    await form.getByLabel('种类').selectOption('webhook');
    await form.getByRole('textbox', { name: '名称' }).fill('自己的程序');
    await form.getByLabel('地址', { exact: true }).fill(`${fake.url}/hook`);
    await form.getByRole('button', { name: '保存' }).click();
    const box = page.getByRole('dialog', { name: '签名密钥，只显示这一次' });
    const secret = await box.getByRole('textbox').innerText();
    expect(secret).toMatch(/^whsec_/);
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-secret');
    await page.keyboard.press('Escape');
    await box.getByRole('button', { name: '我已保存' }).click();
    await box.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: '删除渠道 自己的程序' }).click();
    const question = page.getByRole('dialog', { name: '删除渠道' });
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '删除渠道 自己的程序' }).click();
    await question.getByRole('button', { name: '删除' }).click();
    await page.getByText('还没有渠道。').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  beforeEach(removeAll);

  it('add rules whose form follows the event, and take a deletion back', async () => {
    await addChannel('晚间群');
    const { page, complaints, close } = await web.visit(PATH);
    const add = async (event: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> => {
      await page.getByRole('button', { name: '添加规则' }).click();
      const form = page.getByRole('dialog', { name: '添加规则' });
      await form.getByLabel('告诉我什么').selectOption({ label: event });
      await fill(form);
      await form.getByRole('button', { name: '保存' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await add('价格到位', async (form) => {
      expect(await form.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
      await form.getByLabel('股票代码').fill(session.code);
      await form.getByLabel('数值').fill('12.5');
      await form.getByRole('button', { name: '再加一个条件' }).click();
      await form.getByLabel('比较什么').last().selectOption({ label: '涨跌幅（%）' });
      await form.getByLabel('怎么比').last().selectOption('between');
      await form.getByLabel('数值').last().fill('-3');
      await form.getByLabel('上限').fill('3');
      await form.getByRole('switch', { name: /^免打扰时段/ }).press('Space');
      await web.shot(page, 'notifications-price-rule');
      expect(await axeFindings(page)).toEqual([]);
    });
    const price = row(page, '规则', '价格到位');
    await price
      .getByText(`${session.code} 收盘价（元） ≥ 12.5 且 涨跌幅（%） 在 -3 至 3 之间`, { exact: true })
      .waitFor();
    await price.getByText('22:00-07:30').waitFor();
    await add('记录里出现事件', async (form) => {
      await form.getByLabel('范围').selectOption({ label: '自选股的跟踪' });
      await form.getByLabel('只限这些股票').fill(`SH${session.code}, 600519`);
      await form.getByText('读到 2 只').waitFor();
      await form.getByLabel(/^哪些事件/).click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await web.shot(page, 'notifications-event-rule');
      await page.keyboard.press('Escape');
    });
    await add('选股有新命中', async (form) => {
      await form.getByLabel('选股').selectOption({ label: '涨幅榜' });
    });
    await row(page, '规则', '选股有新命中').getByText('“涨幅榜”', { exact: true }).waitFor();
    await web.shot(page, 'notifications-rules', { fullPage: true });
    await price.getByRole('button', { name: /^删除规则/ }).click();
    await price.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '撤销' }).last().click();
    await price.waitFor();
    const { rules } = await send<{ rules: { event: string; quietHours: string | null; channelIds: number[] }[] }>(
      'GET',
      '/rules',
    );
    expect(rules.map(({ event }) => event).sort()).toEqual(['price.crossed', 'screen.matched', 'session.event']);
    expect(rules.every(({ channelIds }) => channelIds.length === 1)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
    await removeAll();
  });

  it.each([
    ['/screens/top_gainers?day=newest&p.top=5', '涨幅榜', 'screen.matched'],
    ['/scans', '扫描', 'scan.completed'],
    ['/ai', '批量补填', 'drain.completed'],
  ])('offer “tell me” at %s', async (path, thing, event) => {
    const { page, complaints, close } = await web.visit(path);
    await page.getByRole('button', { name: '提醒我' }).click();
    const dialog = page.getByRole('dialog', { name: `提醒我：${thing}` });
    await dialog.getByRole('link', { name: '先添加一个渠道' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await addChannel('晚间群');
    await page.reload();
    await page.getByRole('button', { name: '提醒我' }).click();
    await dialog.getByLabel('晚间群').waitFor();
    await web.shot(page, `notifications-tell-me-${event}`);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: '提醒我' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { rules } = await send<{ rules: { event: string }[] }>('GET', '/rules');
    expect(rules.map((rule) => rule.event)).toEqual([event]);
    expect(complaints).toEqual([]);
    await close();
    await removeAll();
  });

  it('offer a daily digest at a time within its bounds', async () => {
    await addChannel('晚间群');
    const { page, complaints, close } = await web.visit(PATH);
    await page.getByRole('button', { name: '添加规则' }).click();
    const form = page.getByRole('dialog', { name: '添加规则' });
    const save = form.getByRole('button', { name: '保存' });
    await form.getByLabel('告诉我什么').selectOption({ label: '收盘摘要' });
    const time = form.getByLabel('发送时间（北京时间）');
    expect(await time.inputValue()).toBe('21:00');
    await time.fill('14:00');
    expect(await save.isDisabled()).toBe(true);
    await time.fill('20:30');
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-digest');
    await save.click();
    await form.waitFor({ state: 'detached' });
    await row(page, '规则', '收盘摘要').getByText('交易日 20:30', { exact: true }).waitFor();
    const { rules } = await send<{ rules: object[] }>('GET', '/rules');
    expect(rules).toMatchObject([{ event: 'digest.evening', conditions: { at: '20:30' } }]);
    expect(complaints).toEqual([]);
    await close();
    await removeAll();
  });

  it('make, show once, replace and revoke the address of a calendar', async () => {
    const { page, complaints, close } = await web.visit(PATH);
    const calendar = panel(page, '日历订阅');
    await calendar.getByText('还没有订阅地址。').waitFor();
    const shown = page.getByRole('textbox', { name: '日历地址' });
    const keep = async (): Promise<string> => {
      await shown.waitFor();
      const address = (await shown.textContent()) ?? '';
      await page.getByRole('button', { name: '已保存' }).click();
      await shown.waitFor({ state: 'detached' });
      return address;
    };
    const read = async (address: string) => (await fetch(address)).status;
    await calendar.getByRole('button', { name: '生成地址' }).click();
    await shown.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await web.shot(page, 'notifications-calendar');
    const first = await keep();
    expect(first).toContain(`${web.url}/api/calendar/reviews.ics?key=scc_`);
    expect(await read(first)).toBe(200);
    await page.reload();
    await calendar.getByText('最近读取').waitFor();
    expect(await page.content()).not.toContain('scc_');

    await calendar.getByRole('button', { name: '更换地址' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '更换地址' }).click();
    const second = await keep();
    expect([await read(first), await read(second)]).toEqual([401, 200]);

    await calendar.getByRole('button', { name: '停用' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await calendar.getByText('还没有订阅地址。').waitFor();
    expect(await read(second)).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });

  it('list what happened: newest first, by type, with a way to the thing, and more on request', async () => {
    const { database } = web.service;
    await database.query('truncate event restart identity cascade');
    const empty = await web.visit(EVENTS);
    await empty.page.getByText('还没有发生过什么。').waitFor();
    expect(await axeFindings(empty.page)).toEqual([]);
    await empty.close();
    await database.query(
      `insert into event (type, data) select 'market.complete', json_build_object('day', '2026-03-04', 'bars', no)
       from generate_series(1, 60) no`,
    );
    await web.service.call('PATCH', `/api/stock-cycle/sessions/${String(session.id)}`, {
      json: { current_primary_phase: 'distribution' },
    });
    const { page, complaints, close } = await web.visit(EVENTS);
    const rows = page.getByRole('region', { name: '事件记录' }).locator('tbody tr');
    await rows.first().getByText(session.code).waitFor();
    expect(await rows.first().innerText()).toContain('派发（手工）');
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: '再看更早的' }).click();
    await rows.filter({ hasText: '齐全，1 只' }).waitFor();
    expect(await rows.count()).toBe(61);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('类型').selectOption({ label: '跟踪的阶段改变' });
    await rows.nth(1).waitFor({ state: 'detached' });
    await web.shot(page, 'event-log');
    await page.getByLabel('类型').selectOption({ label: '备份失败' });
    await page.getByText('还没有这一类事件。').waitFor();
    await page.getByLabel('类型').selectOption({ label: '全部' });
    await rows.first().getByRole('link').click();
    await page.waitForURL(`**/sessions/${String(session.id)}`);
    expect(complaints).toEqual([]);
    await close();
    const phone = await web.visit(EVENTS, { viewport: PHONE, language: 'en', scheme: 'dark' });
    await phone.page.getByText('→ Distribution (by hand)').waitFor();
    expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(phone.page)).toEqual([]);
    await web.shot(phone.page, 'event-log-phone');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});

import { calendarDayOf } from '#lib/kernel';
import type { DailyQueueSession, SessionView, WeeklyQueueSession } from '#lib/tracking';
import { FillWorld } from '../support/worlds/fill-world';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';

const TODAY = '2025-12-19';
const YESTERDAY = openDaysBefore(TODAY, 1)[0] ?? '';

interface Queue<Session> {
  sessions: Session[];
  total: number;
  todayYmd: string;
  warnings: string[];
}

describe('the fill queues', () => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start();
    const plain = Array.from({ length: 40 }, (_, index) => ({ code: String(100 + index).padStart(6, '0') }));
    await putSmallMarket(world.database, { from: '2025-06-02', to: TODAY }, [
      ...plain,
      { code: '000001' },
      { code: '000002' },
      { code: '000003' },
      // Suspended today, and for some days.
      { code: '000004', volumes: { [TODAY]: null } },
      // 8 % from the ex-right previous close, a fen less, and without one from the close before.
      { code: '000010', closes: { [TODAY]: 5.4 }, preCloses: { [TODAY]: 5 } },
      { code: '000011', closes: { [TODAY]: 5.39 }, preCloses: { [TODAY]: 5 } },
      { code: '000012', closes: { [TODAY]: 10.8 } },
      { code: '000013', closes: { [TODAY]: 13 } },
      { code: '000014', closes: { [YESTERDAY]: 10.9, [TODAY]: 10.9 } },
    ]);
    await world.countDays();
  });
  afterAll(() => world.service.stop());
  beforeEach(() => world.empty());

  const read = async <Session>(kind: 'daily' | 'weekly'): Promise<Queue<Session>> => {
    // Public: nobody is named.
    const reply = await world.service.api.call('GET', `/api/stock-cycle/sessions/ai-fill-${kind}-queue`);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    return reply.body.data as Queue<Session>;
  };
  const daily = () => read<DailyQueueSession>('daily');
  const weekly = () => read<WeeklyQueueSession>('weekly');
  const codes = (queue: Queue<SessionView>): string[] => queue.sessions.map((one) => one.code);

  it('are empty if no session is open', async () => {
    expect(await daily()).toEqual({ sessions: [], total: 0, todayYmd: TODAY, warnings: [] });
    expect(await weekly()).toEqual({ sessions: [], total: 0, todayYmd: TODAY, warnings: [] });
  });

  it('contain whole sessions, and what they lack', async () => {
    const id = await world.session({ next_review_at: TODAY, stock_name: '样本' });
    await world.call('POST', `/sessions/${id}/daily`, { json: { trade_date: YESTERDAY } });
    await world.call('POST', `/sessions/${id}/weekly`, { json: { week_end_date: '2025-11-28' } });
    const { session } = (await world.call('GET', `/sessions/${id}`)).body.data as { session: SessionView };
    const [one] = (await daily()).sessions;
    expect(one).toEqual({ ...session, missingDays: 9, queueReason: 'due' });
    // Entered on 2025-11-03: seven weeks, one of them written.
    expect((await weekly()).sessions[0]).toEqual({ ...session, missingWeeks: 6, queueReason: 'due' });
  });

  it('gaps: count all missing days and weeks since the entry, whatever the review date', async () => {
    const id = await world.session({ next_review_at: '2026-06-01', stock_name: '样本' });
    await world.session({ code: '000002', ended_at: '2025-12-01T00:00:00Z' });
    const suspended = await world.session({ code: '000004', entry_date: YESTERDAY });
    await world.call('POST', `/sessions/${id}/daily`, { json: { trade_date: YESTERDAY } });
    await world.call('POST', `/sessions/${id}/weekly`, { json: { week_end_date: '2025-11-28' } });
    const gaps = async (kind: string) => {
      const reply = await world.call('GET', `/sessions/record-gaps?kind=${kind}`);
      return reply.body.data as Queue<SessionView & { missing: number }>;
    };
    const missing = (queue: { sessions: { id: number; missing: number }[] }) =>
      queue.sessions.map((one) => [one.id, one.missing]);
    // 35 open days from 2025-11-03 on, in seven weeks.
    expect(missing(await gaps('daily'))).toEqual([
      [id, 34],
      [suspended, 1],
    ]);
    expect(missing(await gaps('weekly'))).toEqual([
      [id, 6],
      [suspended, 1],
    ]);
    expect((await gaps('weekly')).total).toBe(2);
    // With the last ten days written, older gaps put nobody on the list.
    await world.daily(id, { json: { only_missing: true } });
    expect(missing(await gaps('daily'))).toEqual([[suspended, 1]]);
    expect((await world.call('GET', '/sessions/record-gaps')).status).toBe(400);
  });

  it('daily: contains sessions without a review date, or with one that has come', async () => {
    await world.session({ code: '000001' });
    await world.session({ code: '000002', next_review_at: TODAY });
    await world.session({ code: '000003', next_review_at: '2025-12-20' });
    await world.session({ code: '000100', next_review_at: '2025-01-01' });
    await world.session({ code: '000101', ended_at: '2025-12-01T00:00:00Z' });
    await world.session({ code: '000102', deleted_at: '2025-12-01T00:00:00Z' });
    const queue = await daily();
    expect(queue.sessions.map((one) => [one.code, one.queueReason])).toEqual([
      ['000100', 'due'],
      ['000001', 'unset'],
      ['000002', 'due'],
    ]);
    expect(queue.total).toBe(3);
  });

  it('weekly: also contains sessions due within seven days, or risen by 8 % today', async () => {
    await world.session({ code: '000001', next_review_at: '2025-12-26' });
    await world.session({ code: '000002', next_review_at: '2025-12-27' });
    for (const code of ['000010', '000011', '000012', '000013', '000014']) {
      await world.session({ code, next_review_at: '2026-06-01' });
    }
    // Nobody explains the gap of 000013: it may be an ex-right.
    await world.database.query(
      `insert into price_break (code, trade_date, kind) values ('000013', $1, 'gap') on conflict do nothing`,
      [TODAY],
    );
    expect((await weekly()).sessions.map((one) => [one.code, one.queueReason])).toEqual([
      ['000001', 'within_7d'],
      ['000010', 'rise_8'],
      ['000012', 'rise_8'],
    ]);
    // Tomorrow the latest bar is no longer today's.
    world.clock.set('2025-12-20T20:00:00');
    expect(codes(await weekly())).toEqual(['000001', '000002']);
  });

  it('keep a session until its records have caught up', async () => {
    const id = await world.session();
    expect(codes(await daily())).toEqual(['000001']);
    await world.daily(id);
    await world.weekly(id);
    expect(codes(await daily())).toEqual([]);
    expect(codes(await weekly())).toEqual([]);
    const [row] = (await world.detail(id)).dailyRows;
    await world.call('DELETE', `/daily/${row?.id ?? 0}`);
    expect((await daily()).sessions[0]).toMatchObject({ missingDays: 1 });
  });

  it('weekly: a newest week that saw older bars lags; an older one, or a person’s, does not', async () => {
    const id = await world.session();
    world.clock.set('2025-12-17T20:00:00');
    await world.weekly(id);
    expect(codes(await weekly())).toEqual([]);
    world.clock.set('2025-12-19T20:00:00');
    expect((await weekly()).sessions).toMatchObject([{ code: '000001', missingWeeks: 1 }]);
    await world.database.query(
      `update weekly_record set data_through = '2025-12-10' where week_end_date = '2025-12-12'`,
    );
    await world.database.query(
      `update weekly_record set origin = 'manual', data_through = null where week_end_date = $1`,
      [TODAY],
    );
    expect(codes(await weekly())).toEqual([]);
  });

  it('never count a suspended stock as lagging', async () => {
    await world.session({ code: '000004' });
    expect(codes(await daily())).toEqual([]);
    expect(codes(await weekly())).toEqual([]);
    // Yesterday it traded.
    world.clock.set(`${YESTERDAY}T20:00:00`);
    expect(codes(await daily())).toEqual(['000004']);
  });

  it('count no stock as suspended on a day that has only begun to arrive', async () => {
    await world.session({ code: '000001' });
    const bars = await world.database.query<{ code: string }>(
      `delete from daily_bar where trade_date = $1 and code <> '000100' returning *`,
      [TODAY],
    );
    await world.database.query('update market_day set bars = 1 where trade_date = $1', [TODAY]);
    try {
      expect((await daily()).sessions).toMatchObject([{ code: '000001', missingDays: 10 }]);
    } finally {
      await world.database.query('insert into daily_bar select * from json_populate_recordset(null::daily_bar, $1)', [
        JSON.stringify(bars),
      ]);
      await world.countDays();
    }
  });

  it('do not count a bar of today before it is final', async () => {
    const id = await world.session();
    world.clock.set(`${YESTERDAY}T20:00:00`);
    await world.daily(id);
    world.clock.set(`${TODAY}T15:44:00`);
    expect(codes(await daily())).toEqual([]);
    world.clock.set(`${TODAY}T15:46:00`);
    expect((await daily()).sessions).toMatchObject([{ missingDays: 1 }]);
  });

  it('list the most overdue first; no date counts as today; then by what is missing, then by priority', async () => {
    const entry = openDaysBefore(TODAY, 2)[0];
    await world.session({ code: '000001', next_review_at: '2025-12-18' });
    await world.session({ code: '000002', next_review_at: '2025-12-01' });
    await world.session({ code: '000003', next_review_at: TODAY, entry_date: entry });
    await world.session({ code: '000100', priority: 60 });
    await world.session({ code: '000101', priority: 70 });
    await world.session({ code: '000102', priority: 60, entry_date: entry });
    expect(codes(await daily())).toEqual(['000002', '000001', '000101', '000100', '000102', '000003']);
  });

  it.each(['?limit=10', '?kind=daily', '?status=open'])('reject the parameter %s', async (query) => {
    for (const kind of ['daily', 'weekly']) {
      expect((await world.call('GET', `/sessions/ai-fill-${kind}-queue${query}`)).status).toBe(400);
    }
  });

  it('contain of the entry week what a fill writes: the entry of a weekend has none', async () => {
    const id = await world.session({ entry_date: calendarDayOf('2025-12-13') });
    expect((await weekly()).sessions).toMatchObject([{ missingWeeks: 1 }]);
    await world.weekly(id);
    expect(codes(await weekly())).toEqual([]);
  });
});

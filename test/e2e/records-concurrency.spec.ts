import { openDaysBefore } from '../support/database/small-market';
import { RecordsWorld } from '../support/worlds/records-world';

const FIELD = { daily: 'trade_date', weekly: 'week_end_date' } as const;
/** The last 20 open days, and the last days of the last 20 weeks that end on a Friday, oldest first. */
const DAYS = {
  daily: openDaysBefore('2025-12-20', 20),
  weekly: openDaysBefore('2025-12-20', 130)
    .filter((day) => new Date(day).getUTCDay() === 5)
    .slice(-20),
};

describe.each(['daily', 'weekly'] as const)('writers of %s records at once', (kind) => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start();
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  const write = (session: number, day: string, more: Record<string, unknown> = {}) =>
    world.call('POST', `/sessions/${session}/${kind}`, { json: { [FIELD[kind]]: day, ...more } });
  const countLive = async (session: number): Promise<number> => {
    const [row] = await world.api.database.query<{ count: number }>(
      `select count(*) as count from ${kind}_record where session_id = $1 and deleted_at is null`,
      [session],
    );
    return row?.count ?? 0;
  };

  it('let one of many write a day, and get a 409 otherwise', async () => {
    for (const day of DAYS[kind].slice(-5)) {
      const session = await world.session();
      const replies = await Promise.all([1, 2, 3, 4].map(() => write(session, day)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(await countLive(session)).toBe(1);
      await world.closeInTable(session);
    }
  });

  it('leave one latest row after parallel writes, edits and deletes', async () => {
    const session = await world.session({ entry_date: '2025-01-02' });
    const written = await Promise.all(DAYS[kind].map((day) => write(session, day)));
    expect(written.map(({ status }) => status)).toEqual(DAYS[kind].map(() => 200));
    expect(await world.latest(kind, session)).toEqual(DAYS[kind].slice(-1));

    const ids = written.map(({ body }) => body.data[kind].id);
    const again = DAYS[kind][17] ?? '';
    const replies = await Promise.all([
      ...ids.slice(10).map((id) => world.call('DELETE', `/${kind}/${id}`)),
      ...ids.map((id) => world.call('PATCH', `/${kind}/${id}`, { json: { align_flag: 'neutral' } })),
      write(session, again),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const live = await world.api.database.query<{ day: string }>(
      `select ${FIELD[kind]} as day from ${kind}_record where session_id = $1 and deleted_at is null order by 1`,
      [session],
    );
    expect(live.length).toBeGreaterThanOrEqual(10);
    expect(await world.latest(kind, session)).toEqual([live.at(-1)?.day]);
  });

  it('write nothing after the session has closed', async () => {
    for (const wait of [0, 3, 8, 15]) {
      const session = await world.session({ entry_date: '2025-01-02' });
      const writes = DAYS[kind].map(async (day) => {
        const { status, body } = await write(session, day);
        return status === 409 ? body.code : status;
      });
      await new Promise((resolve) => setTimeout(resolve, wait));
      const close = world.call('PATCH', `/sessions/${session}`, { json: { close: true } });
      const outcomes = await Promise.all(writes);
      expect((await close).status).toBe(200);
      expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 'session_closed')).toEqual([]);
      const accepted = outcomes.filter((outcome) => outcome === 200).length;
      expect(await countLive(session)).toBe(accepted);
      expect((await write(session, DAYS[kind][0] ?? '')).body.code).toBe('session_closed');
    }
  });

  it('are rejected by a close that they wait for', async () => {
    const session = await world.session();
    let refused: Promise<unknown> | undefined;
    await world.api.database.transaction(async (tx) => {
      await tx.query('update tracking_session set ended_at = clock_timestamp() where id = $1', [session]);
      refused = write(session, DAYS[kind].at(-1) ?? '');
      const early = await Promise.race([refused, new Promise((resolve) => setTimeout(() => resolve('waits'), 300))]);
      expect(early).toBe('waits');
    });
    expect(await refused).toMatchObject({ status: 409, body: { code: 'session_closed' } });
    expect(await countLive(session)).toBe(0);
  });

  it('leave no live record behind a deleted session', async () => {
    const session = await world.session({ entry_date: '2025-01-02' });
    const writes = DAYS[kind].map((day) => write(session, day));
    const deleted = world.call('DELETE', `/sessions/${session}`);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect((await deleted).status).toBe(200);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await countLive(session)).toBe(0);
    expect(await world.latest(kind, session)).toEqual([]);
  });
});

it('the phase is that of the newest week after parallel writes', async () => {
  const world = await RecordsWorld.start();
  try {
    const session = await world.session({ entry_date: '2025-01-02' });
    const hints = ['accumulation', 'markup', 'distribution', 'markdown'];
    await Promise.all(
      DAYS.weekly.map((day, index) =>
        world.weekly(session, { week_end_date: day, primary_phase_hint: hints[index % hints.length] }),
      ),
    );
    const [row] = await world.api.database.query<{ phase: string }>(
      'select current_primary_phase as phase from tracking_session',
    );
    expect(row?.phase).toBe(hints[(DAYS.weekly.length - 1) % hints.length]);
  } finally {
    await world.api.stop();
  }
});

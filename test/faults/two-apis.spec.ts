import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from './support/measured';
import { RealService, type Reply } from './support/real-service';
import { seededRandom } from './support/seeded-random';

const SESSIONS = '/api/stock-cycle/sessions';
const ROUNDS = 5;
const DAYS = ['2025-12-15', '2025-12-16', '2025-12-17', '2025-12-18', '2025-12-19'];

jest.setTimeout(120_000);

describe('two APIs on one database', () => {
  let service: RealService;
  let second: string;

  beforeAll(async () => {
    service = await RealService.create({ RATE_LIMIT: 'off' });
    await service.startApi();
    second = await service.startAnotherApi();
  });
  afterAll(() => service.remove());

  /** One after the other, at both in turn, without waiting for an answer. */
  const atOnce = (count: number, ask: (index: number, url: string | undefined) => Promise<Reply>): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index, index % 2 === 0 ? undefined : second)));

  it('open one session for a stock that is opened fifty times at once, and return its id to all others', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const code = String(round).padStart(6, '0');
      const replies = await atOnce(50, (_, url) =>
        service.call('POST', SESSIONS, { code, entry_date: '2025-12-01' }, url),
      );
      const statuses = replies.map(({ status }) => status);
      expect([
        statuses.filter((status) => status === 200).length,
        statuses.filter((one) => one === 409).length,
      ]).toEqual([1, 49]);
      expect(await service.database.query('select 1 from tracking_session where code = $1', [code])).toHaveLength(1);
    }
  });

  it('write no record to a session after it was closed: it is closed while records are written', async () => {
    const random = seededRandom();
    // A writer is in the middle of its transaction for long enough that a closing would overtake it.
    await service.database.query(`
      create function hold_record() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.05);
        return new;
      end $$`);
    await service.database.query(
      'create trigger hold_record after insert on daily_record for each row execute function hold_record()',
    );
    const recordsOf = async (id: number): Promise<number> =>
      (await service.database.query('select 1 from daily_record where session_id = $1', [id])).length;
    const outcomes = new Map<string, number>();
    for (let round = 1; round <= 4 * ROUNDS; round += 1) {
      const code = String(100 + round).padStart(6, '0');
      const opened = await service.call('POST', SESSIONS, { code, entry_date: '2025-12-01' });
      const { id } = (opened.data as { session: { id: number } }).session;
      const closing = sleep(random() * 200).then(async () => {
        const { status } = await service.call(
          'PATCH',
          `${SESSIONS}/${id}`,
          { close: true, end_reason: 'it ends' },
          second,
        );
        return { status, records: await recordsOf(id) };
      });
      const delays = DAYS.map(() => random() * 300);
      const writes = await atOnce(DAYS.length, async (index, url) => {
        await sleep(delays[index]);
        return service.call('POST', `${SESSIONS}/${id}/daily`, { trade_date: DAYS[index] }, url);
      });
      expect(await closing).toEqual({ status: 200, records: await recordsOf(id) });
      for (const { status } of writes) outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1);
    }
    measured('records written around a closing, by status', JSON.stringify(Object.fromEntries(outcomes)));
    const late = await service.database.query(
      `select r.id from daily_record r join tracking_session s on s.id = r.session_id where r.created_at > s.ended_at`,
    );
    expect(late).toEqual([]);
    expect([...outcomes.keys()].filter((status) => !['200', '409'].includes(status))).toEqual([]);
    expect(outcomes.size).toBe(2);
  });
});

import type { DailyFillResult, DefaultDrainWaitLimits, WeeklyFillResult } from '#lib/ai';
import type { SessionDetail } from '#lib/tracking';
import { emptyTables } from '../database/empty-tables';
import { FakePanel } from '../fakes/fake-panel';
import { WallClock } from './records-world';
import type { CallOptions, Reply } from './test-api';
import { TestService } from './test-service';

export type DailyFillResponse = Reply & { body: { data: DailyFillResult } };
export type WeeklyFillResponse = Reply & { body: { data: WeeklyFillResult } };

/** API and worker with a clock and a model that tests set. Stands in the evening of Friday 2025-12-19. */
export class FillWorld {
  readonly clock = new WallClock();
  readonly panel = new FakePanel();
  /** Short waits, so that a test need not wait for long. */
  readonly drainPatience: DefaultDrainWaitLimits = {
    ...{ firstWaitMs: 10, longestWaitMs: 100, longestPauseMs: 100, mostWaits: 6 },
    ...{ modelMs: 60_000, drainMs: 120_000 },
  };
  private started: TestService | undefined;

  static async start(environment: Record<string, string> = {}): Promise<FillWorld> {
    const world = new FillWorld();
    world.clock.set('2025-12-19T20:00:00');
    world.started = await TestService.start(environment, world);
    return world;
  }

  get service(): TestService {
    if (this.started === undefined) throw new Error('not started');
    return this.started;
  }

  get database(): TestService['database'] {
    return this.service.database;
  }

  /** A call by the administrator. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return this.service.call(method, `/api/stock-cycle${path}`, options);
  }

  async daily(sessionId: number, options: CallOptions = {}): Promise<DailyFillResponse> {
    return (await this.call('POST', `/sessions/${sessionId}/ai-fill-daily`, options)) as DailyFillResponse;
  }

  async weekly(sessionId: number, json?: unknown): Promise<WeeklyFillResponse> {
    const path = `/sessions/${sessionId}/ai-fill-weekly`;
    return (await this.call('POST', path, json === undefined ? {} : { json })) as WeeklyFillResponse;
  }

  async detail(sessionId: number): Promise<SessionDetail> {
    return (await this.call('GET', `/sessions/${sessionId}`)).body.data as SessionDetail;
  }

  /** Puts a session into the table. */
  async session(fields: Record<string, unknown> = {}): Promise<number> {
    const row = { code: '000001', entry_date: '2025-11-03', market_source: 'files', ...fields };
    const names = Object.keys(row);
    const [session] = await this.database.query<{ id: number }>(
      `insert into tracking_session (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})
       returning id`,
      Object.values(row),
    );
    if (session === undefined) throw new Error('no session');
    return session.id;
  }

  /** Says of the market how many bars each day has, as an import does. */
  async countDays(): Promise<void> {
    await this.database.query(
      `insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by 1
       on conflict (trade_date) do update set bars = excluded.bars`,
    );
  }

  /** No session, no record, no drain; the clock and the model as at the start. */
  async empty(): Promise<void> {
    this.clock.set('2025-12-19T20:00:00');
    this.panel.reset();
    await emptyTables(this.database, ['tracking_session', 'ai_drain', 'job'], { restartIds: true });
  }
}

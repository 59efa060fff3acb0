import { Clock } from '#lib/kernel';
import type { DailyRecordView, WeeklyRecordView } from '#lib/tracking';
import { emptyTables } from '../database/empty-tables';
import { type CallOptions, type Reply, TestApi } from './test-api';

/** The business clock, set to a time on the wall in Shanghai. */
export class WallClock extends Clock {
  private instant = new Date();

  override now(): Date {
    return this.instant;
  }

  set(shanghai: string): void {
    this.instant = new Date(`${shanghai}+08:00`);
  }
}

/** What the routes of records answer. */
export interface RecordData {
  id: number;
  deleted: boolean;
  daily: DailyRecordView;
  weekly: WeeklyRecordView;
  sessionPhaseSync?: { changed: boolean; from: string | null; to: string; weeklyId: number };
  cycleAutoClose?: {
    shouldClose: true;
    applied: boolean;
    rules: { rule: string; detail: string; tradeDate: string }[];
  };
}

export type RecordResponse = Reply & { body: { data: RecordData } };

interface SessionRow {
  code: string;
  entry_date: string;
  entry_close_price: number | null;
  current_primary_phase: string | null;
}

/** The API with a clock that tests set, and the calls that tests of records make. */
export class RecordsWorld {
  readonly clock = new WallClock();

  private constructor() {
    this.clock.set('2025-12-19T18:00:00');
  }

  private started: { api: TestApi; token: string } | undefined;

  static async start(environment: Record<string, string> = {}): Promise<RecordsWorld> {
    const world = new RecordsWorld();
    const api = await TestApi.start({ clock: world.clock, environment: { RATE_LIMIT: 'off', ...environment } });
    world.started = { api, token: await api.login() };
    return world;
  }

  get api(): TestApi {
    if (this.started === undefined) throw new Error('not started');
    return this.started.api;
  }

  /** A call by the administrator. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<RecordResponse> {
    const bearer = this.started?.token;
    const reply = await this.api.call(method, `/api/stock-cycle${path}`, {
      ...(bearer === undefined ? {} : { bearer }),
      ...options,
    });
    return reply as RecordResponse;
  }

  /** Puts an open session into the table. */
  async session(fields: Partial<SessionRow> = {}): Promise<number> {
    const row = {
      code: '600519',
      entry_date: '2025-11-03',
      entry_close_price: null,
      current_primary_phase: 'transition',
      ...fields,
    };
    const [session] = await this.api.database.query<{ id: number }>(
      `insert into tracking_session (code, entry_date, entry_close_price, current_primary_phase, market_source)
       values ($1, $2, $3, $4, 'files') returning id`,
      [row.code, row.entry_date, row.entry_close_price, row.current_primary_phase],
    );
    if (session === undefined) throw new Error('no session');
    return session.id;
  }

  daily(sessionId: number, json: Record<string, unknown>): Promise<RecordResponse> {
    return this.call('POST', `/sessions/${sessionId}/daily`, { json });
  }

  weekly(sessionId: number, json: Record<string, unknown>): Promise<RecordResponse> {
    return this.call('POST', `/sessions/${sessionId}/weekly`, { json });
  }

  /** Dates of the live rows that are marked as the latest. */
  async latest(kind: 'daily' | 'weekly', sessionId: number): Promise<string[]> {
    const [table, day] = kind === 'daily' ? ['daily_record', 'trade_date'] : ['weekly_record', 'week_end_date'];
    const rows = await this.api.database.query<{ day: string }>(
      `select ${day} as day from ${table} where session_id = $1 and is_latest`,
      [sessionId],
    );
    return rows.map((row) => row.day);
  }

  async closeInTable(sessionId: number): Promise<void> {
    await this.api.database.query('update tracking_session set ended_at = clock_timestamp() where id = $1', [
      sessionId,
    ]);
  }

  async empty(): Promise<void> {
    this.clock.set('2025-12-19T18:00:00');
    await emptyTables(this.api.database, ['tracking_session'], { restartIds: true });
  }
}

import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { type CalendarDay, Clock, shanghaiDayAt } from '#lib/kernel';
import { MarketStateService, TradingCalendarService } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { DRAIN_KINDS, type DrainKind } from '../domain/drain';
import { FillDaysService } from '../fills/fill-days.service';
import { type EndedDrain, selectScheduled } from '../persistence/drains.query';
import { DrainsService } from './drains.service';

const HOUR_MS = 3_600_000;
/** A day's drain starts when its market data are complete, but not before this time in Shanghai … */
const NOT_BEFORE_MS = 17.5 * HOUR_MS;
/** … and at this time for what has arrived. */
const FALLBACK_MS = 20.5 * HOUR_MS;

/** When drains start by themselves: once a trading day, the weekly one straight after the daily one. */
@Injectable()
export class DrainScheduleService {
  constructor(
    private readonly db: Database,
    private readonly drains: DrainsService,
    private readonly jobs: JobsService,
    private readonly days: FillDaysService,
    private readonly market: MarketStateService,
    private readonly calendar: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the drains that are due. Any number of workers may call it at any time: the gate is a row. A drain that was
   * missed is made up for until the next trading day's is due; that one fills what was left. A day that is not complete at
   * 20:30 has a provisional pass, and the final one, over what still lags, as soon as it is.
   * @returns those that began; a daily one without a session to fill has ended, and the weekly one begins with it.
   */
  async startDue(): Promise<{ kind: DrainKind; tradeDay: CalendarDay }[]> {
    const due = await this.dueDay();
    if (due === undefined) return [];
    const { tradeDay, provisional } = due;
    const started: DrainKind[] = [];
    for (const kind of DRAIN_KINDS) {
      const read = () => selectScheduled(this.db, kind, tradeDay, provisional);
      const scheduled = await read();
      if (
        scheduled === undefined &&
        (await this.db.transaction((tx) => this.begin(tx, { kind, tradeDay, provisional })))
      ) {
        started.push(kind);
      }
      const drain = scheduled ?? (await read());
      if (drain?.hasEnded !== true) break;
    }
    this.jobs.publishSoon();
    return started.map((kind) => ({ kind, tradeDay }));
  }

  /** The latest trading day whose drain has had to start, its data there or not; undefined if none is expected. */
  async expectedDay(): Promise<CalendarDay | undefined> {
    const calendar = await this.calendar.current();
    const tradeDay = calendar.latestOpenDay(shanghaiDayAt(new Date(this.clock.now().getTime() - FALLBACK_MS)));
    if (!calendar.isKnown(this.clock.today()) || !calendar.isKnown(tradeDay)) return undefined;
    return (await this.market.read()).source === 'none' ? undefined : tradeDay;
  }

  /** The weekly drain straight after a scheduled daily one, in the transaction that ends that. */
  async follow(tx: Transaction, ended: EndedDrain): Promise<void> {
    if (ended.origin !== 'schedule' || ended.kind !== 'daily') return;
    await this.begin(tx, { ...ended, kind: 'weekly' });
  }

  private async begin(
    tx: Transaction,
    { kind, tradeDay, provisional }: { kind: DrainKind; tradeDay: CalendarDay; provisional: boolean },
  ): Promise<boolean> {
    const drain = { kind, origin: 'schedule', provisional, tradeDay, today: tradeDay, startedBy: null } as const;
    return (await this.drains.insert(tx, drain)) !== undefined;
  }

  /** The trading day whose drain may start now; undefined if its data are awaited, or the calendar doesn't reach it. */
  private async dueDay(): Promise<{ tradeDay: CalendarDay; provisional: boolean } | undefined> {
    const calendar = await this.calendar.current();
    const now = this.clock.now().getTime();
    const tradeDay = calendar.latestOpenDay(shanghaiDayAt(new Date(now - NOT_BEFORE_MS)));
    // Beyond the published years every weekday looks open: a drain there would be one of a holiday.
    if (!calendar.isKnown(this.clock.today()) || !calendar.isKnown(tradeDay)) return undefined;
    if ((await this.market.read()).source === 'none') return undefined;
    if ((await this.days.latestComplete(tradeDay)) === tradeDay) return { tradeDay, provisional: false };
    return shanghaiDayAt(new Date(now - FALLBACK_MS)) >= tradeDay ? { tradeDay, provisional: true } : undefined;
  }
}

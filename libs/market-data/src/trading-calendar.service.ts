import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, Clock } from '#lib/kernel';
import { TradingCalendar } from './domain/trading-calendar';
import { selectExchangeDays } from './persistence/exchange-days.query';
import { MarketStateService } from './market-state.service';

/** Warned of this long before the last known day. */
const WARN_DAYS = 16;

/** The trading calendar as of now: the published closures, and over them what imports decided. */
@Injectable()
export class TradingCalendarService {
  private cached: { dataVersion: number; calendar: TradingCalendar } | undefined;

  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly clock: Clock,
  ) {}

  /** Reads imported days again only when the market has changed. */
  async current(): Promise<TradingCalendar> {
    const { dataVersion } = await this.state.read();
    if (this.cached?.dataVersion === dataVersion) return this.cached.calendar;
    const days = await selectExchangeDays(this.database);
    const calendar = TradingCalendar.published().with(days);
    this.cached = { dataVersion, calendar };
    return calendar;
  }

  /** A sentence for the operator where the known days end within 16 days (from 15 December on) or have ended, else undefined. */
  async warning(): Promise<string | undefined> {
    const { knownThrough } = await this.current();
    const today = this.clock.today();
    if (addDays(today, WARN_DAYS) < knownThrough) return undefined;
    const ends = knownThrough < today ? 'ended' : 'ends';
    return (
      `the trading calendar ${ends} on ${knownThrough}; every weekday after it counts as open. ` +
      'Update the program, or import the exchange\'s days with "market import … --calendar FILE"'
    );
  }
}

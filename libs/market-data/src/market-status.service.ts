import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from './market-state.service';
import { TradingCalendarService } from './trading-calendar.service';

export interface MarketDataSet {
  name: 'daily_bar' | 'trading_calendar';
  from: CalendarDay | null;
  to: CalendarDay | null;
  /** Open days between the two that have nothing, as far as the calendar is known. */
  holes: CalendarDay[];
  /** Why the newest load failed; null where it succeeded. */
  lastError: string | null;
}

export interface MarketStatusReport {
  source: StoredMarketSource;
  stocks: number;
  bars: number;
  from: CalendarDay | null;
  to: CalendarDay | null;
  dataSets: MarketDataSet[];
}

/** What the market holds, from tables of a row a day: fast however many bars there are. */
@Injectable()
export class MarketStatus {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TradingCalendarService) private readonly calendars: TradingCalendarService,
  ) {}

  async read(): Promise<MarketStatusReport> {
    const [totals] = await this.database.query<Omit<MarketStatusReport, 'dataSets'> & { lastError: string | null }>(`
      select source, bars_from as "from", bars_to as "to",
             (select count(*) from stock) as stocks,
             (select coalesce(sum(bars), 0)::bigint from market_day) as bars,
             (select error from market_import where status <> 'running' order by id desc limit 1) as "lastError"
      from market_state`);
    if (totals === undefined) throw new Error('market_state has no row');
    const { lastError, ...report } = totals;
    const calendar = await this.calendars.current();
    return {
      ...report,
      dataSets: [
        { name: 'daily_bar', from: report.from, to: report.to, holes: await this.holes(report), lastError },
        { name: 'trading_calendar', from: calendar.knownFrom, to: calendar.knownThrough, holes: [], lastError: null },
      ],
    };
  }

  private async holes({ from, to }: { from: CalendarDay | null; to: CalendarDay | null }): Promise<CalendarDay[]> {
    if (from === null || to === null) return [];
    const days = await this.database.query<{ day: CalendarDay }>('select trade_date as day from market_day');
    const present = new Set(days.map(({ day }) => day));
    const calendar = await this.calendars.current();
    return calendar.openDaysBetween(from, to).filter((day) => calendar.isKnown(day) && !present.has(day));
  }
}

import { Injectable } from '@nestjs/common';
import { BarMatrixService } from '#lib/bar-matrix';
import { AppError, type CalendarDay } from '#lib/kernel';
import { StocksService, TradingCalendarService } from '#lib/market-data';
import { CompaniesService } from './companies.service';
import { countBars } from './engine/run-task';
import { ScreenThreads } from './engine/screen-threads';
import { requireAvailable, ScreenCatalog } from './screen-catalog';

/** Five years of open days. */
const MOST_DAYS = 1250;

/** The days on which a stock was a hit of a screen. */
export interface ScreenDays {
  readonly screen: { readonly id: string; readonly version: number };
  /** Today's code of the stock. */
  readonly code: string;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** Oldest first. */
  readonly days: readonly CalendarDay[];
}

/** Follows one stock through a screen. */
@Injectable()
export class ScreenDaysService {
  constructor(
    private readonly catalog: ScreenCatalog,
    private readonly matrices: BarMatrixService,
    private readonly threads: ScreenThreads,
    private readonly stocks: StocksService,
    private readonly calendars: TradingCalendarService,
    private readonly companies: CompaniesService,
  ) {}

  /**
   * The days of a span on which a run of that day would have found the stock, with the screen's own parameters and filters.
   * @throws AppError `not_found` for the screen or the stock; `range_too_long` (400) for more than 1,250 open days;
   * `needs_whole_market` (409) for a screen that picks the best of the day; `screen_unavailable` (409).
   */
  async find(
    id: string,
    { code: given, from, to }: { code: string; from: CalendarDay; to: CalendarDay },
    signal: AbortSignal,
  ): Promise<ScreenDays> {
    const { view, needs, rule } = await this.catalog.prepare(id, {});
    if (view.needs.market) {
      throw AppError.conflict('needs_whole_market', 'the screen picks the best of the whole market, day by day');
    }
    requireAvailable(view);
    const span = await this.requireShort(from, to);
    const { code } = await this.stocks.require(given);
    const answer = { screen: { id: view.id, version: view.version }, code, from, to };
    const bars = countBars(needs);
    const matrix = await this.matrices.readStock(code, { through: to, bars: bars === null ? null : bars + span });
    const days = matrix?.facts.days ?? [];
    const dayNo = days.findLastIndex((day) => day <= to);
    const firstNo = days.findIndex((day) => day >= from);
    const stockNo = matrix?.stockNoOf(code);
    if (matrix === undefined || stockNo === undefined || firstNo < 0 || dayNo < firstNo) return { ...answer, days: [] };
    const task = { rule, filters: view.filters, dayNo, daysBefore: dayNo - firstNo };
    const stocks = [stockNo];
    const companies = view.needs.reports
      ? { companies: await this.companies.readStock(code, matrix, { from: firstNo, to: dayNo }, signal) }
      : {};
    const { dayNos } = await this.threads.sweep({ ...task, ...companies, stocks }, matrix, signal);
    const numbers = new Set(dayNos.filter((no) => no >= firstNo));
    return { ...answer, days: days.filter((_, no) => numbers.has(no)) };
  }

  /** @returns the open days of the span. */
  private async requireShort(from: CalendarDay, to: CalendarDay): Promise<number> {
    if (from > to) {
      const message = `from ${from} is after to ${to}; swap them`;
      throw AppError.invalid(message, [{ field: 'from', message }]);
    }
    const tradingDays = (await this.calendars.current()).countOpenDays(from, to);
    if (tradingDays <= MOST_DAYS) return tradingDays;
    const message = `${String(tradingDays)} trading days, at most ${String(MOST_DAYS)}`;
    throw AppError.invalid(
      `the range has ${message}; choose a shorter one`,
      [{ field: 'from', message }],
      'range_too_long',
      {
        ...{ tradingDays, maxTradingDays: MOST_DAYS },
      },
    );
  }
}

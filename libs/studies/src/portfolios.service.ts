import { Injectable } from '@nestjs/common';
import { BarMatrixService } from '#lib/bar-matrix';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import type { ExitRule } from './domain/portfolio/portfolio-input';
import type { PortfolioOutcome } from './domain/portfolio/simulate-portfolio';
import { toTradingCosts } from './domain/study-request';
import { StudyThreads } from './engine/study-threads';
import { countVariants, selectPortfolioHits, type StudyRow } from './persistence/studies.query';
import { StudiesService } from './studies.service';

/** Open days behind the span on which a hit of its last day may still be bought. */
const TRIES = 5;

export interface PortfolioAsked {
  readonly positions: number;
  /** Yuan. */
  readonly capital: number;
  readonly exit: ExitRule;
}

/** Simulates portfolios that buy the cases of a study. Nothing of them is stored. */
@Injectable()
export class PortfoliosService {
  constructor(
    private readonly db: Database,
    private readonly studies: StudiesService,
    private readonly matrices: BarMatrixService,
    private readonly calendars: TradingCalendarService,
    private readonly days: MarketDaysService,
    private readonly threads: StudyThreads,
  ) {}

  /**
   * A portfolio from the study's first day until the last case could have been sold.
   * @throws AppError `not_found`; 409 `study_not_completed`; `no_data_in_span`.
   */
  async simulate(id: number, asked: PortfolioAsked, signal: AbortSignal): Promise<PortfolioOutcome> {
    const study = await this.studies.get(id);
    if (study.status !== 'completed') {
      throw AppError.conflict(
        'study_not_completed',
        `study ${String(id)} is ${study.status}; a portfolio needs its cases`,
      );
    }
    const { matrix, dates, firstOpenDay } = await this.readMarket(study, asked.exit.days, signal);
    const hits = (await selectPortfolioHits(this.db, id)).flatMap(({ code, signalDate, rank }) => {
      const [stock, dayNo] = [matrix.stockNoOf(code), matrix.dayNoOf(signalDate)];
      if (stock === undefined || dayNo === undefined) return [];
      return [{ stock, day: (matrix.facts.openDayNos[dayNo] ?? 0) - (matrix.facts.openDayNos[0] ?? 0), rank }];
    });
    const column = (of: (hit: (typeof hits)[number]) => number) => Int32Array.from(hits, of);
    return this.threads.hold(
      {
        matrix: matrix.shared,
        hits: { stock: column(({ stock }) => stock), day: column(({ day }) => day), rank: column(({ rank }) => rank) },
        ...{ dates, firstOpenDay, ...asked, costs: toTradingCosts(study.costs) },
        variants: await countVariants(this.db, study.screenId),
        seed: `portfolio of study ${String(id)}`,
      },
      signal,
    );
  }

  private async readMarket({ fromDate, toDate }: StudyRow, exitDays: number, signal: AbortSignal) {
    const calendar = await this.calendars.current();
    const through = await this.days.latestCompleteDay();
    if (through === null || through < fromDate) throw noData(fromDate, toDate);
    const bars = calendar.countOpenDays(fromDate, through) + 1;
    const matrix = await this.matrices.read({ through, bars }, signal);
    const first = matrix?.facts.days[matrix.countDaysBefore(fromDate)];
    const base = matrix?.facts.days[0];
    if (matrix === undefined || first === undefined || base === undefined) throw noData(fromDate, toDate);
    const after = calendar.openDaysBetween(fromDate, through);
    const inSpan = after.filter((day) => day <= toDate).length;
    const dates = after.slice(0, inSpan + TRIES + exitDays);
    return { matrix, dates, firstOpenDay: calendar.countOpenDays(base, dates[0] ?? first) - 1 };
  }
}

function noData(from: CalendarDay, to: CalendarDay): AppError {
  return AppError.invalid(`the market has no bars from ${from} to ${to}`, [], 'no_data_in_span');
}

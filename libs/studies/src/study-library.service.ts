import { Injectable, Logger } from '@nestjs/common';
import { addDays, messageOf } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import { ScreenCatalog } from '#lib/screens';
import type { StudyLibraryResult } from './jobs/study-library.job';
import { StudiesService } from './studies.service';

/** Two years: with what most screens read before, the bars that are kept in memory hold them. */
const OPEN_DAYS = 488;

/** Keeps the studies of the built-in screens current. */
@Injectable()
export class StudyLibraryService {
  private readonly logger = new Logger('StudyLibrary');

  constructor(
    private readonly studies: StudiesService,
    private readonly catalog: ScreenCatalog,
    private readonly calendars: TradingCalendarService,
    private readonly days: MarketDaysService,
  ) {}

  /** Starts a study of each built-in screen that the market can serve, over the newest two years. */
  async startAll(signal: AbortSignal): Promise<StudyLibraryResult> {
    const to = await this.days.latestCompleteDay();
    if (to === null) return { studies: 0 };
    const calendar = await this.calendars.current();
    const from = calendar.openDaysBefore(addDays(to, 1), OPEN_DAYS)[0] ?? to;
    let studies = 0;
    for (const { id, kind, available } of await this.catalog.list()) {
      if (kind !== 'builtin' || !available) continue;
      signal.throwIfAborted();
      try {
        await this.studies.start({ screen: id, from, to }, null, { nightly: true });
        studies += 1;
      } catch (error) {
        this.logger.warn(`could not start the study of ${id}: ${messageOf(error)}`);
      }
    }
    return { studies };
  }
}

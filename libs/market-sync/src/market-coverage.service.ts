import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { MarketTotals } from './persistence/market-totals.query';
import { type CoveredDataSet, MarketStatusService } from './market-status.service';
import { selectCurrentSync, type SyncView } from './persistence/market-syncs.query';
import { MarketDaysService } from './market-days.service';

export interface MarketCoverageReport extends MarketTotals {
  dataSets: CoveredDataSet[];
  latestCompleteDay: CalendarDay | null;
  provisionalDay: CalendarDay | null;
  /** The sync that runs, or waits. */
  sync: SyncView | null;
}

/** What the market holds and what is missing, for the page that shows it. */
@Injectable()
export class MarketCoverageService {
  constructor(
    private readonly database: Database,
    private readonly status: MarketStatusService,
    private readonly days: MarketDaysService,
  ) {}

  async read(): Promise<MarketCoverageReport> {
    return {
      ...(await this.status.covered()),
      latestCompleteDay: await this.days.latestCompleteDay(),
      provisionalDay: await this.days.provisionalDay(),
      sync: (await selectCurrentSync(this.database)) ?? null,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { type TradingCalendar, TradingCalendarService, VENDOR_ERROR_REASONS } from '#lib/market-data';
import { type MarketTotals, selectMarketTotals, selectDaysWithBars } from './persistence/market-totals.query';
import { selectSyncedSets, type SyncedSet } from './persistence/data-sets.query';
import { MarketVendors } from './vendor/market-vendors';
import type { VendorNote } from './vendor/vendor-note';

/** A vendor's trouble; `import` for files. */
export const DATA_SET_ERROR_KINDS = [...VENDOR_ERROR_REASONS, 'import'] as const;

/** Why the newest attempt gave nothing: what kind of trouble, and a sentence. Never the vendor's own text. */
export interface DataSetError {
  kind: (typeof DATA_SET_ERROR_KINDS)[number];
  message: string;
}

export interface CoveredDataSet {
  /** `daily_bar`, `trading_calendar`, and what a sync has asked for, under the vendor's names. */
  name: string;
  from: CalendarDay | null;
  to: CalendarDay | null;
  /** Open days between the two that have nothing, as far as the calendar is known. */
  holes: CalendarDay[];
  /** Null where the newest attempt succeeded. */
  lastError: DataSetError | null;
}

export interface MarketStatusReport extends MarketTotals {
  dataSets: (Omit<CoveredDataSet, 'lastError'> & { lastError: string | null })[];
  notes: readonly VendorNote[];
}

/** What the market holds, from tables of a row a day: fast however many bars there are. */
@Injectable()
export class MarketStatusService {
  constructor(
    private readonly database: Database,
    private readonly calendars: TradingCalendarService,
    private readonly vendors: MarketVendors,
  ) {}

  async read(): Promise<MarketStatusReport> {
    const { dataSets, ...totals } = await this.covered();
    const vendor = await this.vendors.find();
    return {
      ...totals,
      dataSets: dataSets.map((set) => ({ ...set, lastError: set.lastError?.message ?? null })),
      notes: vendor?.source === totals.source ? await vendor.readNotes() : [],
    };
  }

  /** As `read`, with the kinds of the errors. */
  async covered(): Promise<MarketTotals & { dataSets: CoveredDataSet[] }> {
    const row = await selectMarketTotals(this.database);
    const { importError, ...totals } = row;
    const calendar = await this.calendars.current();
    const synced = await selectSyncedSets(this.database);
    const errorOf = (name: string): DataSetError | null => toDataSetError(synced.find((set) => set.name === name));
    const present = await selectDaysWithBars(this.database);
    return {
      ...totals,
      dataSets: [
        {
          name: 'daily_bar',
          from: totals.from,
          to: totals.to,
          holes: holesIn(calendar, totals.from, totals.to, present),
          lastError:
            errorOf('daily') ??
            errorOf('day_package') ??
            (importError === null ? null : { kind: 'import', message: importError }),
        },
        {
          name: 'trading_calendar',
          from: calendar.knownFrom,
          to: calendar.knownThrough,
          holes: [],
          lastError: errorOf('trade_cal'),
        },
        ...synced
          .filter(({ name }) => name !== 'daily' && name !== 'trade_cal')
          .map((set) => ({
            name: set.name,
            from: set.from,
            to: set.to,
            holes: holesIn(calendar, set.from, set.to, set.days),
            lastError: toDataSetError(set),
          })),
      ],
    };
  }
}

function toDataSetError(set: SyncedSet | undefined): DataSetError | null {
  return set === undefined || set.fault === null ? null : { kind: set.fault, message: set.message ?? set.fault };
}

function holesIn(
  calendar: TradingCalendar,
  from: CalendarDay | null,
  to: CalendarDay | null,
  days: readonly CalendarDay[],
): CalendarDay[] {
  if (from === null || to === null) return [];
  const present = new Set(days);
  return calendar.openDaysBetween(from, to).filter((day) => calendar.isKnown(day) && !present.has(day));
}

import { Injectable } from '@nestjs/common';
import { type CalendarDay, Clock } from '#lib/kernel';
import { latestDayPast, TradingCalendarService } from '#lib/market-data';
import { MarketVendors } from './vendor/market-vendors';
import type { VendorDiagnosis } from './vendor/vendor-diagnosis';

/** A day is looked at from this time on, if none is given. */
const DAY_IS_OVER = '16:00';

/** Looks at what the vendor gives, without storing it. */
@Injectable()
export class MarketDoctorService {
  constructor(
    private readonly vendors: MarketVendors,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param day Left out: the newest open day that is over.
   * @throws AppError 503 `not_diagnosable`, `market_not_configured`
   */
  async diagnose(day: CalendarDay | undefined, signal: AbortSignal): Promise<VendorDiagnosis> {
    const vendor = await this.vendors.current();
    const newest = day ?? latestDayPast(await this.calendars.current(), this.clock.now(), DAY_IS_OVER);
    return vendor.diagnose(newest, signal);
  }
}

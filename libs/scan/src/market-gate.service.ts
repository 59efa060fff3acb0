import { Injectable } from '@nestjs/common';
import { isVendorSource } from '#lib/config';
import { AppError, type CalendarDay } from '#lib/kernel';
import { MarketDaysService } from '#lib/market-sync';

export interface GatedSpan {
  /** First day of the prior window. */
  priorStart: CalendarDay;
  endDate: CalendarDay;
}

/** Days that a sentence names; more are counted. */
const NAMED_DAYS = 10;

/**
 * Whether the market's days are good enough to be scanned. A hole makes false hits: the lowest volume of the year may be the
 * one that is missing. If the vendor lists what a day should contain, every day must be complete; files don't, so that thin
 * days are only named.
 */
@Injectable()
export class MarketGateService {
  constructor(private readonly days: MarketDaysService) {}

  /**
   * @returns what a reader of the scan must know of its days.
   * @throws AppError 503 `market_incomplete`, naming the days, if days are not complete and that was not allowed.
   */
  async check({ priorStart, endDate }: GatedSpan, allowIncomplete: boolean): Promise<string[]> {
    const { source, incomplete, missing, thin } = await this.days.report(priorStart, endDate);
    if (!isVendorSource(source)) {
      return source === 'files'
        ? [...named('have no bars', missing), ...named('have fewer bars than others', thin)]
        : [];
    }
    if (incomplete.length === 0) return [];
    if (allowIncomplete) return named('are not complete, hits may be false', incomplete);
    throw AppError.unavailable(
      'market_incomplete',
      `market data: ${count(incomplete)} ${incomplete.length === 1 ? 'is' : 'are'} not complete: ${list(incomplete)}; ` +
        'sync them, or send allow_incomplete: true to scan all the same',
      { details: { incompleteDays: incomplete.length, first: incomplete[0] ?? null, last: incomplete.at(-1) ?? null } },
    );
  }
}

function named(what: string, days: readonly CalendarDay[]): string[] {
  return days.length === 0 ? [] : [`${count(days)} of the range and the window before it ${what}: ${list(days)}`];
}

function count(days: readonly CalendarDay[]): string {
  return days.length === 1 ? '1 day' : `${days.length} days`;
}

function list(days: readonly CalendarDay[]): string {
  const more = days.length > NAMED_DAYS ? ` and ${days.length - NAMED_DAYS} more` : '';
  return `${days.slice(-NAMED_DAYS).join(', ')}${more}`;
}

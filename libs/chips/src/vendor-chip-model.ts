import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { VendorError, type VendorErrorReason } from '#lib/market-data';
import { selectNewestDays } from './persistence/chip-market.query';
import type { ChipPerformance, ChipSlice, ChipVendor } from './chip-vendor';
import { type ChipModelResult, type ChipRow, type ChipWarningReason, roundedFigures } from './domain/chip-row';

/** A day of the whole market is two pages: up to so many stocks asking one by one takes no more calls. */
const SINGLE_REQUESTS_UP_TO = 2;

/** Longest piece of the vendor's own words that a report keeps. */
const MAX_DETAIL = 300;

const REASONS: Readonly<Record<Exclude<VendorErrorReason, 'not_configured'>, ChipWarningReason>> = {
  not_published: 'vendor_error',
  missing_day: 'vendor_error',
  rejected: 'vendor_error',
  blocked: 'vendor_error',
  permission: 'no_permission',
  rate: 'rate_limited',
  quota: 'rate_limited',
  vendor: 'vendor_error',
};

/**
 * What Tushare's `cyq_perf` says of each stock on its newest bar's day: the market's last day by one question for all,
 * other days and short lists stock by stock. Before the vendor has published the day, the day before it counts.
 * @throws VendorError `not_configured`.
 */
export async function fetchVendorChips(
  vendor: ChipVendor,
  runner: SqlRunner,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<ChipModelResult> {
  const days = await selectNewestDays(runner, codes);
  const requests = new ChipRequests(vendor, signal);
  const wanted = new Map<string, CalendarDay>();
  for (const code of codes) {
    const day = days.own.get(code);
    if (day === undefined) requests.warn(code, 'no_market_data', 'there are no bars of this stock');
    else wanted.set(code, day);
  }
  if (wanted.size > SINGLE_REQUESTS_UP_TO) await requests.wholeDays(wanted, days.market);
  for (const [code, day] of wanted) {
    await requests.one(code, { code, from: days.before.get(day) ?? day, to: day });
  }
  return requests.result;
}

/** A broken answer may be one stock's; after so many in a row it is the vendor. */
const BROKEN_IN_A_ROW = 3;

/** Questions to the vendor, until a fault says that no further one makes sense. */
class ChipRequests {
  readonly result: ChipModelResult = { rows: [], warnings: [], vendorCalls: 0 };
  private brokenInARow = 0;
  /** The fault after which nothing more is asked. */
  private final: VendorError | undefined;

  constructor(
    private readonly vendor: ChipVendor,
    private readonly signal: AbortSignal,
  ) {}

  warn(code: string, reason: ChipWarningReason, detail: string): void {
    this.result.warnings.push({ code, reason, detail });
  }

  /**
   * Asks for the market's last day, or the one before it where that is not published yet, and takes from `wanted` what is
   * answered. A refusal here is not final: some accounts may ask by stock alone.
   */
  async wholeDays(wanted: Map<string, CalendarDay>, marketDays: readonly CalendarDay[]): Promise<void> {
    for (const tradeDate of marketDays) {
      const rows = await this.fetchSlice({ tradeDate });
      if (rows instanceof VendorError) {
        if (rows.reason === 'rate' || rows.reason === 'quota' || rows.reason === 'not_configured') this.final = rows;
        return;
      }
      for (const row of rows) if (wanted.delete(row.code)) this.keep(row);
      if (rows.length === 0) continue;
      for (const [code, day] of wanted) {
        if (day < tradeDate) continue;
        this.warn(code, 'no_market_data', `Tushare has no cyq_perf row of this stock on ${tradeDate}`);
        wanted.delete(code);
      }
      return;
    }
  }

  async one(code: string, slice: ChipSlice): Promise<void> {
    const rows = this.final ?? (await this.fetchSlice(slice));
    if (rows instanceof VendorError) {
      this.brokenInARow += 1;
      if (rows.reason !== 'vendor' || this.brokenInARow >= BROKEN_IN_A_ROW) this.final = rows;
      this.warnOfError(code, rows);
      return;
    }
    this.brokenInARow = 0;
    const [first, ...others] = rows;
    if (first === undefined) this.warn(code, 'no_market_data', 'Tushare has no cyq_perf row of this stock and day');
    else this.keep(others.reduce((newest, row) => (row.tradeDate > newest.tradeDate ? row : newest), first));
  }

  /** @throws VendorError `not_configured`: that is nobody's warning. */
  private warnOfError(code: string, { reason, message, raw }: VendorError): void {
    if (reason === 'not_configured') throw new VendorError(reason, message, raw, 0);
    this.warn(code, REASONS[reason], raw === null ? message : `${message}: ${raw.slice(0, MAX_DETAIL)}`);
  }

  private async fetchSlice(slice: ChipSlice): Promise<readonly ChipPerformance[] | VendorError> {
    this.signal.throwIfAborted();
    try {
      const read = await this.vendor.fetchChips(slice, this.signal);
      this.result.vendorCalls += read.calls;
      return read.rows;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      this.result.vendorCalls += error.calls;
      return error;
    }
  }

  private keep(row: ChipPerformance): void {
    this.result.rows.push(toChipRow(row));
  }
}

function toChipRow(row: ChipPerformance): ChipRow {
  const { cost5, cost15, cost50, cost85, cost95, weightedAverage, winnerRate } = row;
  return {
    code: row.code,
    tradeDate: row.tradeDate,
    ...roundedFigures({
      ...{ cost5, cost15, cost50, cost85, cost95, weightedAverage, winnerRate },
      concentration90: (cost95 - cost5) / (cost95 + cost5),
      concentration70: (cost85 - cost15) / (cost85 + cost15),
    }),
    windowBars: null,
    warmUpBars: null,
    coverage: null,
    adjusted: true,
    adjustment: 'vendor',
  };
}
